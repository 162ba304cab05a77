// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Foundation
import Halyard
import HalyardLDClient
import HalyardLaunchDarkly
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

/// Flags and connection information that an app stores for its next launch.
@Suite("LDClient: stored flags")
struct LDCacheTests {
    private static let flags = #"{"on":{"value":true,"variation":1,"version":2}}"#

    /// Simulates one launch, which receives flags and ends.
    private func launch(_ store: any FlagStore, _ user: LDUser, _ answer: [Step]) async throws {
        let stage = try UserStage(store: store) { _ in answer }
        defer { stage.server.stop() }
        let before = await records(store)
        let client = try await stage.started(nil, user)
        client.close()
        await until { await records(store) != before }
    }

    private func records(_ store: any FlagStore) async -> Int { await keys(store).count }

    /// Returns the keys of the stored flags, the most recently used first.
    private func keys(_ store: any FlagStore) async -> [StoreKey] {
        let scope = StoreKey.Scope(provider: "launchdarkly", environment: SHA256.hexDigest(of: "mob".utf8))
        return (try? await store.keys(in: scope)) ?? []
    }

    // MARK: Unhappy paths

    /// A store that doesn't return records until it's opened, and then reads them from another store, if any.
    private final class StuckStore: ImmediateFlagStore {
        private let inner: InMemoryFlagStore?
        private let gate = DispatchSemaphore(value: 0)
        private let isOpen = Lock(false)
        let unwritten = UnwrittenRecords()
        init(_ inner: InMemoryFlagStore? = nil) { self.inner = inner }
        func open() {
            isOpen.withLock { $0 = true }
            gate.signal()
        }
        func loadNow(_ key: StoreKey) -> [UInt8]? {
            gate.wait()
            gate.signal()
            return inner?.loadNow(key)
        }
        func load(_ key: StoreKey) async -> [UInt8]? {
            guard let inner else { return nil }
            // `until` would end in a canceled task.
            while !isOpen.withLock({ $0 }) { await Task.yield() }
            return await inner.load(key)
        }
        func save(_ bytes: [UInt8], as key: StoreKey) async {}
        func delete(_ key: StoreKey) async {}
        func keys(in scope: StoreKey.Scope) async -> [StoreKey] { [] }
    }

