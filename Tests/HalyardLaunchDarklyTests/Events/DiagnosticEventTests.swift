// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("LaunchDarkly diagnostic events")
struct DiagnosticEventTests {
    private static let facts = LaunchDarklyDiagnosticFacts(
        sdk: ["name": "halyard", "version": "1"], platform: ["name": "swift"], configuration: ["useReport": false])
    // The first two random numbers of the seed determine the session's identifier.
    private static let id = #""id":{"diagnosticId":"910A2DEC-8902-4CC1-BEEB-8DA1658EEC67","sdkKeySuffix":"456789"}"#
    private static let introduction =
        #"{"configuration":{"useReport":false},"creationDate":\#(EventWorld.start),\#(id),"kind":"diagnostic-init","#
        + #""platform":{"name":"swift"},"sdk":{"name":"halyard","version":"1"}}"#

    private static func statistics(
        since: Int64, at time: Int64, dropped: Int = 0, lastBatch: Int = 0, streams: String = ""
    ) -> String {
        #"{"creationDate":\#(EventWorld.start + time),"dataSinceDate":\#(EventWorld.start + since),"#
            + #""droppedEvents":\#(dropped),"eventsInLastBatch":\#(lastBatch),\#(id),"kind":"diagnostic","#
            + #""streamInits":[\#(streams)]}"#
    }

    @Test("Sends the initial event once, when first online, in a separate request")
    func introduction() async throws {
        let world = try EventWorld(facts: Self.facts, mode: .offline)
        world.sink.receive(.modeChanged(.background))
        world.sink.receive(.modeChanged(.online))
        let request = try await world.server.nextRequest()
        #expect(request.method == "POST")
        #expect(request.target == "/base/mobile/events/diagnostic")
        #expect(request.text == Self.introduction)
        #expect(request.value(of: "authorization") == "api_key mob-0123456789")
        #expect(request.value(of: "content-type") == "application/json")
        #expect(request.value(of: "x-launchdarkly-event-schema") == nil)
        #expect(request.value(of: "x-launchdarkly-payload-id") == nil)
        world.sink.receive(.modeChanged(.offline))
        world.sink.receive(.modeChanged(.online))
        _ = await world.flushed()
        #expect(world.server.requests.count == 1)
    }

    @Test("Sends the statistics at each interval, and resets the counts")
    func periodic() async throws {
        let world = try EventWorld(
            facts: Self.facts,
            options: {
                $0.capacity = 1
                $0.diagnosticInterval = .seconds(60)
            })
        #expect(try await world.server.nextRequest().text == Self.introduction)
        await world.time.awaitSleepers(2)
        world.track("a")
        world.track("b")
        world.track("c")
        world.sink.noteStream(
            LaunchDarklyStreamOpening(
                time: Instant(millisecondsSinceEpoch: EventWorld.start), duration: .milliseconds(1500), hasFailed: true)
        )
        world.time.advance(by: .seconds(30))
        #expect(try await world.server.nextRequest().target == "/base/mobile/events/bulk")
        await world.time.awaitSleepers(2)
        world.time.advance(by: .seconds(30))
        #expect(
            try await world.server.nextRequest().text
                == Self.statistics(
                    since: 0, at: 60_000, dropped: 2, lastBatch: 1,
                    streams: #"{"durationMillis":1500,"failed":true,"timestamp":1767225600000}"#))
        await world.time.awaitSleepers(2)
        world.sink.receive(.modeChanged(.background))
        world.time.advance(by: .seconds(60))
        await world.time.awaitSleepers(1)
        world.sink.receive(.modeChanged(.online))
        world.time.advance(by: .seconds(60))
        #expect(try await world.server.nextRequest().text == Self.statistics(since: 60_000, at: 180_000))
    }

    @Test("Retries immediately after a failure, and doesn't report the second one", arguments: [503, 429])
    func retry(status: Int) async throws {
        let world = try EventWorld(
            [[.send(.response(status))], [.send(.response(status))]], facts: Self.facts, mode: .offline)
        world.sink.receive(.modeChanged(.online))
        #expect(try await world.server.nextRequest().text == Self.introduction)
        #expect(try await world.server.nextRequest().text == Self.introduction)
        world.track("a")
        _ = await world.flushed()
        #expect(world.server.requests.count == 3)
        #expect(world.diagnostics == [])
    }

    @Test("Sends nothing when opted out, or without facts or a mobile key")
    func optOut() async throws {
        let worlds = [
            try EventWorld(facts: Self.facts, options: { $0.sendsDiagnostics = false }), try EventWorld(),
            try EventWorld(facts: Self.facts, mobileKey: ""),
        ]
        for world in worlds {
            world.sink.receive(.modeChanged(.online))
            #expect(await world.flushed() == [])
            #expect(world.server.connectionCount == 0)
        }
    }

    @Test("Waits for consent before sending")
    func consent() async throws {
        let world = try EventWorld(facts: Self.facts, mode: .offline)
        world.sink.receive(.consentChanged(false))
        world.sink.receive(.modeChanged(.online))
        #expect(await world.flushed() == [])
        world.sink.receive(.consentChanged(true))
        #expect(try await world.server.nextRequest().text == Self.introduction)
    }

    @Test("Sends an earlier run's unsent statistics first")
    func memory() async throws {
        let files = InMemoryFileSystem()
        let memory = DiagnosticMemory(mobileKey: Secret("mob-0123456789"), folder: "/state", files: files)
        let first = try EventWorld(facts: Self.facts, memory: memory)
        #expect(try await first.server.nextRequest().text == Self.introduction)
        first.sink.noteStream(
            LaunchDarklyStreamOpening(
                time: Instant(millisecondsSinceEpoch: EventWorld.start), duration: .zero, hasFailed: false))
        first.time.advance(by: .seconds(9))
        first.sink.receive(.modeChanged(.offline))
        await first.sink.settleMemory()
        #expect(
            files.paths == [
                "/state/launchdarkly-diagnostics-"
                    + "326473ecf3ef1cfcfcf1a6f3ad5bcf3f9ca8cba28f059a34fc747df14b05da11"
            ])

        let second = try EventWorld(facts: Self.facts, memory: memory)
        let earlier = Self.statistics(
            since: 0, at: 9000, streams: #"{"durationMillis":0,"failed":false,"timestamp":1767225600000}"#)
        #expect(try await second.server.nextRequest().text == earlier)
        #expect(try await second.server.nextRequest().text == Self.introduction)
        #expect(files.paths == [])
    }

    @Test("Removes damaged statistics without sending them")
    func damagedMemory() async throws {
        let probe = InMemoryFileSystem()
        await DiagnosticMemory(mobileKey: Secret("mob-0123456789"), folder: "/s", files: probe).keep("x")
        let path = try #require(probe.paths.first)
        let files = InMemoryFileSystem([path: #"{"kind": "diagn"#])
        let world = try EventWorld(
            facts: Self.facts,
            memory: DiagnosticMemory(mobileKey: Secret("mob-0123456789"), folder: "/s", files: files))
        #expect(try await world.server.nextRequest().text == Self.introduction)
        #expect(files.paths == [])
    }
}
