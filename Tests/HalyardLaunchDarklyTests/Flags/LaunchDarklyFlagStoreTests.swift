// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("LaunchDarkly flag store")
struct LaunchDarklyFlagStoreTests {
    private func store(_ flags: FlagValue) throws -> LaunchDarklyFlagStore {
        var store = LaunchDarklyFlagStore(provider: "ld")
        var diagnostics = DiagnosticCollector()
        _ = try store.put(flags, &diagnostics)
        return store
    }

    private func values(_ store: LaunchDarklyFlagStore) -> [String: FlagValue] {
        Dictionary(uniqueKeysWithValues: store.table.map { ($0.key, $0.value) })
    }

    @Test(
        "Replaces a flag only with a newer or unversioned one",
        arguments: [(1, false), (2, false), (3, true), (nil, true)] as [(Int64?, Bool)])
    func patch(version: Int64?, isNewer: Bool) throws {
        var store = try store(["a": ["value": "old", "version": 2]])
        var diagnostics = DiagnosticCollector()
        let patch: FlagValue = ["key": "a", "value": "new", "version": version.map(FlagValue.int) ?? .null]
        #expect(try store.patch(patch, &diagnostics) == isNewer)
        #expect(values(store) == ["a": isNewer ? "new" : "old"])
    }

    @Test("Accepts any version of a new flag or after an unversioned one")
    func unversioned() throws {
        var store = try store(["a": ["value": 1]])
        var diagnostics = DiagnosticCollector()
        #expect(try store.patch(["key": "a", "value": 2, "version": 0], &diagnostics))
        #expect(try store.patch(["key": "b", "value": 3, "version": 0], &diagnostics))
        #expect(values(store) == ["a": 2, "b": 3])
    }

    @Test(
        "Deletes a flag only if the deletion is newer or unversioned",
        arguments: [(1, false), (2, false), (3, true), (nil, true)] as [(Int64?, Bool)])
    func delete(version: Int64?, isNewer: Bool) throws {
        var store = try store(["a": ["value": 1, "version": 2]])
        #expect(
            try store.delete(["key": "a", "version": version.map(FlagValue.int) ?? .null, "more": true]) == isNewer)
        #expect(values(store) == (isNewer ? [:] : ["a": 1]))
    }

    @Test(
        "Remembers a deletion until a newer flag arrives",
        arguments: ["a", "unknown"])
    func tombstones(key: String) throws {
        var store = try store(["a": ["value": 1, "version": 2]])
        var diagnostics = DiagnosticCollector()
        #expect(try store.delete(["key": .string(key), "version": 5]))
        #expect(try !store.patch(["key": .string(key), "value": 2, "version": 5], &diagnostics))
        #expect(try !store.delete(["key": .string(key), "version": 4]))
        #expect(store.providerData == [key: 5])
        #expect(try store.patch(["key": .string(key), "value": 2, "version": 6], &diagnostics))
        #expect(store.table[key]?.value == 2)
        #expect(store.providerData == .null)
    }

    @Test("Supports deleted flags, and deletions without a version")
    func deleted() throws {
        var store = try store(["a": ["value": 1, "deleted": true, "version": 3], "b": ["value": 2, "version": 4]])
        var diagnostics = DiagnosticCollector()
        #expect(values(store) == ["b": 2])
        #expect(try !store.patch(["key": "a", "value": 1, "version": 3], &diagnostics))
        #expect(try store.patch(["key": "b", "deleted": true, "version": 5], &diagnostics))
        #expect(try store.delete(["key": "c"]))
        #expect(store.providerData == ["a": 3, "b": 5, "c": 0])
        #expect(try !store.patch(["key": "c", "value": 1, "version": 0], &diagnostics))
        #expect(try store.patch(["key": "c", "value": 1, "version": 1], &diagnostics))
    }

    @Test("Reuses the object of an equal flag")
    func reuse() throws {
        var store = try store(["a": ["value": 1, "version": 2], "b": ["value": 1, "version": 2]])
        var diagnostics = DiagnosticCollector()
        let a = store.table["a"]
        #expect(
            try !store.put(
                ["a": ["value": 1, "version": 2, "key": "a"], "b": ["version": 2, "value": 1]], &diagnostics))
        #expect(store.table["a"] === a)
        #expect(try store.patch(["key": "b", "value": 1, "version": 3], &diagnostics))
        let b = store.table["b"]
        #expect(try store.put(["b": ["value": 1, "version": 3]], &diagnostics))
        #expect(store.table["b"] === b)
        #expect(values(store) == ["b": 1])
        #expect(diagnostics.diagnostics == [])
    }

    @Test("Restores versions and tombstones from a flag set")
    func resuming() throws {
        var store = try store(["a": ["value": 1, "version": 2]])
        var diagnostics = DiagnosticCollector()
        _ = try store.delete(["key": "b", "version": 7])
        let flagSet = FlagSet(store.table, for: .user("x"), providerData: ["tombstones": store.providerData])
        var resumed = LaunchDarklyFlagStore(provider: "ld", resuming: flagSet)
        #expect(resumed.table["a"] === store.table["a"])
        #expect(try !resumed.patch(["key": "a", "value": 0, "version": 2], &diagnostics))
        #expect(try !resumed.patch(["key": "b", "value": 0, "version": 7], &diagnostics))
        #expect(try resumed.patch(["key": "b", "value": 0, "version": 8], &diagnostics))
    }

    @Test("Limits the number of remembered deletions")
    func bounded() throws {
        var store = try store([:])
        for number in 0..<10_050 { _ = try store.delete(["key": .string("k\(number)"), "version": 1]) }
        guard case .object(let providerData) = store.providerData else {
            Issue.record("The store didn't remember any deletion.")
            return
        }
        #expect(providerData.count == 10_000)
    }

    @Test("Matches a simple model for random histories", arguments: [1, 2, 3, 4] as [UInt64])
    func histories(seed: UInt64) throws {
        let random = SeededRandom(seed: seed)
        var diagnostics = DiagnosticCollector()
        for _ in 0..<500 {
            var store = LaunchDarklyFlagStore(provider: "ld")
            var model: [String: (value: Int64?, version: Int64?)] = [:]
            for step in 0..<(random.next() % 20) {
                let key = ["x", "y"][Int(random.next() % 2)]
                let version: Int64? = random.next() % 5 == 0 ? nil : Int64(random.next() % 6)
                let isNewer = model[key].map { old in
                    guard let version, let present = old.version else { return true }
                    return version > present
                }
                let json = version.map(FlagValue.int) ?? .null
                switch random.next() % 8 {
                case 0:
                    _ = try store.put([key: ["value": .int(Int64(step)), "version": json]], &diagnostics)
                    model = [key: (Int64(step), version)]
                case 1...2:
                    #expect(try store.delete(["key": .string(key), "version": json]) == (isNewer ?? true))
                    if isNewer ?? true { model[key] = (nil, version ?? 0) }
                default:
                    let patch: FlagValue = ["key": .string(key), "value": .int(Int64(step)), "version": json]
                    #expect(try store.patch(patch, &diagnostics) == (isNewer ?? true))
                    if isNewer ?? true { model[key] = (Int64(step), version) }
                }
            }
            #expect(values(store) == model.compactMapValues { $0.value.map(FlagValue.int) })
        }
    }
}
