// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// The generated keys of this device, one for each kind of context.
///
/// Each is a ``LaunchDarklyDeviceKey`` under LaunchDarkly's official name. You can use this type from any thread.
public final class LaunchDarklyDeviceKeys: Sendable {
    /// The keys in the storage of LaunchDarkly's client SDKs on Apple platforms, and in files elsewhere.
    package static let shared = LaunchDarklyDeviceKeys(store: PlatformKeyStore.make())

    private let make: @Sendable (ContextKind) -> LaunchDarklyDeviceKey
    private let keys: Lock<[ContextKind: LaunchDarklyDeviceKey]>

    /// Creates keys without reading or generating any.
    ///
    /// - Parameters:
    ///   - store: The storage of the keys, or `nil` for new keys in each launch.
    ///   - random: The source of new keys.
    ///   - userKey: The key of the kind `user`, if there already is one.
    public init(
        store: (any LaunchDarklyKeyStore)? = nil, random: any RandomSource = SystemRandom(),
        userKey: LaunchDarklyDeviceKey? = nil
    ) {
        make = { LaunchDarklyDeviceKey(kind: $0, store: store, random: random) }
        keys = Lock(userKey.map { [.user: $0] } ?? [:])
    }

    /// Accesses the key of a kind, which is read or generated when its value is first used.
    public subscript(kind: ContextKind) -> LaunchDarklyDeviceKey {
        keys.withLock { keys in
            if let key = keys[kind] { return key }
            let key = make(kind)
            keys[kind] = key
            return key
        }
    }

    /// The reasons why used keys won't survive this launch.
    package var diagnostics: [Diagnostic] {
        keys.withLock { $0 }.sorted(by: \.key.rawValue).compactMap { $0.value.diagnostic }
    }
}
