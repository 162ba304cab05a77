// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@testable import HalyardLDClient

/// Changes of the configuration and the user while a client runs.
@Suite("LDClient: configuration changes")
struct LDConfigurationChangeTests {
    /// Creates a stage whose service returns the request's mobile key as the value of a flag.
    private func stage() throws -> UserStage {
        try UserStage { request in
            Step.flags(#"{"who":{"value":"\#(request.value(of: "Authorization") ?? "")","version":1}}"#)
        }
    }

    @Test("Ignores a configuration if no client is running")
    func notRunning() throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = stage.registry.primary
        client.config = stage.config()
        #expect(client.config.mobileKey == "")
        #expect(stage.registry.get() == nil && stage.server.requests.isEmpty)
    }

    @Test("Applies a configuration immediately when online, and keeps observers")
    func online() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started()
        #expect(client.variation(forKey: "who", defaultValue: "") == "api_key mob")
        let owner = Owner()
        let change = await withCheckedContinuation { continuation in
            client.observe(key: "who", owner: owner) { continuation.resume(returning: $0) }
            client.config = stage.config { $0.mobileKey = "other" }
        }
        // Nothing is stored for the new key, so the flag was missing in the meantime.
        #expect(change.oldValue == nil && change.newValue as? String == "api_key other")
        #expect(client.config.mobileKey == "other" && client.isOnline)
        await until { client.isInitialized }
        // Reads are reported with the mobile key under which they were counted.
        let post = try await stage.posts(1)[0]
        #expect(post.value(of: "Authorization") == "api_key mob")
        #expect(post.text.contains(#""kind":"summary""#))
        withExtendedLifetime(owner) {}
    }

    @Test("Applies an offline configuration and user when it goes online")
    func both() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        try client.track(key: "offline")
        client.config = stage.config { $0.mobileKey = "other" }
        await completed { client.identify(user: .plain("b"), completion: $0) }
        #expect(stage.server.requests.isEmpty && !client.isOnline && client.isInitialized)
        client.setOnline(true)
        await until { client.variation(forKey: "who", defaultValue: "") == "api_key other" }
        #expect(stage.asked.map { $0.value(of: "Authorization") } == ["api_key other"])
        #expect(!stage.server.requests.contains(where: isEarlier))
        client.config = stage.config()
        await until { stage.server.requests.contains(where: isEarlier) }
        let post = try #require(stage.server.requests.first(where: isEarlier))
        #expect(post.value(of: "Authorization") == "api_key mob")
    }

    private func isEarlier(_ request: RecordedRequest) -> Bool {
        request.isAboutEvents && request.text.contains(#""key":"offline""#)
    }

    @Test("Drops unsent events if the maximum of cached users is zero")
    func keepsNothing() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(
            stage.config {
                $0.startOnline = false
                $0.maxCachedUsers = 0
            })
        try client.track(key: "offline")
        client.config = stage.config()
        client.setOnline(true)
        try client.track(key: "online")
        client.flush()
        await until { stage.server.requests.contains { $0.text.contains(#""key":"online""#) } }
        #expect(!stage.server.requests.contains(where: isEarlier))
    }

    @Test("Sends stored events at the next start")
    func nextStart() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        try client.track(key: "offline")
        await client.handle.environment?.client.shutdown()
        client.close()
        await stage.start()
        await until { stage.server.requests.contains(where: isEarlier) }
    }

    @Test("Retries the previous client's events only when online")
    func endsOffline() async throws {
        let stage = try UserStage(events: [.send(.response(503))]) { _ in Step.flags("{}") }
        defer { stage.end() }
        let client = try await stage.started()
        try client.track(key: "before")
        client.config = stage.config { $0.eventCapacity = 7 }
        let parcel = try await stage.posts(1)[0]
        #expect(parcel.text.contains(#""key":"before""#))
        await completed { client.setOnline(false, completion: $0) }
        // The service rejected the request, and the retry would be due after a second.
        await pass(.seconds(4), offline: client, on: stage)
        #expect(try await stage.posts(1).count == 1)
        client.setOnline(true)
        await until(moving: stage.time, by: .milliseconds(200)) {
            stage.server.requests.count(where: { $0.text == parcel.text }) >= 2
        }
        let header = "X-LaunchDarkly-Payload-ID"
        #expect(try await stage.posts(2).count { $0.value(of: header) == parcel.value(of: header) } == 2)
    }

    @Test("Sends no retries of a previous client after going offline again")
    func endsOfflineAgain() async throws {
        let stage = try UserStage(events: [.send(.response(503))]) { _ in Step.flags("{}") }
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.startOnline = false })
        try client.track(key: "before")
        client.config = stage.config { $0.startOnline = false }
        client.setOnline(true)
        let isParcel = { (request: RecordedRequest) in request.text.contains(#""key":"before""#) }
        await until { stage.server.requests.contains(where: isParcel) }
        await completed { client.identify(user: .plain("b"), completion: $0) }
        await completed { client.setOnline(false, completion: $0) }
        await pass(.seconds(4), offline: client, on: stage)
        #expect(stage.server.requests.count(where: isParcel) == 1)
    }

    @Test("Sends previous events when closed while going online is delayed")
    func closedInPause() async throws {
        let stage = try UserStage { _ in Step.flags("{}") }
        defer { stage.server.stop() }
        let client = try await stage.started()
        for isOnline in [false, true, false] { client.setOnline(isOnline) }
        try client.track(key: "before")
        client.config = stage.config { $0.startOnline = false }
        client.setOnline(true)
        #expect(!client.isOnline)
        client.close()
        await until { stage.server.requests.contains { $0.text.contains(#""key":"before""#) } }
    }

    /// Moves the clock in 20 steps, and drains the client's queue after each of them.
    private func pass(_ duration: Duration, offline client: LDClient, on stage: UserStage) async {
        for _ in 1...20 {
            stage.time.advance(by: duration / 20)
            await completed { client.setOnline(false, completion: $0) }
        }
    }

    @Test("Adds and removes environments of a new configuration")
    func environments() async throws {
        let stage = try stage()
        defer { stage.end() }
        var config = stage.config()
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        let client = try await stage.started(config)
        let core = try #require(stage.registry.get(environment: "core"))
        #expect(core.variation(forKey: "who", defaultValue: "") == "api_key mob-core")
        try config.setSecondaryMobileKeys(["more": "mob-more"])
        client.config = config
        #expect(stage.registry.get(environment: "core") == nil && core.allFlags == nil && !core.isOnline)
        #expect(core.variation(forKey: "who", defaultValue: "gone") == "gone")
        let more = try #require(stage.registry.get(environment: "more"))
        await until { more.variation(forKey: "who", defaultValue: "") == "api_key mob-more" }
    }

    @Test("Applies the last of many concurrent configurations")
    func many() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started()
        let completions = Recorder<Void>()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for round in 0..<5 {
                        client.config = stage.config { $0.mobileKey = "\(task)-\(round)" }
                        client.identify(user: .plain("\(task)-\(round)")) { completions.add() }
                    }
                }
            }
        }
        client.config = stage.config { $0.mobileKey = "last" }
        await until(moving: stage.time, by: .seconds(30)) {
            completions.count >= 20 && client.variation(forKey: "who", defaultValue: "") == "api_key last"
        }
        #expect(completions.count == 20)
    }
}
