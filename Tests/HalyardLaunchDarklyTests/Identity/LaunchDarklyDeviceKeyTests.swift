// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("Device keys")
struct LaunchDarklyDeviceKeyTests {
    /// A key store that records the requested names.
    private final class Store: LaunchDarklyKeyStore {
        let names = Lock<[String]>([])
        let kept: String?

        init(_ kept: String?) { self.kept = kept }

        func key(_ name: String, orKeeping newKey: () throws -> String) throws -> String {
            names.withLock { $0.append(name) }
            return try kept ?? newKey()
        }

        func remove(_ name: String) throws { throw Unremovable() }
    }

    private struct Unremovable: Error, CustomStringConvertible { let description = "no" }

    @Test("Removes a forgotten key from its file, and generates the next key")
    func forgotten() async throws {
        let files = InMemoryFileSystem()
        let store = FileKeyStore(folder: "/keys", files: files)
        let key = LaunchDarklyDeviceKey(store: store) { "vendor" }
        #expect(key.value == "vendor")
        await key.deleteKey()
        #expect(try files.names(in: "/keys").filter { !$0.hasSuffix(".lock") } == [])
        let next = key.value
        #expect(next.count == 36)
        #expect(LaunchDarklyDeviceKey(store: store).value == next)
    }

    @Test("Generates the key from the provider's random numbers")
    func random() throws {
        let keys = try (0..<2).map { _ in
            let provider = try LaunchDarklyProvider(
                LaunchDarklyOptions(mobileKey: Secret("mob")), folder: "/keys", files: InMemoryFileSystem(),
                random: SeededRandom(seed: 7))
            return provider.mapping(of: .anonymous)?.output?["key"]
        }
        #expect(keys[0] != nil && keys[0] == keys[1])
    }

    @Test("Forgets the key only when the device's anonymous user is erased")
    func erased() async throws {
        let key = LaunchDarklyDeviceKey(store: nil)
        let before = key.value
        var options = LaunchDarklyOptions(mobileKey: Secret("mob"))
        options.contextModel = .users
        let provider = try LaunchDarklyProvider(
            options, userMapper: LaunchDarklyUserMapper(deviceKey: key), folder: "/none", files: InMemoryFileSystem())
        await provider.erase(.user("ada"))
        #expect(key.value == before)
        await provider.erase(.anonymous)
        #expect(key.value != before)
        let again = key.value
        await provider.erase(.user(again))
        #expect(key.value != again)
    }

    @Test("Forgets only the keys of an erased context's keyless parts")
    func erasedContext() async throws {
        let keys = LaunchDarklyDeviceKeys()
        let provider = try LaunchDarklyProvider(
            LaunchDarklyOptions(mobileKey: Secret("mob")), mapper: LaunchDarklyContextMapper(deviceKeys: keys),
            folder: "/none", files: InMemoryFileSystem())
        let (user, device) = (keys[.user].value, keys[.device].value)
        await provider.erase(
            EvaluationContext([.init(.user, key: "ada"), .init(.device, key: "other", isAnonymous: true)]))
        #expect([keys[.user].value, keys[.device].value] == [user, device])
        await provider.erase(EvaluationContext([.init(.user, key: "ada"), .init(.device, key: nil)]))
        #expect(keys[.user].value == user)
        #expect(keys[.device].value != device)
    }

