// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardLDEngine

/// Tests of waiting callers without sockets, with events as input and effects as strings.
@Suite("LDClient: waiting callers")
struct GroupMachineTests {
    /// A state machine with its effects as strings.
    private struct Group {
        var machine: GroupMachine
        let random = SeededRandom(seed: 1)
        var uptime = Duration.zero

        init(_ names: Set<String> = ["default"], keyless: Set<String> = []) {
            machine = GroupMachine(names, keyless: keyless, context: .user("a"))
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

        private static func lines(_ effects: GroupMachine.Effects) -> [String] {
            var lines: [String] = []
            if let change = effects.change {
                // Without a mode, the change identifies the same user again.
                let mode = change.isOnline.map { $0 ? "online" : "offline" }
                let who = mode == nil ? nil : change.context.map { " for \($0.primary.key ?? "")" }
                lines.append((mode ?? "identify") + (who ?? ""))
            }
            if let name = effects.stopped { lines.append("stop \(name)") }
            if let pause = effects.pause { lines.append("pause \(pause.number)") }
            return lines + effects.settled.map { "\($0.waiter) \($0.ending)" }
        }
    }

    @Test("Ends all waits once when the flags of all environments arrive")
    func start() {
        var group = Group(["default", "core"])
        #expect(group.start() == ["online"])
        #expect(group.join(2) == [])
        #expect(group.arrived("default") == [])
        #expect(!group.machine.isInitialized("core") && group.machine.isInitialized("default"))
        #expect(group.arrived("core") == ["1 arrived", "2 arrived"])
        #expect(group.arrived("core") == [])
        #expect(group.timedOut(1) == [])
        #expect(group.join(3) == ["3 arrived"])
        #expect(group.close() == [])
    }

    @Test("Reports a rejection if one of the environments is rejected")
    func refusedStart() {
        var group = Group(["default", "core"])
        _ = group.start()
        #expect(group.refused("core") == ["stop core"])
        #expect(group.refused("core") == [])
        #expect(!group.machine.isOnline("core") && group.machine.isOnline("default"))
        #expect(group.arrived("default") == ["1 refused"])
        #expect(group.join(2) == ["2 refused"])
        // The app might have fixed the key, so going online tries again.
        #expect(group.online(3) == ["online", "3 done"])
        #expect(group.machine.isOnline("core"))
        #expect(group.arrived("core") == [])
        #expect(group.join(4) == ["4 arrived"])
    }

    @Test("Keeps calls before the start waiting, and applies their requests")
    func beforeTheStart() {
        var group = Group()
        #expect(group.join(2) == [])
        #expect(group.identify("b", 3) == ["offline for b"])
        #expect(group.start() == ["online"])
        #expect(group.arrived(for: "b") == ["2 arrived", "3 arrived", "1 arrived"])
        var offline = Group()
        #expect(offline.offline(2) == ["2 done"] && offline.join(3) == [])
        #expect(offline.start() == ["offline", "3 offline", "1 offline"])
        var online = Group()
        #expect(online.online(2) == ["2 done"] && online.join(3) == [])
        #expect(online.start(online: false) == ["online"])
        #expect(online.close() == ["3 closed", "1 closed"])
        var closed = Group()
        #expect(closed.join(2) == [] && closed.close() == ["2 closed"])
        #expect(closed.start() == ["1 closed"])
        #expect(!closed.machine.isOnline("default"))
    }

    @Test("Ends waits immediately if offline, keyless, asleep, or closed")
    func nobodyWaits() {
        var offline = Group()
        #expect(offline.start(online: false) == ["offline", "1 offline"])
        #expect(offline.identify("b", 2) == ["offline for b", "2 offline"])
        #expect(offline.machine.isInitialized("default"))
        var keyless = Group(keyless: ["default"])
        #expect(keyless.start() == ["offline", "1 offline"])
        #expect(keyless.online(2) == ["2 done"])
        var asleep = Group()
        asleep.machine.isAsleep = true
        #expect(asleep.start() == ["online", "1 offline"])
        var closed = Group()
        #expect(closed.start() == ["online"])
        #expect(closed.close() == ["1 closed"])
        #expect(closed.join(2) == ["2 closed"])
        #expect(closed.identify("b", 3) == ["3 closed"])
        #expect(closed.online(4) == ["4 closed"] && closed.offline(5) == ["5 closed"])
        #expect(closed.reconfigure(["x"]) == [] && closed.arrived() == [] && closed.refused() == [])
        #expect(!closed.machine.isOnline("default") && !closed.machine.isInitialized("default"))
    }

    @Test("Ignores flags for another user or an unknown environment")
    func foreignNews() {
        var group = Group()
        _ = group.start()
        #expect(group.arrived(for: "b") == [] && group.refused(for: "b") == [] && group.arrived("core") == [])
        #expect(group.arrived() == ["1 arrived"])
    }

    @Test("Keeps waits on a user change unless they're bound to the old user")
    func identify() {
        var group = Group()
        _ = group.start()
        #expect(group.identify("b", 2, bound: true) == ["online for b"])
        #expect(group.identify("c", 3) == ["offline for c", "pause 1", "2 overtaken"])
        #expect(!group.machine.isOnline("default"))
        #expect(group.arrived(for: "b") == [])
        #expect(group.fired(1) == ["online"])
        #expect(group.arrived(for: "c") == ["1 arrived", "3 arrived"])
        #expect(group.identify("c", 4, bound: true) == ["identify", "4 arrived"])
    }

