// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

/// Tests of the requirements of a flag store, for each built-in store.
@Suite("FlagStore")
struct FlagStoreTests {
    enum Kind: String, CaseIterable, Sendable {
        case memory, filesInMemory, realFiles
    }

    private let folder: TemporaryFolder
    private let scope = StoreKey.Scope(provider: "p", environment: "e")

    init() throws { folder = try TemporaryFolder() }

    private func store(_ kind: Kind) -> any FlagStore {
        switch kind {
        case .memory: InMemoryFlagStore()
        case .filesInMemory: FileFlagStore(folder: "/flags", files: InMemoryFileSystem())
        case .realFiles: FileFlagStore(folder: folder.path + "/a/b")
        }
    }

    private func key(_ user: String, slot: String = "s", scope: StoreKey.Scope? = nil) -> StoreKey {
        StoreKey(scope ?? self.scope, .user(user), slot: slot)
    }

    @Test("Loads the last saved record", arguments: Kind.allCases)
    func replaces(kind: Kind) async throws {
        let store = store(kind)
        #expect(try await store.load(key("a")) == nil)
        try await store.save([1, 2, 3], as: key("a"))
        #expect(try await store.load(key("a")) == [1, 2, 3])
        try await store.save([4], as: key("a"))
        #expect(try await store.load(key("a")) == [4])
        try await store.save([], as: key("a"))
        #expect(try await store.load(key("a")) == [])
    }

    @Test("Deletes one record, and ignores a missing one", arguments: Kind.allCases)
    func deletes(kind: Kind) async throws {
        let store = store(kind)
        try await store.delete(key("a"))
        try await store.save([1], as: key("a"))
        try await store.save([2], as: key("b"))
        try await store.delete(key("a"))
        #expect(try await store.load(key("a")) == nil)
        #expect(try await store.load(key("b")) == [2])
        #expect(try await store.keys(in: scope) == [key("b")])
    }

    @Test("Lists only the keys of a scope", arguments: Kind.allCases)
    func scopes(kind: Kind) async throws {
        let store = store(kind)
        #expect(try await store.keys(in: scope) == [])
        let other = StoreKey.Scope(provider: "p", environment: "f")
        try await store.save([1], as: key("a"))
        try await store.save([2], as: key("a", scope: other))
        #expect(try await store.keys(in: scope) == [key("a")])
        #expect(try await store.keys(in: other) == [key("a", scope: other)])
    }

    @Test("Lists the most recently used record first", arguments: [Kind.memory, .filesInMemory])
    func order(kind: Kind) async throws {
        let store = store(kind)
        for user in ["a", "b", "c"] { try await store.save([1], as: key(user)) }
        #expect(try await store.keys(in: scope) == [key("c"), key("b"), key("a")])
        _ = try await store.load(key("a"))
        #expect(try await store.keys(in: scope) == [key("a"), key("c"), key("b")])
        try await store.save([2], as: key("b"))
        #expect(try await store.keys(in: scope) == [key("b"), key("a"), key("c")])
        try await store.delete(key("a"))
        #expect(try await store.keys(in: scope) == [key("b"), key("c")])
        #expect(try await store.load(key("a")) == nil)
        #expect(try await store.keys(in: scope) == [key("b"), key("c")])
    }

    @Test("Treats reading a real file as use")
    func realOrder() async throws {
        let store = FileFlagStore(folder: folder.path)
        for (user, age) in [("a", 300.0), ("b", 200), ("c", 100)] {
            try await store.save([1], as: key(user))
            try TemporaryFolder.age(store.path(of: key(user)), age)
        }
        #expect(try await store.keys(in: scope) == [key("c"), key("b"), key("a")])
        _ = try await store.load(key("a"))
        #expect(try await store.keys(in: scope) == [key("a"), key("c"), key("b")])
    }

    @Test("Separates records by provider, service, identity, and slot")
    func keys() {
        let keys = [
            key("a"), key("b"), key("a", slot: "t"),
            key("a", scope: StoreKey.Scope(provider: "q", environment: "e")),
            key("a", scope: StoreKey.Scope(provider: "p", environment: "f")),
            key("a", scope: StoreKey.Scope(provider: "pe", environment: "")),
            StoreKey(scope, EvaluationContext("device", key: "a"), slot: "s"),
            StoreKey(scope, .anonymous, slot: "s"),
        ]
        let store = FileFlagStore(folder: "/flags")
        #expect(Set(keys.map(store.path)).count == 8)
        #expect(
            key("a") == StoreKey(scope, .user("a", ["plan": "gold"]), slot: "s"),
            "Attributes aren't part of the identity.")
    }

    @Test("Parses only valid key names")
    func names() {
        let digest = String(repeating: "0f", count: 32)
        #expect(StoreKey(scope, name: key("a").name) == key("a"))
        #expect(StoreKey(scope, name: "\(digest)-\(digest)") != nil)
        for name in ["", "-", digest, "\(digest)-", "\(digest)-x\(digest.dropLast())", "\(digest)-\(digest)-\(digest)"]
        {
            #expect(StoreKey(scope, name: name) == nil)
        }
    }
}
