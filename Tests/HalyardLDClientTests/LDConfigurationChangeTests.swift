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

/// Another configuration, and another user, for a client that runs.
@Suite("LDClient: another configuration")
struct LDConfigurationChangeTests {
    /// A service whose flag says which key asked.
    private func stage() throws -> UserStage {
        try UserStage { request in
            Step.flags(#"{"who":{"value":"\#(request.value(of: "Authorization") ?? "")","version":1}}"#)
        }
    }

    @Test("without a running client nothing happens")
    func notRunning() throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = stage.registry.primary
        client.config = stage.config()
        #expect(client.config.mobileKey == "")
        #expect(stage.registry.get() == nil && stage.server.requests.isEmpty)
    }

    @Test("online, the new configuration is used at once; observers stay and are notified of its flags")
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
        // Nothing is stored for the new key: meanwhile the flag was not there.
        #expect(change.oldValue == nil && change.newValue as? String == "api_key other")
        #expect(client.config.mobileKey == "other" && client.isOnline)
        await until { client.isInitialized }
        // What was counted so far goes to where it was counted, as the old configuration says.
        let post = try await stage.posts(1)[0]
        #expect(post.value(of: "Authorization") == "api_key mob")
        #expect(post.text.contains(#""kind":"summary""#))
        withExtendedLifetime(owner) {}
    }

    @Test("Uses configuration and user from the next time online, and sends the events of the same key")
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

    @Test("Reports and drops unsent events if nothing may be kept")
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

    @Test("the client before is offline as well, also while it ends and tries again; online, what it has left is sent")
    func endsOffline() async throws {
        let stage = try UserStage(events: [.send(.response(503))]) { _ in Step.flags("{}") }
        defer { stage.end() }
        let client = try await stage.started()
        try client.track(key: "before")
        client.config = stage.config { $0.eventCapacity = 7 }
        let parcel = try await stage.posts(1)[0]
        #expect(parcel.text.contains(#""key":"before""#))
        await completed { client.setOnline(false, completion: $0) }
        // It was refused, and would be due again a second later.
        await pass(.seconds(4), offline: client, on: stage)
        #expect(try await stage.posts(1).count == 1)
        client.setOnline(true)
        await until(moving: stage.time, by: .milliseconds(200)) {
            stage.server.requests.count(where: { $0.text == parcel.text }) >= 2
        }
        let header = "X-LaunchDarkly-Payload-ID"
        #expect(try await stage.posts(2).count { $0.value(of: header) == parcel.value(of: header) } == 2)
    }

    @Test("what a client before tries again stays back offline, however often the others have gone online meanwhile")
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

    @Test("closing while going online is put off also sends what a client before has left")
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

    @Test("environments come and go; one that is gone gives defaults")
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

    @Test("many configurations at once leave one client that runs by the last, and every wait ends once")
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