    @Test("Replaces a delayed identify call without losing completions")
    func putOffTwice() {
        var group = Group()
        _ = group.start()
        _ = group.identify("b", 2)
        #expect(group.identify("c", 3) == ["offline for c", "pause 1"])
        #expect(group.identify("d", 4) == ["offline for d", "pause 2"])
        #expect(group.fired(1) == [])
        #expect(group.fired(2) == ["online"])
        #expect(group.arrived(for: "d") == ["1 arrived", "2 arrived", "3 arrived", "4 arrived"])
    }

    @Test("Cancels delayed calls and ends all waits when it goes offline")
    func takenBack() {
        var group = Group()
        _ = group.start()
        #expect(group.offline(2) == ["offline", "1 offline", "2 done"])
        #expect(group.online(3) == ["online", "3 done"])
        #expect(group.online(4) == ["4 done"])
        _ = group.offline(5)
        #expect(group.online(6) == ["pause 1"])
        #expect(group.online(7) == ["pause 2"])
        #expect(group.offline(8) == ["offline", "6 done", "7 done", "8 done"])
        #expect(group.fired(1) == [] && group.fired(2) == [])
        #expect(!group.machine.isOnline("default") && group.machine.isInitialized("default"))
    }

    @Test("Goes offline when set online in the background, until a later call")
    func setOnlineAsleep() {
        var group = Group()
        _ = group.start()
        group.machine.isAsleep = true
        #expect(group.machine.isOnline("default"))
        #expect(group.online(2) == ["offline", "1 offline", "2 done"])
        #expect(!group.machine.isOnline("default"))
        #expect(group.identify("b", 3) == ["offline for b", "3 offline"])
        group.machine.isAsleep = false
        #expect(group.join(4) == ["4 offline"] && !group.machine.isOnline("default"))
        #expect(group.online(5) == ["online", "5 done"])
    }

    @Test("Returns online after a background delay only if it was online before")
    func delayEndsAsleep() {
        var group = Group()
        _ = group.start()
        _ = group.offline(2)
        _ = group.online(3)
        _ = group.offline(4)
        #expect(group.online(5) == ["pause 1"])
        #expect(group.identify("b", 6) == ["offline for b", "pause 2"])
        group.machine.isAsleep = true
        #expect(group.fired(2) == ["offline", "5 done", "6 offline"])
        #expect(!group.machine.isOnline("default"))
        var wasOnline = Group()
        _ = wasOnline.start()
        _ = wasOnline.identify("b", 2)
        #expect(wasOnline.identify("c", 3) == ["offline for c", "pause 1"])
        wasOnline.machine.isAsleep = true
        #expect(wasOnline.fired(1) == ["online"])
        #expect(wasOnline.machine.isOnline("default"))
    }

    @Test("Ends every wait once when closed during a delay")
    func closedInPause() {
        var group = Group()
        _ = group.start()
        _ = group.identify("b", 2)
        _ = group.offline(3)
        #expect(group.online(4) == ["pause 1"])
        #expect(group.join(5) == [])
        // The clients go online to send waiting events.
        #expect(group.close() == ["online", "4 done", "5 closed"])
        #expect(group.fired(1) == [] && group.timedOut(5) == [])
    }

    @Test("Ends a wait once, at its timeout or when flags arrive")
    func timeOut() {
        var group = Group()
        _ = group.start()
        _ = group.join(2)
        #expect(group.timedOut(1) == ["1 timedOut"])
        #expect(group.timedOut(1) == [])
        #expect(group.arrived() == ["2 arrived"])
        #expect(group.timedOut(2) == [])
    }

    @Test("Waits for the flags of new environments after a configuration change")
    func reconfigure() {
        var group = Group(["default", "core"])
        _ = group.start()
        _ = group.arrived("core")
        #expect(group.reconfigure(["default", "more"]) == ["online for a"])
        #expect(group.arrived("core") == [] && group.arrived("default") == [])
        #expect(group.arrived("more") == ["1 arrived"])
        #expect(!group.machine.isOnline("core") && !group.machine.isInitialized("core"))
        #expect(group.reconfigure(["default"]) == ["offline for a", "pause 1"])
        #expect(group.join(2) == [])
        #expect(group.offline(3) == ["offline", "2 offline", "3 done"])
        #expect(group.reconfigure(["default"], keyless: ["default"]) == ["offline for a"])
        #expect(group.online(4) == ["4 done"])
    }
}

@Suite("LDClient: throttling")
struct ThrottleTests {
    @Test("Delays the third and later calls by growing times of up to a minute")
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

    @Test("Stops counting a call after its window")
    func released() {
        var throttle = Throttle()
        let random = FixedRandom(0)
        // The windows are 0.5, 1, and 2 seconds.
        #expect(throttle.pause(at: .zero, random: random) == nil)
        #expect(throttle.pause(at: .zero, random: random) == nil)
        #expect(throttle.pause(at: .zero, random: random) == .seconds(1))
        // Two of three windows have passed.
        #expect(throttle.pause(at: .seconds(1), random: random) == nil)
        #expect(throttle.pause(at: .seconds(1), random: random) == .seconds(1))
        // All windows have passed.
        #expect(throttle.pause(at: .seconds(10), random: random) == nil)
    }

    /// A random source that always returns the minimum or the maximum.
    private struct FixedRandom: RandomSource {
        let share: Double
        init(_ share: Double) { self.share = share }
        func next() -> UInt64 { share == 0 ? 0 : .max }
    }
}
