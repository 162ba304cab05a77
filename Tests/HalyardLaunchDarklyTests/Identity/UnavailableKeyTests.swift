// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import Testing

@Suite("Unavailable device keys")
struct UnavailableKeyTests {
    /// A key store that can't be read until it's unlocked.
    private final class LockedPlace: LaunchDarklyKeyStore {
        private struct State {
            var isLocked = true
            var key: String?
        }

        private let state: Lock<State>
        private let claims = KeyClaims()

        init(_ key: String?) { state = Lock(State(key: key)) }

        var key: String? { state.withLock { $0.key } }

        func unlock() { state.withLock { $0.isLocked = false } }

        func key(_ name: String, orKeeping newKey: () throws -> String) throws -> String {
            let place = KeyClaims.Place(
                read: { self.state.withLock { $0.isLocked ? nil : $0.key } },
                write: { key in self.state.withLock { $0.key = key } },
                isReadable: { self.state.withLock { !$0.isLocked } })
            return try claims.key(name, in: place, orKeeping: newKey)
        }

        func remove(_ name: String) throws {
            claims.remove(name)
            state.withLock { $0.key = nil }
        }
    }

    private static let diagnostic = Diagnostic(
        "deviceKeyUnavailable", .warning, subject: "ldDeviceIdentifier",
        "Couldn't read the key of anonymous users yet: the device has not been unlocked since it started. "
            + "Halyard uses a temporary key until then.",
        suggestion: "No action is needed, because each use tries again.")

    @Test("Keeps a stored key while locked, and uses it after the first unlock")
    func kept() async {
        let place = LockedPlace("kept")
        let key = LaunchDarklyDeviceKey(store: place, random: SeededRandom(seed: 1))
        let provisional = key.value
        #expect(provisional == "910A2DEC-8902-4CC1-BEEB-8DA1658EEC67")
        #expect(key.diagnostic == Self.diagnostic)
        #expect(await key.load() == provisional)
        #expect(place.key == "kept")
        place.unlock()
        #expect(key.value == "kept")
        #expect(key.diagnostic == nil)
    }

    @Test("Stores the temporary key after the unlock if no key is stored")
    func nothingKept() {
        let place = LockedPlace(nil)
        let key = LaunchDarklyDeviceKey(store: place, random: SeededRandom(seed: 1))
        let provisional = key.value
        #expect(place.key == nil)
        place.unlock()
        #expect(key.value == provisional)
        #expect(place.key == provisional)
    }

    @Test("Requests an unavailable vendor identifier again until a key is stored")
    func vendor() throws {
        let known = Lock<String?>(nil)
        let official: @Sendable () throws -> String? = {
            guard let id = known.withLock({ $0 }) else { throw LaunchDarklyKeyUnavailable("busy") }
            return id
        }
        let files = InMemoryFileSystem()
        let store = FileKeyStore(folder: "/keys", files: files)
        let key = LaunchDarklyDeviceKey(store: store, official: official)
        let provisional = key.value
        #expect(provisional.count == 36)
        #expect(key.diagnostic?.message.contains("Couldn't read the key of anonymous users yet: busy.") == true)
        #expect(throws: FileError.self) { try files.contents(of: "/keys/ldDeviceIdentifier") }
        known.withLock { $0 = "vendor" }
        #expect(key.value == "vendor")
        known.withLock { $0 = nil }
        #expect(LaunchDarklyDeviceKey(store: store, official: official).value == "vendor")
    }

    @Test("Returns the same temporary key to concurrent callers")
    func race() async {
        let key = LaunchDarklyDeviceKey(store: LockedPlace("kept"))
        let keys = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { await key.load() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
        #expect(keys != ["kept"])
    }

    @Test("Uses the first claimed key until it's removed")
    func claims() throws {
        let claims = KeyClaims()
        let written = Lock<[String]>([])
        // Written keys can't be read yet, which simulates two threads that read at the same time.
        let place = KeyClaims.Place(
            read: { nil }, write: { key in written.withLock { $0.append(key) } }, isReadable: { true })
        #expect(try claims.key("a", in: place) { "first" } == "first")
        #expect(try claims.key("a", in: place) { "second" } == "first")
        #expect(try claims.key("b", in: place) { "other" } == "other")
        #expect(written.withLock { $0 } == ["first", "other"])
        claims.remove("a")
        #expect(try claims.key("a", in: place) { "third" } == "third")
    }

    @Test("Ignores an empty key, and supports reentrant calls while writing")
    func reentrance() throws {
        let claims = KeyClaims()
        let inner = Lock<String?>(nil)
        let place = KeyClaims.Place(read: { "" }, write: { _ in }, isReadable: { true })
        let outer = KeyClaims.Place(
            read: { "" },
            write: { _ in
                let key = try? claims.key("a", in: place) { "late" }
                inner.withLock { $0 = key }
            }, isReadable: { true })
        #expect(try claims.key("a", in: outer) { "first" } == "first")
        #expect(inner.withLock { $0 } == "first")
    }
}
