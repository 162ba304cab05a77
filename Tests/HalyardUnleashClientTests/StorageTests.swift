// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing

/// A storage that isn't thread-safe, and reads the client's flags during its own calls.
private class Notebook: StorageProvider {
    private var toggles: [String: Toggle]
    private let heard: Heard
    private let read: (@Sendable () -> Bool)?

    init(_ toggles: [String: Toggle] = [:], heard: Heard = Heard(), read: (@Sendable () -> Bool)? = nil) {
        self.toggles = toggles
        self.heard = heard
        self.read = read
    }

    func set(values: [String: Toggle]) {
        toggles = values
        heard.add("set \(values.keys.sorted())" + (read.map { " \($0())" } ?? ""))
    }

    func value(key: String) -> Toggle? {
        if let read { heard.add("value \(key) \(read())") }
        return toggles[key]
    }

    func clear() {
        toggles = [:]
        heard.add("clear")
    }
}

/// A reader for a client that is created later.
private final class Later: Sendable {
    private let client = Lock<UnleashClient?>(nil)

    func set(_ client: UnleashClient) { self.client.withLock { $0 = client } }

    func read() -> Bool { client.withLock { $0 }?.isEnabled(name: "a") ?? false }
}

@Suite("UnleashClient: storage")
struct StorageTests {
    @Test("Reads the storage until the first fetch, and then stores all flags")
    func storing() async throws {
        let stage = try ClientStage(.toggles("a", "b"), .toggles("c"))
        defer { stage.server.stop() }
        let heard = Heard()
        let stored = Toggle(
            name: "old", enabled: true,
            variant: Variant(
                name: "v", enabled: true, featureEnabled: true, payload: Payload(type: "csv", value: "1,2")))
        let client = stage.client(storage: Notebook(["old": stored], heard: heard))
        #expect(client.isEnabled(name: "old"))
        #expect(!client.isEnabled(name: "a"))
        #expect(client.getVariant(name: "old") == stored.variant)
        try await client.start()
        #expect(await heard.next() == "clear")
        #expect(await heard.next() == #"set ["a", "b"]"#)
        #expect(!client.isEnabled(name: "old"))
        #expect(client.isEnabled(name: "a"))
        try await client.start()
        #expect(await heard.next() == "clear")
        #expect(await heard.next() == #"set ["c"]"#)
    }

    @Test("Prefers a bootstrap to the storage, and doesn't store it")
    func bootstrap() async throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let heard = Heard()
        let client = stage.client(
            bootstrap: .toggles([Toggle(name: "shipped", enabled: true)]),
            storage: Notebook(["old": Toggle(name: "old", enabled: true)], heard: heard))
        #expect(client.isEnabled(name: "shipped"))
        #expect(!client.isEnabled(name: "old"))
        #expect(heard.lines.isEmpty)
    }

    @Test("Lets a storage read flags during its own calls")
    func reentrancy() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let (heard, later) = (Heard(), Later())
        let client = stage.client(storage: Notebook(heard: heard, read: { later.read() }))
        later.set(client)
        #expect(!client.isEnabled(name: "x"))
        #expect(await heard.next() == "value x false")
        try await client.start()
        #expect(await heard.next() == "clear")
        #expect(await heard.next() == #"set ["a"] true"#)
    }

    @Test("Returns stored flags to concurrent tasks")
    func concurrency() async throws {
        let stage = try ClientStage { _ in [.stall] }
        defer { stage.server.stop() }
        let client = stage.client(storage: Notebook(["old": Toggle(name: "old", enabled: true)]))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<100).allSatisfy { _ in client.isEnabled(name: "old") } }
            }
            for await isStored in group { #expect(isStored) }
        }
    }

    @Test("Keeps flags in memory in DictionaryStorageProvider")
    func dictionary() {
        let storage = DictionaryStorageProvider()
        let toggle = Toggle(name: "a", enabled: true)
        storage.set(values: ["a": toggle])
        #expect(storage.value(key: "a") == toggle)
        storage.set(values: ["b": toggle])
        #expect(storage.value(key: "a") == nil)
        storage.clear()
        #expect(storage.value(key: "b") == nil)
    }
}
