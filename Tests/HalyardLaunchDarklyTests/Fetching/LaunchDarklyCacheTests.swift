// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// The flag cache and its ETags over several launches.
@Suite("LaunchDarkly cache")
struct LaunchDarklyCacheTests {
    private static let one = #"{"a":{"value":1,"version":2},"b":{"value":true,"version":2}}"#

    /// The storage that all launches share.
    private let store = InMemoryFlagStore()

    /// Starts a client, as a launch of the app does.
    private func launch(
        _ stage: LaunchDarklyStage, for context: EvaluationContext = .user("a"), isOnline: Bool = true,
        _ change: (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws -> (client: FlagClient, result: FlagClient.StartResult) {
        let client = stage.client(try stage.provider(change).caching(in: store), for: context)
        _ = await client.setOnline(isOnline)
        return (client, await client.start())
    }

    private func polling(_ options: inout LaunchDarklyOptions) { options.streamingMode = .polling }

    /// Fetches flags in one launch.
    private func fetch(
        _ steps: [Step], for context: EvaluationContext = .user("a"),
        _ change: @escaping (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws {
        let stage = try LaunchDarklyStage(streams: [steps], polls: [steps])
        defer { stage.server.stop() }
        let (client, result) = try await launch(stage, for: context, change)
        #expect(result == .ready)
        await client.shutdown()
    }

    @Test("Serves stored flags of any age if the service is unavailable")
    func cacheFirst() async throws {
        try await fetch(Step.stream(.put(Self.one)))
        let stage = try LaunchDarklyStage(streams: [Step.status(503)])
        defer { stage.server.stop() }
        stage.time.setWallClock(Instant(millisecondsSinceEpoch: 2_000_000_000_000))
        let (client, result) = try await launch(stage)
        guard case .cached(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.message == "\(stage.origin): The service responded with status 503. Halyard will retry.")
        #expect(client.allFlags == ["a": 1, "b": true])
        #expect(client.details(of: FlagKey("a", default: 0)).origin == Origin(.persisted, provider: "ld"))
        await client.shutdown()
    }

    @Test("Serves stored flags without a request when offline")
    func offline() async throws {
        try await fetch(Step.stream(.put(Self.one)))
        let stage = try LaunchDarklyStage()
        defer { stage.server.stop() }
        let (client, _) = try await launch(stage, isOnline: false)
        #expect(client.status == .stale)
        #expect(client.allFlags == ["a": 1, "b": true])
        await client.shutdown()
        #expect(stage.server.connectionCount == 0)
    }

    @Test("Serves stored flags, but sends no ETag, after attributes change")
    func attributes() async throws {
        try await fetch(Step.flags(Self.one, tag: "\"1\""), polling)
        let stage = try LaunchDarklyStage(polls: [[.stall]])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(polling).caching(in: store), for: .user("a", ["plan": "gold"]))
        _ = await client.start(until: .anyFlags)
        #expect(client.allFlags == ["a": 1, "b": true])
        #expect(try await stage.server.nextRequest().value(of: "If-None-Match") == nil)
        await client.shutdown()
    }

    @Test("Sends the stored ETag, and accepts status 304 for the stored flags")
    func tag() async throws {
        try await fetch(Step.flags(Self.one, tag: "\"1\""), polling)
        let stage = try LaunchDarklyStage(polls: [Step.status(304)])
        defer { stage.server.stop() }
        let (client, result) = try await launch(stage, polling)
        #expect(result == .ready)
        #expect(client.allFlags == ["a": 1, "b": true])
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == ["\"1\""])
        await client.shutdown()
    }

    @Test("Keeps the ETag after a stream only if the flags are unchanged")
    func tagOverStreams() async throws {
        for (put, expected) in [(Self.one, "\"1\""), (#"{"a":{"value":2,"version":3}}"#, nil)] {
            try await fetch(Step.flags(Self.one, tag: "\"1\""), polling)
            try await fetch(Step.stream(.put(put)))
            let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
            defer { stage.server.stop() }
            let (client, _) = try await launch(stage, polling)
            #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [expected])
            await client.shutdown()
        }
    }

    @Test("Sends no ETag if mapping rules create a different user")
    func fingerprint() async throws {
        try await fetch(Step.flags(Self.one, tag: "\"1\""), polling)
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.one)])
        defer { stage.server.stop() }
        let mapper = LaunchDarklyUserMapper(rules: MappingRules(constant: ["app": "shop"]))
        let provider = try LaunchDarklyProvider(
            stage.options {
                polling(&$0)
                $0.contextModel = .users
            }, name: "ld", transport: PlatformTransport.make(), userMapper: mapper, files: InMemoryFileSystem(),
            time: stage.time)
        let client = stage.client(try provider.caching(in: store))
        #expect(await client.start() == .ready)
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == [nil])
        await client.shutdown()
    }

    @Test("Stores versions and deletions across launches")
    func tombstones() async throws {
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(.put(Self.one), .delete(#"{"key":"b","version":7}"#))
        ])
        defer { stage.server.stop() }
        let (client, _) = try await launch(stage)
        await client.until { $0.flagSet?.table["b"] == nil }
        await client.shutdown()
        let next = try LaunchDarklyStage(streams: [
            Step.stream(
                .patch(#"{"key":"b","value":false,"version":7}"#), .patch(#"{"key":"a","value":0,"version":2}"#),
                .patch(#"{"key":"a","value":9,"version":3}"#))
        ])
        defer { next.server.stop() }
        let (second, _) = try await launch(next)
        await second.until { $0.flagSet?.table["a"]?.value == 9 }
        #expect(second.allFlags == ["a": 9])
        await second.shutdown()
    }

    @Test(
        "Keeps the flags of the most recent users, up to the limit",
        arguments: [(2, [false, true, true]), (0, [false, false, false]), (-1, [true, true, true])])
    func limit(maxUsers: Int, kept: [Bool]) async throws {
        let change = { @Sendable (options: inout LaunchDarklyOptions) in options.maxCachedUsers = maxUsers }
        for user in ["a", "b", "c"] { try await fetch(Step.stream(.put(Self.one)), for: .user(user), change) }
        var found: [Bool] = []
        for user in ["a", "b", "c"] {
            let stage = try LaunchDarklyStage()
            let (client, _) = try await launch(stage, for: .user(user), isOnline: false, change)
            found.append(client.allFlags == ["a": 1, "b": true])
            await client.shutdown()
            stage.server.stop()
        }
        #expect(found == kept)
    }

    @Test("Removes stored flags if the limit is 0")
    func none() async throws {
        try await fetch(Step.stream(.put(Self.one)))
        try await fetch(Step.stream(.put(Self.one))) { $0.maxCachedUsers = 0 }
        let stage = try LaunchDarklyStage()
        defer { stage.server.stop() }
        let (client, _) = try await launch(stage, isOnline: false)
        #expect(client.allFlags == [:])
        await client.shutdown()
    }

    @Test("Doesn't serve another environment's flags")
    func environments() async throws {
        try await fetch(Step.stream(.put(Self.one)))
        let stage = try LaunchDarklyStage()
        defer { stage.server.stop() }
        let (client, _) = try await launch(stage, isOnline: false) { $0.mobileKey = Secret("mob-2") }
        #expect(client.allFlags == [:])
        await client.shutdown()
    }

    @Test("Treats a negative user limit as unlimited, and stores nothing for 0")
    func policy() {
        #expect(LaunchDarklyCachePolicy().maxSlots == 5)
        #expect(LaunchDarklyCachePolicy(maxUsers: -7) == LaunchDarklyCachePolicy(maxUsers: -1))
        #expect(LaunchDarklyCachePolicy(maxUsers: -7).maxSlots == nil)
        #expect(LaunchDarklyCachePolicy(maxUsers: 0).slot(for: .user("a")) == nil)
    }

    /// Launches an anonymous client that stores its data in files.
    ///
    /// Returns the target of the first request, and the flags and diagnostic codes at that time.
    private func anonymousLaunch(
        _ files: InMemoryFileSystem, _ answers: [[Step]], contextModel: LaunchDarklyContextModel
    ) async throws -> (target: String, flags: [String: FlagValue], codes: [String]) {
        let stage = try LaunchDarklyStage(polls: answers)
        defer { stage.server.stop() }
        let options = stage.options { options in
            polling(&options)
            options.contextModel = contextModel
            options.pollsAtStart = true
        }
        let client = stage.client(
            try LaunchDarklyProvider.cached(
                options, transport: PlatformTransport.make(time: ManualTime()), folder: "/state", files: files,
                time: stage.time), for: .anonymous)
        _ = await client.start(until: .anyFlags)
        let target = try await stage.server.nextRequest().target
        let outcome = (target, client.allFlags, client.diagnostics.recent.map(\.code.rawValue))
        await client.shutdown()
        return outcome
    }

    @Test("Restores a lost device key from the stored flags", arguments: [LaunchDarklyContextModel.users, .contexts])
    func lostKey(contextModel: LaunchDarklyContextModel) async throws {
        let files = InMemoryFileSystem()
        let first = try await anonymousLaunch(files, [Step.flags(Self.one)], contextModel: contextModel)
        let key = try #require(files.paths.first { $0.contains("ldDeviceIdentifier") })
        files.remove(key)
        let second = try await anonymousLaunch(files, [[.stall]], contextModel: contextModel)
        #expect(second.flags == ["a": 1, "b": true])
        #expect(second.target == first.target)
        #expect(second.codes == [])
        files.refuseWrites("Read-only file system")
        files.remove(key)
        let third = try await anonymousLaunch(files, [[.stall]], contextModel: contextModel)
        #expect(third.target == first.target)
        #expect(third.flags == second.flags)
    }

    @Test("Doesn't serve flags stored for another device key", arguments: [LaunchDarklyContextModel.users, .contexts])
    func otherKey(contextModel: LaunchDarklyContextModel) async throws {
        let files = InMemoryFileSystem()
        let first = try await anonymousLaunch(files, [Step.flags(Self.one)], contextModel: contextModel)
        let key = try #require(files.paths.first { $0.contains("ldDeviceIdentifier") })
        files.write("another", to: key)
        let second = try await anonymousLaunch(
            files, [Step.flags(#"{"a":{"value":2,"version":1}}"#)], contextModel: contextModel)
        #expect(second.target != first.target)
        #expect(second.flags == ["a": 2])
        #expect(second.codes == ["storedForeign"])
    }

    @Test("Stores the cached provider's files only in the specified folder")
    func readyMade() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(Self.one))])
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let client = stage.client(
            try LaunchDarklyProvider.cached(
                stage.options(), transport: PlatformTransport.make(), folder: "/cache", files: files, time: stage.time))
        #expect(await client.start() == .ready)
        await client.shutdown()
        #expect(!files.paths.isEmpty && files.paths.allSatisfy { $0.hasPrefix("/cache/") })
    }
}