    @Test("Starts and identifies without waiting for a blocked store")
    func stuck() async throws {
        let store = StuckStore()
        let stage = try UserStage(store: store, { $0.patience = .milliseconds(1) }) { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        defer { store.open() }
        let client = try await stage.started()
        #expect(client.variation(forKey: "on", defaultValue: false))
        await completed { client.identify(user: .plain("b"), completion: $0) }
        #expect(client.variation(forKey: "on", defaultValue: false))
    }

    @Test("Applies stored flags that are read late, and notifies observers")
    func late() async throws {
        let kept = InMemoryFlagStore()
        try await launch(kept, .plain("a"), Step.flags(Self.flags))
        let store = StuckStore(kept)
        let stage = try UserStage(store: store, { $0.patience = .milliseconds(1) }) { _ in [.stall] }
        defer { stage.end() }
        stage.registry.start(config: stage.config { $0.startOnline = false }, user: .plain("a"), completion: nil)
        let client = try #require(stage.registry.get())
        #expect(!client.variation(forKey: "on", defaultValue: false))
        let (owner, heard) = (Owner(), Recorder<String>())
        client.observe(key: "on", owner: owner) { heard.add("\($0.oldValue ?? "nil") \($0.newValue ?? "nil")") }
        store.open()
        await until { heard.count == 1 }
        #expect(heard.all == ["nil true"])
        #expect(client.variation(forKey: "on", defaultValue: false))
        withExtendedLifetime(owner) {}
    }

    @Test("Ignores damaged records of flags and connections")
    func damaged() async throws {
        let store = InMemoryFlagStore()
        try await launch(store, .plain("a"), Step.flags(Self.flags))
        let scope = StoreKey.Scope(provider: "launchdarkly", environment: SHA256.hexDigest(of: "mob".utf8))
        for key in await store.keys(in: scope) { await store.save(Array("{".utf8), as: key) }
        let connections = StoreKey.Scope(
            provider: "launchdarkly-connection", environment: SHA256.hexDigest(of: "mob".utf8))
        for key in await store.keys(in: connections) { await store.save(Array("[1]".utf8), as: key) }
        let stage = try UserStage(store: store) { _ in [.stall] }
        defer { stage.end() }
        stage.registry.start(config: stage.config(), user: .plain("a"), completion: nil)
        let client = try #require(stage.registry.get())
        #expect(client.allFlags?.isEmpty == true)
        #expect(client.getConnectionInformation().lastKnownFlagValidity == nil)
    }

    @Test("Removes stored flags if the maximum of cached users is zero")
    func noRoom() async throws {
        let store = InMemoryFlagStore()
        try await launch(store, .plain("a"), Step.flags(Self.flags))
        let stage = try UserStage(store: store) { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        stage.registry.start(config: stage.config { $0.maxCachedUsers = 0 }, user: .plain("a"), completion: nil)
        #expect(stage.registry.get()?.allFlags?.isEmpty == true)
        await until { await records(store) == 0 }
    }

    // MARK: Happy paths

    @Test("Serves the last launch's flags as soon as start returns")
    func immediate() async throws {
        let store = InMemoryFlagStore()
        try await launch(store, .plain("a"), Step.flags(Self.flags))
        let gate = Gate()
        let stage = try UserStage(store: store) { _ in
            [.wait(gate)] + Step.flags(#"{"on":{"value":false,"variation":0,"version":3}}"#)
        }
        defer { stage.end() }
        stage.registry.start(config: stage.config(), user: .plain("a"), completion: nil)
        let client = try #require(stage.registry.get())
        let detail = client.variationDetail(forKey: "on", defaultValue: false)
        #expect(detail.value && detail.variationIndex == 1)
        #expect(client.allFlags as? [String: Bool] == ["on": true])
        #expect(!client.isInitialized && client.isOnline)
        let owner = Owner()
        let change = await withCheckedContinuation { continuation in
            client.observe(key: "on", owner: owner) { continuation.resume(returning: $0) }
            gate.open()
        }
        #expect(change.oldValue as? Bool == true && change.newValue as? Bool == false)
        #expect(change.oldValueSource == .cache && change.newValueSource == .server)
        withExtendedLifetime(owner) {}
    }

    @Test("Serves flags from files when offline")
    func files() async throws {
        let store = FileFlagStore(folder: "/flags", files: InMemoryFileSystem())
        try await launch(store, .plain("a"), Step.flags(Self.flags))
        let stage = try UserStage(store: store) { _ in [.stall] }
        defer { stage.end() }
        #expect(await stage.start(stage.config { $0.startOnline = false }))
        #expect(stage.registry.get()?.variation(forKey: "on", defaultValue: false) == true)
        #expect(stage.server.requests.isEmpty)
    }

    @Test("Sends the last launch's ETag, and completes the start on a 304")
    func tag() async throws {
        let store = InMemoryFlagStore()
        try await launch(store, .plain("a"), Step.flags(Self.flags, tag: #""one""#))
        let stage = try UserStage(store: store) { request in
            request.value(of: "If-None-Match") == #""one""# ? [.send(.response(304))] : [.send(.response(500))]
        }
        defer { stage.end() }
        let client = try await stage.started()
        #expect(client.isInitialized && client.variation(forKey: "on", defaultValue: false))
    }

    @Test("Reuses a user's flags, but not the ETag, when other attributes change")
    func otherAttributes() async throws {
        let store = InMemoryFlagStore()
        try await launch(store, .plain("a"), Step.flags(Self.flags, tag: #""one""#))
        let gate = Gate()
        let stage = try UserStage(store: store) { _ in [.wait(gate)] + Step.flags(Self.flags) }
        defer { stage.end() }
        var user = LDUser.plain("a")
        user.email = "a@example.com"
        stage.registry.start(config: stage.config(), user: user, completion: nil)
        #expect(stage.registry.get()?.variation(forKey: "on", defaultValue: false) == true)
        gate.open()
        let request = try await stage.server.nextRequest()
        #expect(request.value(of: "If-None-Match") == nil)
    }

    @Test("Restores only an earlier user's own flags when identify returns")
    func earlierUser() async throws {
        let store = InMemoryFlagStore()
        try await launch(store, .plain("a"), Step.flags(Self.flags))
        try await launch(
            store, .plain("b"), Step.flags(#"{"on":{"value":false,"version":1},"b":{"value":1,"version":1}}"#))
        let stage = try UserStage(store: store) { _ in [.stall] }
        defer { stage.end() }
        stage.registry.start(config: stage.config(), user: .plain("c"), completion: nil)
        let client = try #require(stage.registry.get())
        #expect(client.allFlags?.isEmpty == true)
        client.identify(user: .plain("a"), completion: nil)
        #expect(client.allFlags as? [String: Bool] == ["on": true])
        client.identify(user: .plain("b"), completion: nil)
        #expect(client.allFlags?.keys.sorted() == ["b", "on"])
        client.identify(user: .plain("d"), completion: nil)
        #expect(client.allFlags?.isEmpty == true)
    }

    @Test("Removes the least recently used user's flags first")
    func lastUsers() async throws {
        let store = InMemoryFlagStore()
        for key in ["a", "b", "c", "d", "e"] { try await launch(store, .plain(key), Step.flags(Self.flags)) }
        let oldest = try #require(await keys(store).last)
        let stage = try UserStage(store: store) { _ in Step.flags(Self.flags) }
        defer { stage.end() }
        let client = try await stage.started(nil, .plain("f"))
        await until { await !keys(store).contains(oldest) }
        client.setOnline(false)
        client.identify(user: .plain("b"), completion: nil)
        #expect(client.variation(forKey: "on", defaultValue: false))
        // The store keeps five users, so the first one is gone.
        client.identify(user: .plain("a"), completion: nil)
        #expect(!client.variation(forKey: "on", defaultValue: false))
    }

    @Test("Restores the connection information of each mobile key")
    func connection() async throws {
        let store = InMemoryFlagStore()
        let stage = try UserStage(store: store) { request in
            request.value(of: "Authorization") == "api_key core" ? [.send(.response(503))] : Step.flags(Self.flags)
        }
        var config = stage.config()
        try config.setSecondaryMobileKeys(["core": "core"])
        stage.registry.start(config: config, user: .plain("a"), completion: nil)
        let first = try #require(stage.registry.get(environment: "core"))
        await until {
            first.getConnectionInformation().lastConnectionFailureReason == .httpError(503)
                && stage.registry.get()?.isInitialized == true
        }
        stage.end()
        let began = Date(timeIntervalSince1970: 1_767_225_600)
        await until { await known(store, "mob")?.lastKnownFlagValidity != nil }
        await until { await known(store, "core")?.lastFailure != nil }

        let next = try UserStage(store: store) { _ in [.stall] }
        defer { next.end() }
        config.startOnline = false
        await next.start(config)
        let primary = try #require(next.registry.get()).getConnectionInformation()
        #expect(primary.currentConnectionMode == .offline)
        #expect(primary.lastKnownFlagValidity == began && primary.lastFailedConnection == nil)
        #expect(primary.lastConnectionFailureReason == .none)
        let core = try #require(next.registry.get(environment: "core")).getConnectionInformation()
        #expect(core.lastKnownFlagValidity == nil && core.lastFailedConnection == began)
        #expect(core.lastFailureReason == .httpError(503))
    }

    /// Returns the stored connection information of an environment.
    private func known(_ store: InMemoryFlagStore, _ mobileKey: String) async -> LaunchDarklyConnection? {
        let scope = StoreKey.Scope(
            provider: "launchdarkly-connection", environment: SHA256.hexDigest(of: mobileKey.utf8))
        guard let key = await store.keys(in: scope).first, let bytes = await store.load(key) else { return nil }
        return (try? JSONReader().read(bytes)).map { LaunchDarklyConnection(record: $0) }
    }

    @Test(
        "Restores each connection failure from its record",
        arguments: [
            LaunchDarklyConnection.Failure.unauthorized, .httpError(404), .unknownError("The service sent \"x\"."),
        ])
    func failures(failure: LaunchDarklyConnection.Failure) throws {
        let record = try JSONReader().read(JSONWriter.bytes(Self.record(failure)))
        #expect(LaunchDarklyConnection(record: record).lastFailure == failure)
        #expect(LaunchDarklyConnection(record: record).record == Self.record(failure))
        #expect(LaunchDarklyConnection(record: ["known": "x", "status": 1.5]) == LaunchDarklyConnection())
    }

    private static func record(_ failure: LaunchDarklyConnection.Failure) -> FlagValue {
        switch failure {
        case .unauthorized: ["failed": 5, "known": 4, "status": 401]
        case .httpError(let status): ["failed": 5, "status": .int(Int64(status))]
        case .unknownError(let message): ["known": 4, "message": .string(message)]
        }
    }
}
