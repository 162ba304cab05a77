// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardLDClient

/// What happens to whoever waits, without sockets: an event comes in, and what is done is told in words.
@Suite("LDClient: who is told what")
struct FleetMachineTests {
    /// A machine, and its effects as lines.
    private struct Fleet {
        var machine: FleetMachine
        let random = SeededRandom(seed: 1)
        var uptime = Duration.zero

        init(_ names: Set<String> = ["default"], keyless: Set<String> = []) {
            machine = FleetMachine(names, keyless: keyless, context: .user("a"))
        }

        mutating func start(_ waiter: Int = 1, online: Bool = true) -> [String] {
            Self.lines(machine.start(online: online, waiter, at: uptime, random))
        }
        mutating func join(_ waiter: Int) -> [String] { Self.lines(machine.join(waiter)) }
        mutating func online(_ waiter: Int) -> [String] {
            Self.lines(machine.setOnline(true, waiter, at: uptime, random))
        }
        mutating func offline(_ waiter: Int) -> [String] {
            Self.lines(machine.setOnline(false, waiter, at: uptime, random))
        }
        mutating func identify(_ key: String, _ waiter: Int, bound: Bool = false) -> [String] {
            Self.lines(machine.identify(.user(key), waiter, isBoundToUser: bound, at: uptime, random))
        }
        mutating func reconfigure(_ names: Set<String>, keyless: Set<String> = []) -> [String] {
            Self.lines(machine.reconfigure(names, keyless: keyless, at: uptime, random))
        }
        mutating func arrived(_ name: String = "default", for key: String = "a") -> [String] {
            Self.lines(machine.arrived(name, for: .user(key)))
        }
        mutating func refused(_ name: String = "default", for key: String = "a") -> [String] {
            Self.lines(machine.refused(name, for: .user(key)))
        }
        mutating func fired(_ number: Int) -> [String] { Self.lines(machine.fired(number)) }
        mutating func timedOut(_ waiter: Int) -> [String] { Self.lines(machine.timedOut(waiter)) }
        mutating func close() -> [String] { Self.lines(machine.close()) }

        private static func lines(_ effects: FleetMachine.Effects) -> [String] {
            var lines: [String] = []
            if let request = effects.request {
                let who = request.context.map { " for \($0.primary.key ?? "")" } ?? ""
                let mode = request.isOnline.map { $0 ? "online" : "offline" } ?? "identify"
                lines.append(mode + who)
            }
            if let name = effects.stopped { lines.append("stop \(name)") }
            if let pause = effects.pause { lines.append("pause \(pause.number)") }
            return lines + effects.settled.map { "\($0.waiter) \($0.ending)" }
        }
    }

    @Test("a start waits for the flags of all environments; who joins is told with it; nobody twice")
    func start() {
        var fleet = Fleet(["default", "core"])
        #expect(fleet.start() == ["online"])
        #expect(fleet.join(2) == [])
        #expect(fleet.arrived("default") == [])
        #expect(!fleet.machine.isInitialized("core") && fleet.machine.isInitialized("default"))
        #expect(fleet.arrived("core") == ["1 arrived", "2 arrived"])
        #expect(fleet.arrived("core") == [])
        #expect(fleet.timedOut(1) == [])
        #expect(fleet.join(3) == ["3 arrived"])
        #expect(fleet.close() == [])
    }

    @Test("one environment that is refused is enough for flags to be missing")
    func refusedStart() {
        var fleet = Fleet(["default", "core"])
        _ = fleet.start()
        #expect(fleet.refused("core") == ["stop core"])
        #expect(fleet.refused("core") == [])
        #expect(!fleet.machine.isOnline("core") && fleet.machine.isOnline("default"))
        #expect(fleet.arrived("default") == ["1 refused"])
        #expect(fleet.join(2) == ["2 refused"])
        // The key may have been mended.
        #expect(fleet.online(3) == ["online", "3 done"])
        #expect(fleet.machine.isOnline("core"))
        #expect(fleet.arrived("core") == [])
        #expect(fleet.join(4) == ["4 arrived"])
    }

