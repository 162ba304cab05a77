// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import HalyardOFREP
import HalyardSupport
import HalyardTransport
import Testing

@Suite("EventStreamSet")
struct EventStreamSetTests {
    /// What each call opens and closes, with the delay in seconds; chance never shortens one.
    private struct Stage {
        struct Longest: RandomSource {
            func next() -> UInt64 { .max }
        }

        var roster = EventStreamSet<String>()

        mutating func follow(_ addresses: String..., at uptime: Int) -> String {
            text(roster.follow(addresses, at: .seconds(uptime), random: Longest()))
        }

        mutating func receive(_ status: EventSource.Status, _ address: String, at uptime: Int) -> String {
            text(roster.receive(status, from: address, at: .seconds(uptime)))
        }

        private func text(_ changes: EventStreamSet<String>.Changes) -> String {
            "+\(changes.opened.joined()) after \((changes.delay + .milliseconds(1)).components.seconds) -\(changes.closed.sorted().joined())"
        }
    }

    private static let open = EventSource.Status.open(HTTPResponseHead(status: 200))
    private static let refused = EventSource.Status.closed(.refused(.status(404)))
    private static let lost = EventSource.Status.waiting(.seconds(1), after: .ended)

    @Test("opens what is named, each once, and closes what is not named any more once another is open")
    func following() {
        var stage = Stage()
        #expect(stage.follow("a", "b", "a", at: 0) == "+ab after 0 -")
        #expect(stage.roster.addresses == ["a", "b"])
        #expect(!stage.roster.isLive)
        #expect(stage.receive(Self.open, "a", at: 1) == "+ after 0 -")
        #expect(stage.receive(Self.open, "b", at: 1) == "+ after 0 -")
        #expect(stage.roster.isLive)
        #expect(stage.follow("b", "c", at: 2) == "+c after 0 -")
        // It comes back, and is not the one that is waited for.
        #expect(stage.receive(Self.open, "a", at: 3) == "+ after 0 -")
        #expect(stage.receive(Self.open, "c", at: 4) == "+ after 0 -a")
        #expect(stage.receive(Self.open, "a", at: 5) == "+ after 0 -")
        #expect(stage.follow(at: 6) == "+ after 0 -bc")
        #expect(!stage.roster.isLive)
    }

    @Test("an address that is another one each time is opened ever more rarely, and at once again after a minute")
    func otherEachTime() {
        var stage = Stage()
        var delays: [String] = [stage.follow("0", at: 0)]
        for number in 1...11 {
            _ = stage.receive(Self.open, "\(number - 1)", at: 0)
            delays.append(stage.follow("\(number)", at: 0))
        }
        #expect(
            delays == [
                "+0 after 0 -", "+1 after 0 -", "+2 after 4 -", "+3 after 8 -", "+4 after 16 -", "+5 after 32 -",
                "+6 after 64 -", "+7 after 128 -", "+8 after 256 -", "+9 after 300 -", "+10 after 300 -",
                "+11 after 300 -",
            ])
        // One that was named meanwhile and is not open yet is given up.
        #expect(stage.follow("12", at: 1) == "+12 after 300 -11")
        _ = stage.receive(Self.open, "12", at: 100)
        #expect(stage.follow("13", at: 159) == "+13 after 300 -")
        #expect(stage.follow("14", at: 160) == "+14 after 0 -13")
    }

    @Test("what is refused is opened again by the next answer, after a delay, and is lost the second time")
    func refusals() {
        var stage = Stage()
        _ = stage.follow("a", at: 0)
        _ = stage.receive(Self.refused, "a", at: 0)
        #expect(stage.roster.isRefused)
        #expect(stage.roster.lost == nil)
        #expect(stage.follow("a", at: 0) == "+a after 2 -")
        #expect(!stage.roster.isRefused)
        _ = stage.receive(Self.refused, "a", at: 2)
        #expect(stage.roster.lost?.address == "a")
        #expect(stage.roster.lost?.problem == .status(404))
        // Another address takes over what is known of the one before.
        #expect(stage.follow("b", at: 2) == "+b after 4 -a")
        #expect(stage.roster.lost?.address == "b")
        _ = stage.receive(Self.open, "b", at: 6)
        #expect(stage.roster.lost == nil)
        #expect(stage.roster.isLive)
    }

    @Test("one failure is not a loss; a success ends one")
    func losses() {
        var stage = Stage()
        _ = stage.follow("a", "b", at: 0)
        _ = stage.receive(Self.open, "a", at: 0)
        _ = stage.receive(Self.lost, "b", at: 1)
        #expect(stage.roster.lost == nil)
        _ = stage.receive(.connecting(attempt: 2), "b", at: 2)
        _ = stage.receive(Self.lost, "b", at: 2)
        #expect(stage.roster.lost?.address == "b")
        // The other stream changes nothing about it.
        _ = stage.receive(Self.lost, "a", at: 3)
        _ = stage.receive(Self.open, "a", at: 3)
        #expect(stage.roster.lost?.problem == .ended)
        _ = stage.receive(Self.open, "b", at: 4)
        #expect(stage.roster.lost == nil)
    }

    @Test("what is said of a stream that is not in it changes nothing")
    func strangers() {
        var stage = Stage()
        #expect(stage.receive(Self.open, "a", at: 0) == "+ after 0 -")
        #expect(stage.receive(.closed(.closedHere), "a", at: 0) == "+ after 0 -")
        #expect(stage.follow("b", at: 0) == "+b after 0 -")
        #expect(!stage.roster.isRefused)
    }
}
