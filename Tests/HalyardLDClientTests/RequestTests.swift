// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardSupport
import HostileServer
import Testing

/// A configuration with every option off its default, and the requests that it causes.
@Suite("LDClient: every option, on the wire", .timeLimit(.minutes(1)))
struct RequestTests {
    /// Every option off its default, but for the streaming mode and the reports about the client.
    private func config(_ stage: LDStage) throws -> LDConfig {
        var config = LDConfig(mobileKey: "mob-12345678")
        config.baseUrl = try #require(URL(string: stage.server.url("/poll/")))
        config.streamUrl = try #require(URL(string: stage.server.url("/stream")))
        config.eventsUrl = try #require(URL(string: stage.server.url("/tell/")))
        config.eventCapacity = 3
        config.connectionTimeout = 7
        config.eventFlushInterval = 11
        config.flagPollingInterval = 400
        config.backgroundFlagPollingInterval = 4000
        config.enableBackgroundUpdates = true
        config.startOnline = false
        config.allUserAttributesPrivate = true
        config.privateUserAttributes = ["email"]
        config.useReport = true
        config.inlineUserInEvents = true
        config.isDebugMode = true
        config.evaluationReasons = true
        config.maxCachedUsers = 2
        config.diagnosticOptOut = true
        config.diagnosticRecordingInterval = 600
        config.wrapperName = "Wrap"
        config.wrapperVersion = "1.2"
        var info = ApplicationInfo()
        info.applicationIdentifier("shop")
        info.applicationName("Shop")
        info.applicationVersion("3")
        info.applicationVersionName("3.0")
        config.applicationInfo = info
        config.additionalHeaders = ["X-Gate": "open"]
        config.headerDelegate = { url, headers in
            headers.merging(["X-Last": url.path]) { $1 }
        }
        config.autoAliasingOptOut = true
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        return config
    }

    private static var nobody: LDUser {
        var user = LDUser.plain("n")
        user.isAnonymous = true
        return user
    }

    @Test("polls and events")
    func polls() async throws {
        let stage = try LDStage { _ in
            Step.flags(#"{"on":{"value":true,"version":1,"trackEvents":true,"reason":{"kind":"OFF"}}}"#)
        }
        defer { stage.end() }
        var config = try config(stage)
        config.streamingMode = .polling
        let client = try await stage.started(config, Self.nobody)
        #expect(stage.server.requests.isEmpty && !client.isOnline)
        client.setOnline(true)
        await stage.until { client.allFlags?.isEmpty == false && stage.asked.count == 2 }
        let user = LDUser(key: "u", name: "N", email: "e", device: "d", operatingSystem: "o")
        await completed { client.identify(user: user, completion: $0) }
        #expect(client.variationDetail(forKey: "on", defaultValue: false).reason as? [String: String] == ["kind": "OFF"])
        try client.track(key: "dropped")
        client.flush()
        let posts = await stage.posts(2)
        let polls = stage.asked.map(\.transcript).sorted { $0.joined() < $1.joined() }
        for p in polls { print("POLL", p) }
        for p in posts.map(\.transcript).sorted(by: { $0.joined() < $1.joined() }) { print("POST", p) }
        #expect(polls.isEmpty)
    }

    @Test("streams")
    func streams() async throws {
        let stage = try LDStage { _ in [.send(.eventStream + .event("put", "{}")), .stall] }
        defer { stage.end() }
        var config = try config(stage)
        config.startOnline = true
        await stage.start(config, Self.nobody)
        let streams = stage.asked.map(\.transcript).sorted { $0.joined() < $1.joined() }
        for p in streams { print("STREAM", p) }
        #expect(streams.isEmpty)
    }

    @Test("reports about the client")
    func diagnostics() async throws {
        let stage = try LDStage { _ in Step.flags("{}") }
        defer { stage.end() }
        var config = try config(stage)
        config.streamingMode = .polling
        config.startOnline = true
        config.diagnosticOptOut = false
        await stage.start(config, Self.nobody)
        let posts = await stage.posts(2)
        for p in posts { print("DIAG", p.transcript) }
        #expect(posts.isEmpty)
    }

    @Test("as GET, the user stands in the address")
    func get() async throws {
        let stage = try LDStage { _ in Step.flags("{}") }
        defer { stage.end() }
        await stage.start(stage.config(), .plain("n"))
        for p in stage.asked { print("GET", p.transcript) }
        #expect(stage.asked.isEmpty)
    }
}
