// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import HalyardOFREP
import HalyardSupport
import HalyardTransport
import Testing

@Suite("EventStreamSet")
struct EventStreamSetTests {
    /// A stream set whose changes are strings, with delays in seconds.
    ///
    /// The random source never shortens a delay.
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

    @Test("Opens each address once, and closes old ones when a new one opens")
    func following() {
        var stage = Stage()
        #expect(stage.follow("a", "b", "a", at: 0) == "+ab after 0 -")
        #expect(stage.roster.addresses == ["a", "b"])
        #expect(!stage.roster.isLive)
        #expect(stage.receive(Self.open, "a", at: 1) == "+ after 0 -")
        #expect(stage.receive(Self.open, "b", at: 1) == "+ after 0 -")
        #expect(stage.roster.isLive)
        #expect(stage.follow("b", "c", at: 2) == "+c after 0 -")
        // The old stream reconnects, which closes nothing because the new stream isn't open yet.
        #expect(stage.receive(Self.open, "a", at: 3) == "+ after 0 -")
        #expect(stage.receive(Self.open, "c", at: 4) == "+ after 0 -a")
        #expect(stage.receive(Self.open, "a", at: 5) == "+ after 0 -")
        #expect(stage.follow(at: 6) == "+ after 0 -bc")
        #expect(!stage.roster.isLive)
    }

    @Test("Opens changing addresses with growing delays, reset after a minute")
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
        // Stream 11 isn't open yet, so its replacement closes it.
        #expect(stage.follow("12", at: 1) == "+12 after 300 -11")
        _ = stage.receive(Self.open, "12", at: 100)
        #expect(stage.follow("13", at: 159) == "+13 after 300 -")
        #expect(stage.follow("14", at: 160) == "+14 after 0 -13")
    }

    @Test("Reopens a rejected stream after a delay, then reports it as lost")
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
        // The replacement inherits the failures of the previous address.
        #expect(stage.follow("b", at: 2) == "+b after 4 -a")
        #expect(stage.roster.lost?.address == "b")
        _ = stage.receive(Self.open, "b", at: 6)
        #expect(stage.roster.lost == nil)
        #expect(stage.roster.isLive)
    }

    @Test("Reports a loss after two failures in a row until the stream opens")
    func losses() {
        var stage = Stage()
        _ = stage.follow("a", "b", at: 0)
        _ = stage.receive(Self.open, "a", at: 0)
        _ = stage.receive(Self.lost, "b", at: 1)
        #expect(stage.roster.lost == nil)
        _ = stage.receive(.connecting(attempt: 2), "b", at: 2)
        _ = stage.receive(Self.lost, "b", at: 2)
        #expect(stage.roster.lost?.address == "b")
        // The other stream's status doesn't affect the reported loss.
        _ = stage.receive(Self.lost, "a", at: 3)
        _ = stage.receive(Self.open, "a", at: 3)
        #expect(stage.roster.lost?.problem == .ended)
        _ = stage.receive(Self.open, "b", at: 4)
        #expect(stage.roster.lost == nil)
    }

    @Test("Ignores the status of an unknown stream")
    func strangers() {
        var stage = Stage()
        #expect(stage.receive(Self.open, "a", at: 0) == "+ after 0 -")
        #expect(stage.receive(.closed(.closedHere), "a", at: 0) == "+ after 0 -")
        #expect(stage.follow("b", at: 0) == "+b after 0 -")
        #expect(!stage.roster.isRefused)
    }
}
