// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("LaunchDarkly summary events")
struct SummaryTests {
    private typealias Entry = EvaluationSummary.Entry

    private static func summary(_ features: String, end: Int64 = 0) -> String {
        #"[{"endDate":\#(EventWorld.start + end),"features":{\#(features)},"kind":"summary","#
            + #""startDate":\#(EventWorld.start)}]"#
    }

    @Test("Counts by variation and version, and keeps the first value and default")
    func counters() async throws {
        let world = try EventWorld()
        let old = EventWorld.flag("nav", ["value": "a", "variation": 0, "version": 1])
        let new = EventWorld.flag("nav", ["value": "b", "variation": 1, "version": 1])
        let newer = EventWorld.flag("nav", ["value": "b", "variation": 1, "version": 9, "flagVersion": 2])
        let edited = EventWorld.flag("nav", ["value": "c", "variation": 1, "version": 1])
        world.count(
            Entry(flag: old, key: "nav", defaultValue: "x", valueReads: 2),
            Entry(flag: new, key: "nav", defaultValue: "y", valueReads: 1),
            Entry(flag: old, key: "nav", defaultValue: 0, error: .typeMismatch, valueReads: 4))
        world.time.advance(by: .seconds(1))
        world.count(
            Entry(flag: newer, key: "nav", defaultValue: "x", valueReads: 3),
            Entry(flag: edited, key: "nav", defaultValue: "x", valueReads: 5), for: .user("somebody-else"))
        world.time.advance(by: .seconds(1))
        let counters = [
            #"{"count":6,"value":"a","variation":0,"version":1}"#,
            #"{"count":6,"value":"b","variation":1,"version":1}"#,
            #"{"count":3,"value":"b","variation":1,"version":2}"#,
        ]
        #expect(
            await world.flushed() == [
                Self.summary(
                    #""nav":{"counters":[\#(counters.joined(separator: ","))],"default":"x"}"#, end: 2000)
            ])
    }

    @Test("Counts unknown flags and flags without a version or value")
    func odd() async throws {
        let world = try EventWorld()
        let bare = EventWorld.flag("bare", ["value": 1])
        let empty = EventWorld.flag("empty", ["value": .null, "variation": 2, "version": 3])
        world.count(
            Entry(flag: bare, key: "bare", defaultValue: 0, valueReads: 1),
            Entry(flag: empty, key: "empty", defaultValue: "d", valueReads: 1),
            Entry(flag: nil, key: "none", defaultValue: .null, error: .flagNotFound, valueReads: 2),
            Entry(flag: nil, key: "soon", defaultValue: true, error: .providerNotReady, valueReads: 1))
        #expect(
            await world.flushed() == [
                Self.summary(
                    #""bare":{"counters":[{"count":1,"unknown":true,"value":1}],"default":0},"#
                        + #""empty":{"counters":[{"count":1,"value":"d","variation":2,"version":3}],"default":"d"},"#
                        + #""none":{"counters":[{"count":2,"unknown":true,"value":null}],"default":null},"#
                        + #""soon":{"counters":[{"count":1,"unknown":true,"value":true}],"default":true}"#)
            ])
    }

    @Test("Sends a summary once, and nothing without new reads")
    func once() async throws {
        let world = try EventWorld()
        world.count(Entry(flag: nil, key: "x", defaultValue: 1, error: .flagNotFound, valueReads: 1))
        #expect(await world.flushed().count == 1)
        world.count()
        #expect(await world.flushed().count == 1)
    }
}