    @Test("Reports a key that can't be removed, and stops using it in this run")
    func unforgettable() async {
        let key = LaunchDarklyDeviceKey(store: Store(nil)) { "first" }
        #expect(key.value == "first")
        await key.deleteKey()
        #expect(
            key.diagnostic
                == Diagnostic(
                    "deviceKeyNotForgotten", .warning, subject: "ldDeviceIdentifier",
                    "Couldn't remove the key of anonymous users: no. The next launch will use it again.",
                    suggestion: "Remove it manually."))
        #expect(key.value != "first")
    }

    @Test(
        "Requests the official name of a key once",
        arguments: [
            (ContextKind.user, "ldDeviceIdentifier"), (.organization, "ldGeneratedContextKey:organization"),
        ])
    func names(kind: ContextKind, name: String) async {
        let store = Store("from-before")
        let key = LaunchDarklyDeviceKey(kind: kind, store: store)
        #expect(await key.load() == "from-before")
        #expect(await key.load() == "from-before")
        #expect(key.value == "from-before")
        #expect(store.names.withLock { $0 } == [name])
        #expect(key.diagnostic == nil)
    }

    @Test("Generates a random uppercase UUID")
    func uuid() {
        #expect(
            LaunchDarklyDeviceKey(random: SeededRandom(seed: 1)).value == "910A2DEC-8902-4CC1-BEEB-8DA1658EEC67")
        let keys = (0..<1000).map { _ in LaunchDarklyDeviceKey().value }
        #expect(Set(keys).count == 1000)
        #expect(keys.allSatisfy { $0.count == 36 && $0.dropFirst(14).first == "4" && "89AB".contains(Array($0)[19]) })
    }

    @Test("Stores the key in a file for the next run")
    func file() throws {
        let files = InMemoryFileSystem()
        let store = FileKeyStore(folder: "/state", files: files)
        let first = LaunchDarklyDeviceKey(store: store) { "first" }
        #expect(first.value == "first")
        #expect(LaunchDarklyDeviceKey(store: store, newKey: { "second" }).value == "first")
        #expect(try files.contents(of: "/state/ldDeviceIdentifier") == Array("first".utf8))
        #expect(LaunchDarklyDeviceKey(kind: "a/b", store: store, newKey: { "other" }).value == "other")
        #expect(try files.contents(of: "/state/ldGeneratedContextKey_a_b") == Array("other".utf8))
        #expect(files.unbackedFolders == ["/state"])
    }

    @Test("Ignores an empty key file")
    func emptyFile() {
        let files = InMemoryFileSystem(["/state/ldDeviceIdentifier": ""])
        #expect(
            LaunchDarklyDeviceKey(store: FileKeyStore(folder: "/state", files: files), newKey: { "new" }).value == "new"
        )
    }

    /// A file system whose files exist and are writable, but can't be read.
    private struct Unreadable: FileSystem {
        let files: InMemoryFileSystem
        var currentDirectory: String { files.currentDirectory }

        func contents(of path: String) throws(FileError) -> [UInt8] {
            throw FileError(path: path, reason: "Input/output error")
        }
        func stamp(of path: String) throws(FileError) -> FileStamp { try files.stamp(of: path) }
        func replace(_ path: String, with bytes: [UInt8]) throws(FileError) { try files.replace(path, with: bytes) }
        func makeFolder(_ path: String, isBackedUp: Bool) throws(FileError) {}
    }

    @Test("Keeps a stored key that can't be read")
    func unreadable() throws {
        let files = InMemoryFileSystem(["/state/ldDeviceIdentifier": "old"])
        let key = LaunchDarklyDeviceKey(store: FileKeyStore(folder: "/state", files: Unreadable(files: files))) {
            "new"
        }
        #expect(key.value == "new")
        #expect(
            key.diagnostic?.message
                == "Couldn't read or store the key of anonymous users: /state/ldDeviceIdentifier: Input/output error. "
                + "The next launch might use another key.")
        #expect(try files.contents(of: "/state/ldDeviceIdentifier") == Array("old".utf8))
    }

    @Test("Uses user defaults on Apple platforms, and files elsewhere")
    func platform() {
        let files = InMemoryFileSystem(["/state/ldDeviceIdentifier": "kept"])
        let store = PlatformKeyStore.make(folder: "/state", files: files)
        #if !canImport(Darwin)
            #expect(LaunchDarklyDeviceKey(store: store).value == "kept")
        #else
            #expect(store is UserDefaultsKeyStore)
        #endif
    }

    @Test("Uses a key that can't be stored for this run, and reports it")
    func fullDisk() {
        let files = InMemoryFileSystem()
        files.refuseWrites("No space left on device")
        let key = LaunchDarklyDeviceKey(store: FileKeyStore(folder: "/state", files: files)) { "k" }
        #expect(key.diagnostic == nil)
        #expect(key.value == "k")
        #expect(key.value == "k")
        #expect(
            key.diagnostic
                == Diagnostic(
                    "deviceKeyNotKept", .warning, subject: "ldDeviceIdentifier",
                    "Couldn't read or store the key of anonymous users: /state: No space left on device. "
                        + "The next launch might use another key.",
                    suggestion: "Check that the storage is readable and writable."))
    }

    @Test("Returns the same stored key to concurrent callers")
    func race() async throws {
        let files = InMemoryFileSystem()
        let key = LaunchDarklyDeviceKey(store: FileKeyStore(folder: "/state", files: files))
        let keys = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { await key.load() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys == [String(decoding: try files.contents(of: "/state/ldDeviceIdentifier"), as: UTF8.self)])
    }
}