    @Test("what is asked for between the making and the start waits for the start, and counts")
    func beforeTheStart() {
        var fleet = Fleet()
        #expect(fleet.join(2) == [])
        #expect(fleet.identify("b", 3) == ["offline for b"])
        #expect(fleet.start() == ["online"])
        #expect(fleet.arrived(for: "b") == ["2 arrived", "3 arrived", "1 arrived"])
        var offline = Fleet()
        #expect(offline.offline(2) == ["2 done"] && offline.join(3) == [])
        #expect(offline.start() == ["offline", "3 offline", "1 offline"])
        var online = Fleet()
        #expect(online.online(2) == ["2 done"] && online.join(3) == [])
        #expect(online.start(online: false) == ["online"])
        #expect(online.close() == ["3 closed", "1 closed"])
        var closed = Fleet()
        #expect(closed.join(2) == [] && closed.close() == ["2 closed"])
        #expect(closed.start() == ["1 closed"])
        #expect(!closed.machine.isOnline("default"))
    }

    @Test("offline, keyless, asleep or closed, nobody waits")
    func nobodyWaits() {
        var offline = Fleet()
        #expect(offline.start(online: false) == ["offline", "1 offline"])
        #expect(offline.identify("b", 2) == ["offline for b", "2 offline"])
        #expect(offline.machine.isInitialized("default"))
        var keyless = Fleet(keyless: ["default"])
        #expect(keyless.start() == ["offline", "1 offline"])
        #expect(keyless.online(2) == ["2 done"])
        var asleep = Fleet()
        asleep.machine.isAsleep = true
        #expect(asleep.start() == ["online", "1 offline"])
        var closed = Fleet()
        #expect(closed.start() == ["online"])
        #expect(closed.close() == ["1 closed"])
        #expect(closed.join(2) == ["2 closed"])
        #expect(closed.identify("b", 3) == ["3 closed"])
        #expect(closed.online(4) == ["4 closed"] && closed.offline(5) == ["5 closed"])
        #expect(closed.reconfigure(["x"]) == [] && closed.arrived() == [] && closed.refused() == [])
        #expect(!closed.machine.isOnline("default") && !closed.machine.isInitialized("default"))
    }

    @Test("flags for somebody else, and those of an unknown environment, tell nobody")
    func foreignNews() {
        var fleet = Fleet()
        _ = fleet.start()
        #expect(fleet.arrived(for: "b") == [] && fleet.refused(for: "b") == [] && fleet.arrived("core") == [])
        #expect(fleet.arrived() == ["1 arrived"])
    }

    @Test("another user: who waits goes on waiting, and who is bound to the one before is told")
    func identify() {
        var fleet = Fleet()
        _ = fleet.start()
        #expect(fleet.identify("b", 2, bound: true) == ["online for b"])
        #expect(fleet.identify("c", 3) == ["offline for c", "pause 1", "2 overtaken"])
        #expect(!fleet.machine.isOnline("default"))
        #expect(fleet.arrived(for: "b") == [])
        #expect(fleet.fired(1) == ["online"])
        #expect(fleet.arrived(for: "c") == ["1 arrived", "3 arrived"])
        #expect(fleet.identify("c", 4, bound: true) == ["identify", "4 arrived"])
    }

    @Test("an identify that is put off takes the place of one that waits, and no completion is lost")
    func putOffTwice() {
        var fleet = Fleet()
        _ = fleet.start()
        _ = fleet.identify("b", 2)
        #expect(fleet.identify("c", 3) == ["offline for c", "pause 1"])
        #expect(fleet.identify("d", 4) == ["offline for d", "pause 2"])
        #expect(fleet.fired(1) == [])
        #expect(fleet.fired(2) == ["online"])
        #expect(fleet.arrived(for: "d") == ["1 arrived", "2 arrived", "3 arrived", "4 arrived"])
    }

    @Test("going offline takes back what waits to go online, and ends every wait")
    func takenBack() {
        var fleet = Fleet()
        _ = fleet.start()
        #expect(fleet.offline(2) == ["offline", "1 offline", "2 done"])
        #expect(fleet.online(3) == ["online", "3 done"])
        #expect(fleet.online(4) == ["4 done"])
        _ = fleet.offline(5)
        #expect(fleet.online(6) == ["pause 1"])
        #expect(fleet.online(7) == ["pause 2"])
        #expect(fleet.offline(8) == ["offline", "6 done", "7 done", "8 done"])
        #expect(fleet.fired(1) == [] && fleet.fired(2) == [])
        #expect(!fleet.machine.isOnline("default") && fleet.machine.isInitialized("default"))
    }

