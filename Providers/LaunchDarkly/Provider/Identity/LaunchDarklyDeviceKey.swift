// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// The key of an anonymous user on this device: generated once, and the same in every later run of the app.
///
/// A new key is another user to LaunchDarkly, and counts as one on its bill. It is kept under LaunchDarkly's official names,
/// so that an app that comes from its own client keeps its identity. A key that cannot be kept is used for this run,
/// and ``finding`` says so. Safe to use from any thread.
public final class LaunchDarklyDeviceKey: Sendable {
    private struct State {
        var key: String?
        var finding: Diagnostic?
        /// Whether the next one must not be taken from where the first was.
        var isForgotten = false
    }

    private let name: String
    private let store: (any LaunchDarklyKeyStore)?
    private let newKey: @Sendable () -> String
    private let state = Lock(State())

    /// Makes a key that nobody has asked for yet.
    ///
    /// - Parameters:
    ///   - kind: What the key stands for.
    ///   - store: Where it is kept; nil for nowhere, so that the next run has another one.
    ///   - random: Where a new one comes from.
    public convenience init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)? = nil, random: any RandomSource = SystemRandom()
    ) {
        self.init(kind: kind, store: store) { random.uuid().uppercased() }
    }

    /// Makes a key that is not drawn when there is none, but taken from somewhere else.
    ///
    /// LaunchDarkly's clients up to version 5 used the vendor's identifier of the device on iOS and tvOS and did not keep
    /// it: give that one, and the users stay the same.
    ///
    /// - Parameters:
    ///   - kind: What the key stands for.
    ///   - store: Where it is kept.
    ///   - newKey: What is used and kept when there is none.
    public init(
        kind: ContextKind = .user, store: (any LaunchDarklyKeyStore)?, newKey: @escaping @Sendable () -> String
    ) {
        name = kind == .user ? "ldDeviceIdentifier" : "ldGeneratedContextKey:\(kind.rawValue)"
        self.store = store
        self.newKey = newKey
    }

    /// Why the key will not outlive this run; nil when it will, or when nobody has asked for it.
    public var finding: Diagnostic? { state.withLock { $0.finding } }

    /// Asks the store, away from the cooperative thread pool, so that ``value`` need not.
    @discardableResult
    public func load() async -> String {
        if let key = state.withLock({ $0.key }) { return key }
        return await BlockingWork.run { self.value }
    }

    /// The key; the first time this asks the store, which may block.
    public var value: String {
        if let key = state.withLock({ $0.key }) { return key }
        let (key, finding) = found()
        return state.withLock { state in
            if state.key == nil { (state.key, state.finding) = (key, finding) }
            return state.key ?? key
        }
    }

    /// Forgets the key, in memory and where it is kept: whoever asks next gets another one, drawn at random.
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
                    mend: "Remove it by hand.")
            }
        }
        state.withLock { $0 = State(finding: finding, isForgotten: true) }
    }

    private func found() -> (String, Diagnostic?) {
        let newKey = state.withLock({ $0.isForgotten }) ? SystemRandom().uuid().uppercased() : newKey()
        guard let store else { return (newKey, nil) }
        do {
            return (try store.key(name, orKeeping: newKey), nil)
        } catch {
            return (
                newKey,
                Diagnostic(
                    "deviceKeyNotKept", .warning, subject: name,
                    "The key of anonymous users could not be read or kept: \(error). The next run may use another one.",
                    mend: "Make sure that the place can be read and written.")
            )
        }
    }
}
