// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

/// Tests for the events about flags that a server evaluates.
@Suite("LaunchDarkly server events")
struct ServerEventTests {
    static let start = ServerEventWorld.start
    static let served = ServerEventWorld.served

    @Test("Sends a feature event with the reason for a tracked fallthrough")
    func trackedFallthrough() async throws {
        let server = try await ServerEventWorld(#""f":{\#(Self.served),"trackEventsFallthrough":true}"#)
        server.read(for: .user("ada", ["plan": "gold"]))
        #expect(
            try await server.events("feature") == [
                #"{"context":{"key":"ada","kind":"user","plan":"gold"},"creationDate":\#(Self.start),"#
                    + #""default":"default","key":"f","kind":"feature","reason":{"kind":"FALLTHROUGH"},"#
                    + #""value":"b","variation":1,"version":7}"#
            ])
        await server.client.shutdown()
    }

    @Test("Hides anonymous contexts in feature and custom events, but not in debug events")
    func anonymous() async throws {
        let server = try await ServerEventWorld(
            #""f":{\#(Self.served),"trackEvents":true,"debugEventsUntilDate":\#(Self.start + 1)}"#)
        let part = EvaluationContext.Part(.user, key: "a", attributes: ["plan": "gold"], isAnonymous: true)
        let context = EvaluationContext([part])
        server.read(for: context)
        server.client.track("bought", for: context)
        let hidden =
            #""context":{"_meta":{"redactedAttributes":["plan"]},"anonymous":true,"key":"a","kind":"user"},"creationDate":\#(Self.start)"#
        let reading = { (kind: String) in
            #""default":"default","key":"f","kind":"\#(kind)","value":"b","variation":1,"version":7}"#
        }
        #expect(try await server.events("feature") == ["{\(hidden),\(reading("feature"))"])
        #expect(try await server.events("custom") == [#"{\#(hidden),"key":"bought","kind":"custom"}"#])
        #expect(
            try await server.events("debug") == [
                #"{"context":{"anonymous":true,"key":"a","kind":"user","plan":"gold"},"#
                    + #""creationDate":\#(Self.start),\#(reading("debug"))"#
            ])
        await server.client.shutdown()
    }

    @Test("Removes an attribute that became private after LaunchDarkly's context was converted")
    func convertedContext() async throws {
        let server = try await ServerEventWorld(#""f":{\#(Self.served),"trackEvents":true}"#)
        var builder = LaunchDarklyContextBuilder(key: "ada")
        builder.trySetValue("email", "a@b.c")
        server.read(for: try builder.build().get().context.keepingPrivate("email"))
        let start =
            #"{"context":{"_meta":{"redactedAttributes":["email"]},"key":"ada","kind":"user"},"creationDate":\#(Self.start),"#
        #expect(try await server.events("index") == [start + #""kind":"index"}"#])
        #expect(
            try await server.events("feature") == [
                start + #""default":"default","key":"f","kind":"feature","value":"b","variation":1,"version":7}"#
            ])
        await server.client.shutdown()
    }

    // MARK: Prerequisites

