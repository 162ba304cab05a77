// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// The generated keys of this device, one for each kind of context.
///
/// Each is a ``LaunchDarklyDeviceKey`` under LaunchDarkly's official name. Safe to use from any thread.
public final class LaunchDarklyDeviceKeys: Sendable {
    /// The keys that are kept where LaunchDarkly's clients keep theirs on Apple platforms, and in files elsewhere.
    package static let shared = LaunchDarklyDeviceKeys(store: PlatformKeyStore.make())

    private let make: @Sendable (ContextKind) -> LaunchDarklyDeviceKey
    private let keys: Lock<[ContextKind: LaunchDarklyDeviceKey]>

    /// Makes keys, none of which is read or generated yet.
    ///
    /// - Parameters:
    ///   - store: Where they are kept; nil not to keep them, so that the next run has others.
    ///   - random: The source of new keys.
    ///   - userKey: The key of the kind `user`, if there is one already.
    public init(
        store: (any LaunchDarklyKeyStore)? = nil, random: any RandomSource = SystemRandom(),
        userKey: LaunchDarklyDeviceKey? = nil
    ) {
        make = { LaunchDarklyDeviceKey(kind: $0, store: store, random: random) }
        keys = Lock(userKey.map { [.user: $0] } ?? [:])
    }

    /// The key of a kind, which is read from storage or generated only when its value is first used.
    public subscript(kind: ContextKind) -> LaunchDarklyDeviceKey {
        keys.withLock { keys in
            if let key = keys[kind] { return key }
            let key = make(kind)
            keys[kind] = key
            return key
        }
    }

    /// Why keys that were used will not outlive this run.
    package var findings: [Diagnostic] {
        keys.withLock { $0 }.sorted(by: \.key.rawValue).compactMap { $0.value.finding }
    }
}
