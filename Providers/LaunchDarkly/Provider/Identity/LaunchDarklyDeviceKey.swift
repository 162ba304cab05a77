// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// The key of an anonymous user on this device: generated once, and the same in every later run of the app.
///
/// To LaunchDarkly, a new key is another user, and is billed as one. It is kept under LaunchDarkly's official names, so
/// that an app that migrates from LaunchDarkly's own client keeps its identity. A key that cannot be stored is used for
/// this run, and ``finding`` says so. While the store cannot say whether it holds a key
/// (``LaunchDarklyKeyUnavailable``), a provisional key is used that is not stored, and each use reads the store again.
/// Safe to use from any thread.
public final class LaunchDarklyDeviceKey: Sendable {
    private struct State {
        var key: String?
        /// Whether the store must be read again, because it could not yet say which key is the right one.
        var isProvisional = false
        /// Whether the key is that of an earlier run, which takes precedence over the vendor's.
        var isRecalled = false
        var finding: Diagnostic?
        /// Whether the next key must not come from the same source as the first.
        var isForgotten = false

        /// The key, unless the store must be read.
        var settled: String? { isProvisional ? nil : key }
    }

    private let name: String
    private let store: (any LaunchDarklyKeyStore)?
    private let random: any RandomSource
    private let official: @Sendable () throws -> String?
    private let state = Lock(State())

    /// Makes a key that is not read or generated yet.
    ///
    /// - Parameters:
    ///   - kind: The kind of context that the key identifies.
    ///   - store: Where it is kept; nil not to keep it, so that the next run has another one.
    ///   - random: The source of a new one.
    public convenience init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)? = nil, random: any RandomSource = SystemRandom()
    ) {
        self.init(kind: kind, store: store, random: random, official: { nil })
    }

    /// Makes a key that, when there is none, is taken from another source instead of being generated.
    ///
    /// LaunchDarkly's clients up to version 5 used the vendor identifier of the device on iOS and tvOS and did not
    /// store it: pass that one, and the users stay the same.
    ///
    /// - Parameters:
    ///   - kind: The kind of context that the key identifies.
    ///   - store: Where it is kept.
    ///   - newKey: Makes the key that is used and kept when there is none.
    public convenience init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)?, newKey: @escaping @Sendable () -> String
    ) {
        self.init(kind: kind, store: store, official: newKey)
    }

    /// Makes a key that is the vendor's own if there is one.
    ///
    /// - Parameters:
    ///   - kind: The kind of context that the key identifies.
    ///   - store: Where it is kept.
    ///   - random: The source of a new one when the vendor has none.
    ///   - official: The vendor's own; nil when there is none. It throws ``LaunchDarklyKeyUnavailable`` while this is
    ///     not known.
    package init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)?, random: any RandomSource = SystemRandom(),
        official: @escaping @Sendable () throws -> String?
    ) {
        name = kind == .user ? "ldDeviceIdentifier" : "ldGeneratedContextKey:\(kind.rawValue)"
        self.store = store
        self.random = random
        self.official = official
    }

    /// Why the key will not outlive this run; nil when it will, or when it has not been used yet.
    public var finding: Diagnostic? { state.withLock { $0.finding } }

    /// Reads the store, outside the cooperative thread pool, so that ``value`` need not.
    @discardableResult
    public func load() async -> String {
        if let key = state.withLock({ $0.settled }) { return key }
        return await BlockingWork.run { self.value }
    }

    /// The key; the first time, and as long as the store cannot say which it is, this reads the store, which may block.
    public var value: String {
        let known = state.withLock { $0 }
        if let key = known.settled { return key }
        let found = found(known)
        return state.withLock { state in
            if let key = state.settled { return key }
            // Another thread's provisional key is just as good, and may be in use.
            let key = found.isProvisional ? state.key ?? found.key : found.key
            (state.key, state.isProvisional, state.finding) = (key, found.isProvisional, found.finding)
            return key
        }
    }

    /// Proposes the key of an earlier run, which is used and stored if the store has none, or cannot say.
    ///
    /// Has no effect when a key is in use, or was forgotten. Memory only.
    package func recall(_ earlier: String) {
        state.withLock { state in
            guard state.key == nil, !state.isForgotten else { return }
            (state.key, state.isProvisional, state.isRecalled) = (earlier, true, true)
        }
    }

    /// Forgets the key, in memory and in the store; the next read generates another one at random.
    ///
    /// One that cannot be removed stays for the next run of the app, and ``finding`` says so.
    public func forget() async {
        let finding = await BlockingWork.run { [name, store] () -> Diagnostic? in
            do {
                try store?.remove(name)
                return nil
            } catch {
                return Diagnostic(
                    "deviceKeyNotForgotten", .warning, subject: name,
                    "The key of anonymous users could not be removed: \(error). The next run will use it again.",
                    suggestion: "Remove it by hand.")
            }
        }
        state.withLock { $0 = State(finding: finding, isForgotten: true) }
    }

    private func found(_ known: State) -> (key: String, isProvisional: Bool, finding: Diagnostic?) {
        let drawn = known.key ?? random.uuid().uppercased()
        let newKey = { [official] in try known.isForgotten || known.isRecalled ? drawn : official() ?? drawn }
        do {
            return (try store?.key(name, orKeeping: newKey) ?? newKey(), false, nil)
        } catch let error as LaunchDarklyKeyUnavailable {
            let finding = Diagnostic(
                "deviceKeyUnavailable", .warning, subject: name,
                "The key of anonymous users is not known yet: \(error.reason). Another key serves until then.",
                suggestion: "Nothing needs to be done; each use asks again.")
            return (drawn, true, finding)
        } catch {
            let finding = Diagnostic(
                "deviceKeyNotKept", .warning, subject: name,
                "The key of anonymous users could not be read or kept: \(error). The next run may use another one.",
                suggestion: "Make sure that the place can be read and written.")
            return ((try? newKey()) ?? drawn, false, finding)
        }
    }
}
