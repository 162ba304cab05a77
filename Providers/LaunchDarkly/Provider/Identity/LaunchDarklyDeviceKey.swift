// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// The key of an anonymous user on this device, which is generated once and remains the same across launches.
///
/// LaunchDarkly counts and bills a new key as another user. The key is stored under LaunchDarkly's official name, so that an
/// app that migrates from a LaunchDarkly client SDK keeps its identity. If a key can't be stored, it is used until the app
/// exits, and ``diagnostic`` reports that. As long as the store can't determine whether it contains a key
/// (``LaunchDarklyKeyUnavailable``), a provisional key is used that isn't stored, and each use reads the store again.
///
/// You can use it from any thread.
public final class LaunchDarklyDeviceKey: Sendable {
    private struct State {
        var key: String?
        /// A Boolean value that indicates whether the store must be read again because it couldn't determine the key yet.
        var isProvisional = false
        /// A Boolean value that indicates whether the key comes from an earlier launch and precedes the official source.
        var isRecalled = false
        var diagnostic: Diagnostic?
        /// A Boolean value that indicates whether the next key must not come from the official source.
        var isForgotten = false

        /// The key, or `nil` if the store must be read.
        var settled: String? { isProvisional ? nil : key }
    }

    private let name: String
    private let store: (any LaunchDarklyKeyStore)?
    private let random: any RandomSource
    private let official: @Sendable () throws -> String?
    private let state = Lock(State())

    /// Creates a key that isn't read or generated yet.
    ///
    /// - Parameters:
    ///   - kind: The kind of context that the key identifies.
    ///   - store: The storage of the key, or `nil` for a new key in each launch.
    ///   - random: The source of a new key.
    public convenience init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)? = nil, random: any RandomSource = SystemRandom()
    ) {
        self.init(kind: kind, store: store, random: random, official: { nil })
    }

    /// Creates a key that comes from another source, instead of being generated, if the store has none.
    ///
    /// LaunchDarkly's clients up to version 5 used the vendor identifier of the device on iOS and tvOS and didn't store it.
    /// To keep the same users, pass that identifier.
    ///
    /// - Parameters:
    ///   - kind: The kind of context that the key identifies.
    ///   - store: The storage of the key.
    ///   - newKey: A function that returns the key to use and store if there is none.
    public convenience init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)?, newKey: @escaping @Sendable () -> String
    ) {
        self.init(kind: kind, store: store, official: newKey)
    }

    /// Creates a key that comes from the official source if it has one.
    ///
    /// - Parameters:
    ///   - kind: The kind of context that the key identifies.
    ///   - store: The storage of the key.
    ///   - random: The source of a new key if the official source has none.
    ///   - official: A function that returns the official key, or `nil` if there is none. It throws
    ///     ``LaunchDarklyKeyUnavailable`` as long as this isn't known.
    package init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)?, random: any RandomSource = SystemRandom(),
        official: @escaping @Sendable () throws -> String?
    ) {
        name = kind == .user ? "ldDeviceIdentifier" : "ldGeneratedContextKey:\(kind.rawValue)"
        self.store = store
        self.random = random
        self.official = official
    }

    /// The reason why the key won't survive this launch, or `nil` if it will or hasn't been used yet.
    public var diagnostic: Diagnostic? { state.withLock { $0.diagnostic } }

    /// Reads the store outside the cooperative thread pool, so that ``value`` doesn't have to.
    @discardableResult
    public func load() async -> String {
        if let key = state.withLock({ $0.settled }) { return key }
        return await BlockingWork.run { self.value }
    }

    /// The key.
    ///
    /// The first access reads the store, which can block. Later accesses also read it until the store can determine the key.
    public var value: String {
        let known = state.withLock { $0 }
        if let key = known.settled { return key }
        let found = found(known)
        return state.withLock { state in
            if let key = state.settled { return key }
            // Another thread's provisional key works equally well, and might be in use.
            let key = found.isProvisional ? state.key ?? found.key : found.key
            (state.key, state.isProvisional, state.diagnostic) = (key, found.isProvisional, found.diagnostic)
            return key
        }
    }

    /// Proposes the key of an earlier launch, which is used and stored if the store has none or can't determine it.
    ///
    /// Has no effect if a key is in use or was forgotten. Doesn't perform I/O.
    package func recall(_ earlier: String) {
        state.withLock { state in
            guard state.key == nil, !state.isForgotten else { return }
            (state.key, state.isProvisional, state.isRecalled) = (earlier, true, true)
        }
    }

    /// Forgets the key in memory and in the store.
    ///
    /// The next access generates a random key. If the stored key can't be removed, the next launch uses it again, and
    /// ``diagnostic`` reports that.
    public func deleteKey() async {
        let diagnostic = await BlockingWork.run { [name, store] () -> Diagnostic? in
            do {
                try store?.remove(name)
                return nil
            } catch {
                return Diagnostic(
                    "deviceKeyNotForgotten", .warning, subject: name,
                    "Couldn't remove the key of anonymous users: \(error). The next launch will use it again.",
                    suggestion: "Remove it manually.")
            }
        }
        state.withLock { $0 = State(diagnostic: diagnostic, isForgotten: true) }
    }

    private func found(_ known: State) -> (key: String, isProvisional: Bool, diagnostic: Diagnostic?) {
        let drawn = known.key ?? random.uuid().uppercased()
        let newKey = { [official] in try known.isForgotten || known.isRecalled ? drawn : official() ?? drawn }
        do {
            return (try store?.key(name, orKeeping: newKey) ?? newKey(), false, nil)
        } catch let error as LaunchDarklyKeyUnavailable {
            let diagnostic = Diagnostic(
                "deviceKeyUnavailable", .warning, subject: name,
                "Couldn't read the key of anonymous users yet: \(error.reason). Halyard uses a temporary key until then.",
                suggestion: "No action is needed, because each use tries again.")
            return (drawn, true, diagnostic)
        } catch {
            let diagnostic = Diagnostic(
                "deviceKeyNotKept", .warning, subject: name,
                "Couldn't read or store the key of anonymous users: \(error). The next launch might use another key.",
                suggestion: "Check that the storage is readable and writable.")
            return ((try? newKey()) ?? drawn, false, diagnostic)
        }
    }
}
