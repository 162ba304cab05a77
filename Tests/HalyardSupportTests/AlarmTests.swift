// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import TestSupport
import Testing

@Suite("Alarm")
struct AlarmTests {
    private let time = ManualTime()
    private let woken = Recorder<String>()

    private func makeAlarm() -> Alarm<String> { Alarm(on: time) { [woken] in woken.add($0) } }

    @Test("Wakes sleepers in the order of their deadlines")
    func order() async {
        let alarm = makeAlarm()
        for (name, end) in [("c", 3), ("a", 1), ("b", 2)] { alarm.add(name, alarm.next(), until: .seconds(end)) }
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        await until { woken.count == 2 }
        #expect(woken.all == ["a", "b"])
        await time.awaitSleepers()
        time.advance(by: .seconds(1))
        await until { woken.count == 3 }
        #expect(woken.all == ["a", "b", "c"])
    }

    @Test("Ignores a removed sleeper, and wakes the next one on time")
    func removed() async {
        let alarm = makeAlarm()
        let number = alarm.next()
        alarm.add("a", number, until: .seconds(1))
        #expect(alarm.remove(number) == "a")
        #expect(alarm.remove(number) == nil)
        alarm.add("b", alarm.next(), until: .seconds(3))
        for _ in 1...3 {
            await time.awaitSleepers()
            #expect(woken.all == [])
            time.advance(by: .seconds(1))
        }
        await until { woken.count == 1 }
        #expect(woken.all == ["b"])
    }

    @Test("Reschedules a sleeper when it's added again")
    func moved() async {
        let alarm = makeAlarm()
        let number = alarm.next()
        alarm.add("early", number, until: .seconds(1))
        alarm.add("late", number, until: .seconds(2))
        await time.awaitSleepers()
        time.advance(by: .seconds(2))
        await until { woken.count == 1 }
        #expect(woken.all == ["late"])
    }

    @Test("Keeps the timer of a long sleeper during shorter sleeps")
    func longTimer() async {
        let clock = NotingTime(manual: time)
        let alarm = Alarm<String>(on: clock) { [woken] in woken.add($0) }
        alarm.add("long", alarm.next(), until: .seconds(1000))
        await time.awaitSleepers()
        for round in 1...3 {
            alarm.add("short", alarm.next(), until: time.uptime + .seconds(1))
            await time.awaitSleepers(2)
            time.advance(by: .seconds(1))
            await until { woken.count == round }
        }
        #expect(clock.sleeps.all == [.seconds(1000), .seconds(1), .seconds(1), .seconds(1)])
    }

    @Test("Limits a duration to between zero and 100 years")
    func extremes() {
        time.advance(by: .seconds(5))
        let huge = Duration.seconds(Int64.max) * 18
        let alarm = makeAlarm()
        #expect(alarm.end(after: huge) == .seconds(3_155_760_005))
        #expect(alarm.end(after: .zero - huge) == .seconds(5))
        #expect(alarm.end(after: .seconds(1)) == .seconds(6))
    }

    @Test("Stops its sleeping task when it's released")
    func released() async {
        var alarm: Alarm<String>? = makeAlarm()
        alarm?.add("a", 1, until: .seconds(1))
        await time.awaitSleepers()
        alarm = nil
        await until { time.sleeperCount == 0 }
        #expect(woken.all == [])
    }
}

/// A clock that records each sleep.
private struct NotingTime: TimeSource {
    let manual: ManualTime
    let sleeps = Recorder<Duration>()

    var now: Instant { manual.now }
    var uptime: Duration { manual.uptime }

    func sleep(for duration: Duration) async throws {
        sleeps.add(duration)
        try await manual.sleep(for: duration)
    }
}