    @Test("closing while going online is put off tells everybody once")
    func closedInPause() {
        var fleet = Fleet()
        _ = fleet.start()
        _ = fleet.identify("b", 2)
        _ = fleet.offline(3)
        #expect(fleet.online(4) == ["pause 1"])
        #expect(fleet.join(5) == [])
        // Online, so that the events that wait are sent.
        #expect(fleet.close() == ["online", "4 done", "5 closed"])
        #expect(fleet.fired(1) == [] && fleet.timedOut(5) == [])
    }

    @Test("when the time is over one waits no longer, and the flags tell only the others")
    func timeOut() {
        var fleet = Fleet()
        _ = fleet.start()
        _ = fleet.join(2)
        #expect(fleet.timedOut(1) == ["1 timedOut"])
        #expect(fleet.timedOut(1) == [])
        #expect(fleet.arrived() == ["2 arrived"])
        #expect(fleet.timedOut(2) == [])
    }

    @Test("another configuration asks anew, and who waits is told by the new environments")
    func reconfigure() {
        var fleet = Fleet(["default", "core"])
        _ = fleet.start()
        _ = fleet.arrived("core")
        #expect(fleet.reconfigure(["default", "more"]) == ["online for a"])
        #expect(fleet.arrived("core") == [] && fleet.arrived("default") == [])
        #expect(fleet.arrived("more") == ["1 arrived"])
        #expect(!fleet.machine.isOnline("core") && !fleet.machine.isInitialized("core"))
        #expect(fleet.reconfigure(["default"]) == ["offline for a", "pause 1"])
        #expect(fleet.join(2) == [])
        #expect(fleet.offline(3) == ["offline", "2 offline", "3 done"])
        #expect(fleet.reconfigure(["default"], keyless: ["default"]) == ["offline for a"])
        #expect(fleet.online(4) == ["4 done"])
    }
}

@Suite("LDClient: how long going online waits")
struct ThrottleTests {
    @Test("the first two calls go ahead; each further one waits half to all of a window that doubles, up to a minute")
    func windows() {
        var throttle = Throttle()
        let none = FixedRandom(0), all = FixedRandom(1)
        #expect(throttle.pause(at: .zero, random: none) == nil)
        #expect(throttle.pause(at: .zero, random: none) == nil)
        var low = throttle, high = throttle
        var pauses: [[Duration?]] = []
        for _ in 0..<8 {
            let most = high.pause(at: .zero, random: all).map {
                Duration.milliseconds(($0 / .milliseconds(1)).rounded())
            }
            pauses.append([low.pause(at: .zero, random: none), most])
        }
        #expect(
            pauses == [
                [.seconds(1), .seconds(2)], [.seconds(2), .seconds(4)], [.seconds(4), .seconds(8)],
                [.seconds(8), .seconds(16)], [.seconds(16), .seconds(32)], [.seconds(30), .seconds(60)],
                [.seconds(30), .seconds(60)], [.seconds(30), .seconds(60)],
            ])
    }

    @Test("a call stops counting when its window is over, so who waits long enough is not put off")
    func released() {
        var throttle = Throttle()
        let random = FixedRandom(0)
        // Windows of 0.5, 1 and 2 seconds.
        #expect(throttle.pause(at: .zero, random: random) == nil)
        #expect(throttle.pause(at: .zero, random: random) == nil)
        #expect(throttle.pause(at: .zero, random: random) == .seconds(1))
        // Two of three are over.
        #expect(throttle.pause(at: .seconds(1), random: random) == nil)
        #expect(throttle.pause(at: .seconds(1), random: random) == .seconds(1))
        // All are over.
        #expect(throttle.pause(at: .seconds(10), random: random) == nil)
    }

    /// A source that always says the same share.
    private struct FixedRandom: RandomSource {
        let share: Double
        init(_ share: Double) { self.share = share }
        func next() -> UInt64 { share == 0 ? 0 : .max }
    }
}
