// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HostileServer
import Testing

@Suite("LaunchDarkly debug events")
struct DebugEventTests {
    /// A `Date` header and the end of debugging, relative to the device's clock.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var date: String
        var until: Int64
        var isSent: Bool

        init(_ rule: String, _ date: String, _ until: Int64, isSent: Bool) {
            (testDescription, self.date, self.until, self.isSent) = (rule, date, EventWorld.start + until, isSent)
        }
    }

    static let hour: Int64 = 3_600_000
    static let ahead = "Thu, 01 Jan 2026 01:00:00 GMT"
    static let behind = "Wed, 31 Dec 2025 23:00:00 GMT"
    static let rows = [
        Row("the end lies ahead of both clocks, the server's ahead", ahead, hour + 1, isSent: true),
        Row("the end lies ahead of both clocks, the server's behind", behind, 1, isSent: true),
        Row("the end lies behind the server's clock alone", ahead, hour, isSent: false),
        Row("the end lies behind the device's clock alone", behind, 0, isSent: false),
        Row("the end lies behind both clocks, the server's ahead", ahead, -1, isSent: false),
        Row("the end lies behind both clocks, the server's behind", behind, -hour, isSent: false),
        Row("a date that is none says nothing", "yesterday", 1, isSent: true),
    ]

    @Test("Stops debug events by the later of the device and server clocks", arguments: rows)
    func clocks(row: Row) async throws {
        let world = try EventWorld([[.send(.response(202, ["Date: \(row.date)"]))]])
        world.identify(EventWorld.ada)
        _ = await world.flushed()
        world.evaluate(EventWorld.flag("x", ["value": 1, "debugEventsUntilDate": .int(row.until)]), 1)
        let bodies = await world.flushed().dropFirst()
        #expect(
            Array(bodies)
                == (row.isSent
                    ? [
                        #"[{"creationDate":1767225600000,"default":false,"key":"x","kind":"debug","#
                            + #""user":{"custom":{"plan":"gold"},"key":"ada","name":"Ada"},"value":1}]"#
                    ] : []))
    }

    @Test("Ignores the date of an earlier server time or a rejected request")
    func clockGoesBack() async throws {
        let world = try EventWorld([
            [.send(.response(202, ["Date: \(Self.ahead)"]))], [.send(.response(202, ["Date: \(Self.behind)"]))],
            [.send(.response(413, ["Date: Thu, 01 Jan 2026 09:00:00 GMT"]))],
        ])
        for _ in 0..<3 {
            world.identify(EventWorld.ada)
            _ = await world.flushed()
        }
        world.evaluate(
            EventWorld.flag("x", ["value": 1, "debugEventsUntilDate": .int(EventWorld.start + Self.hour)]), 1)
        #expect(await world.flushed().count == 3)
        world.evaluate(
            EventWorld.flag("x", ["value": 1, "debugEventsUntilDate": .int(EventWorld.start + Self.hour + 1)]), 1)
        #expect(await world.flushed().count == 4)
    }

    @Test("Sends debug events in addition to feature events")
    func both() async throws {
        let world = try EventWorld()
        world.evaluate(
            EventWorld.flag(
                "x", ["value": 1, "trackEvents": true, "debugEventsUntilDate": .int(EventWorld.start + 1)]), 1)
        world.evaluate(EventWorld.flag("y", ["value": 1, "trackEvents": true, "debugEventsUntilDate": -1]), 1)
        world.evaluate(EventWorld.flag("z", ["value": 1]), 1)
        let body = try #require(await world.flushed().first)
        let kinds = body.split(separator: #""kind":""#).dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(kinds == ["feature", "debug", "feature"])
    }
}