    /// The properties of three flags, each of which depends on the next.
    static let prerequisites = #"""
        "f":{\#(served),"prerequisites":[{"key":"p","variation":1}],"trackEvents":true},
        "p":{\#(served),"prerequisites":[{"key":"q","variation":1}],"trackEvents":true},
        "q":{\#(served),"trackEvents":true}
        """#

    @Test("Reports nested prerequisites first, with the flag that depends on them")
    func prerequisites() async throws {
        let server = try await ServerEventWorld(Self.prerequisites)
        server.read(for: .user("a"))
        let event = { (key: String, defaultValue: String, dependent: String) in
            #"{"context":{"key":"a","kind":"user"},"creationDate":\#(Self.start),"default":\#(defaultValue),"#
                + #""key":"\#(key)","kind":"feature"\#(dependent),"value":"b","variation":1,"version":7}"#
        }
        #expect(
            try await server.events("feature") == [
                event("q", "null", #","prereqOf":"p""#), event("p", "null", #","prereqOf":"f""#),
                event("f", #""default""#, ""),
            ])
        await server.client.shutdown()
    }

    @Test(
        "Reports nothing about a prerequisite of another provider",
        arguments: ["", #","p":{\#(ServerEventWorld.served),"trackEvents":true}"#])
    func otherProvider(own: String) async throws {
        let server = try await ServerEventWorld(
            #""f":{\#(Self.served),"prerequisites":[{"key":"p","variation":1}],"trackEvents":true}\#(own)"#,
            after: InMemoryFlagProvider(["p": "other"], name: "other"))
        server.read(for: .user("a"))
        #expect(server.read("p", for: .user("a")) == "other")
        let events = try await server.events().map(JSONWriter.text)
        #expect(events.contains { $0.contains(#""key":"f","kind":"feature""#) })
        #expect(events.filter { $0.contains("other") } == [])
        await server.client.shutdown()
    }

    @Test("Sends a feature event for a flag that summaries leave out")
    func excludedFlag() async throws {
        let server = try await ServerEventWorld(
            #""f":{\#(Self.served),"trackEvents":true,"excludeFromSummaries":true}"#)
        server.read(for: .user("a"))
        #expect(try await server.kinds() == ["index a", "feature f"])
        await server.client.shutdown()
    }

    // MARK: Sampling

    @Test("Counts a flag with the sampling ratio 0, without other events", arguments: [0, -1])
    func noSamples(ratio: Int) async throws {
        let server = try await ServerEventWorld(
            #""f":{\#(Self.served),"trackEvents":true,"debugEventsUntilDate":\#(Self.start + 1),"samplingRatio":\#(ratio)}"#
        )
        server.read(for: .user("a"))
        #expect(try await server.kinds() == ["index a", "summary"])
        await server.client.shutdown()
    }

    @Test("Sends one of four events, separately for each kind, and counts all reads")
    func samples() async throws {
        let server = try await ServerEventWorld(
            #""f":{\#(Self.served),"trackEvents":true,"debugEventsUntilDate":\#(Self.start + 1),"samplingRatio":4}"#)
        for _ in 0..<1000 { server.read(for: .user("a")) }
        let features = try await server.events("feature")
        #expect((200...300).contains(features.count))
        #expect((200...300).contains(try await server.events("debug").count))
        #expect(features.allSatisfy { $0.contains(#""samplingRatio":4"#) })
        // A read with both events has them next to each other. With a common selection, all reads would have both or none.
        let kinds = try await server.events().compactMap { $0["kind"] }.filter { $0 == "feature" || $0 == "debug" }
        #expect(zip(kinds, kinds.dropFirst()).contains { $0 == $1 })
        #expect(try await server.events("summary").map { $0.contains(#""count":1000"#) } == [true])
        await server.client.shutdown()
    }

    @Test("Sends all events of a flag with the sampling ratio 1, without the ratio")
    func allSamples() async throws {
        let server = try await ServerEventWorld(#""f":{\#(Self.served),"trackEvents":true,"samplingRatio":1}"#)
        server.read(for: .user("a"))
        #expect(try await server.events("feature").map { $0.contains("samplingRatio") } == [false])
        await server.client.shutdown()
    }

    // MARK: Errors

    @Test("Reports a malformed flag with the default value and without a variation")
    func malformed() async throws {
        let server = try await ServerEventWorld(
            #""f":{\#(LocalSample.start),"fallthrough":{},"trackEvents":true}"#)
        #expect(server.read(for: .user("a")) == "default")
        #expect(
            try await server.events("feature") == [
                #"{"context":{"key":"a","kind":"user"},"creationDate":\#(Self.start),"default":"default","key":"f","#
                    + #""kind":"feature","value":"default","version":7}"#
            ])
        await server.client.shutdown()
    }

    @Test("Reports a read as another type with the default value and without a variation")
    func otherType() async throws {
        let server = try await ServerEventWorld(#""f":{\#(Self.served),"trackEventsFallthrough":true}"#)
        #expect(!server.client.snapshot(for: .user("a")).bool("f", default: false))
        #expect(
            try await server.events("feature") == [
                #"{"context":{"key":"a","kind":"user"},"creationDate":\#(Self.start),"default":false,"key":"f","#
                    + #""kind":"feature","reason":{"errorKind":"WRONG_TYPE","kind":"ERROR"},"value":false,"version":7}"#
            ])
        await server.client.shutdown()
    }

    // MARK: Delivery

    @Test("Sends no more events after a permanent rejection, and serves flags", arguments: [401, 403, 404])
    func refused(status: Int) async throws {
        let server = try await ServerEventWorld(answers: [[.send(.response(status))]])
        server.read(for: .user("a"))
        await server.client.flush()
        #expect(server.read(for: .user("b")) == "b")
        server.client.track("bought")
        await server.client.flush()
        await server.client.shutdown()
        #expect(server.world.server.requests.count == 1)
        #expect(server.client.diagnostics.recent.filter { $0.code == "eventsDropped" }.count == 1)
    }

    @Test("Sends the events again after a temporary failure")
    func temporary() async throws {
        let server = try await ServerEventWorld(answers: [[.send(.response(429))]])
        server.read(for: .user("a"))
        async let flushed = server.client.flush()
        await until { server.world.deliveries.count == 1 }
        // The time limits of the client's and the sink's flush, the flush interval, and the retry delay.
        await server.world.time.untilSleeping(4)
        server.world.time.advance(by: .seconds(1))
        #expect(await flushed)
        server.read(for: .user("b"))
        #expect(try await server.kinds() == ["index a", "summary", "index a", "summary", "index b", "summary"])
        await server.client.shutdown()
    }

    @Test("Sends the last summary when the client is shut down")
    func shutdown() async throws {
        let server = try await ServerEventWorld()
        server.read(for: .user("a"))
        await server.client.shutdown()
        #expect(try await server.kinds() == ["index a", "summary"])
    }

    @Test("Ends a shutdown at its deadline if a delivery stalls, and reports the loss when the connection breaks")
    func stalledShutdown() async throws {
        let server = try await ServerEventWorld(answers: [[.stall]])
        server.read(for: .user("a"))
        async let ended: Void = server.client.shutdown()
        _ = try await server.world.server.nextRequest()
        await until { server.world.time.rests.contains(.seconds(5)) }
        server.world.time.advance(by: .seconds(5))
        await ended
        #expect(server.client.diagnostics.recent == [])
        server.world.server.stop()
        // The delay before the second attempt.
        await until { server.world.time.rests.contains(.seconds(1)) }
        server.world.time.advance(by: .seconds(1))
        await until { !server.client.diagnostics.recent.isEmpty }
        #expect(server.client.diagnostics.recent.map { $0.message.prefix(18) } == ["Events dropped: 2."])
    }
}
