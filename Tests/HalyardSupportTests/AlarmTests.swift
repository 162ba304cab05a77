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

    @Test("wakes sleepers in the order of their ends")
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

    @Test("doesn't wake a sleeper that was removed, and the next one only at its end")
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

    @Test("moves a sleeper that is added again")
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

    @Test("limits a duration to between zero and a hundred years")
    func extremes() {
        time.advance(by: .seconds(5))
        let huge = Duration.seconds(Int64.max) * 18
        let alarm = makeAlarm()
        #expect(alarm.end(after: huge) == .seconds(3_155_760_005))
        #expect(alarm.end(after: .zero - huge) == .seconds(5))
        #expect(alarm.end(after: .seconds(1)) == .seconds(6))
    }

    @Test("has no sleeping task after its release")
    func released() async {
        var alarm: Alarm<String>? = makeAlarm()
        alarm?.add("a", 1, until: .seconds(1))
        await time.awaitSleepers()
        alarm = nil
        await until { time.sleeperCount == 0 }
        #expect(woken.all == [])
    }
}
