// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Serves the flags of a user's last visit at once, however old they are, until the network has answered.
///
/// LaunchDarkly's own clients do the same. Flags are kept by identity, so they survive a change of attributes; those of
/// the least recently seen users are removed first. They count as the answer only offline. An immutable value.
///
/// ```swift
/// try PersistedProvider(LaunchDarklyProvider(options), policy: LaunchDarklyCachePolicy(maxUsers: 10))
/// ```
public struct LaunchDarklyCachePolicy: PersistencePolicy, Hashable {
    /// How many users' flags are kept; 0 for none, -1 for all.
    public let maxUsers: Int

    /// Makes a policy.
    ///
    /// - Parameter maxUsers: How many users' flags are kept; 0 for none, which also removes what was kept before, and
    ///   anything below 0 for all.
    public init(maxUsers: Int = 5) { self.maxUsers = max(maxUsers, -1) }

    /// The identity; nil when nothing is kept.
    public func slot(for context: EvaluationContext) -> String? { maxUsers == 0 ? nil : context.identityDigest }

    /// Admits every stored snapshot, however old it is.
    public func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        .serve(isAnswer: conditions.request.mode == .offline, until: nil)
    }

    /// ``maxUsers``, or nil for no limit.
    public var maxSlots: Int? { maxUsers < 0 ? nil : maxUsers }
}

extension PolicyType {
    /// `{"policy": "launchDarklyCache", "maxCachedUsers": 5}`.
    static let launchDarklyCache = PolicyType("launchDarklyCache") { settings in
        LaunchDarklyCachePolicy(
            maxUsers: settings.int(
                "maxCachedUsers", "How many contexts' flags are kept; -1 for all, 0 for none.", default: 5,
                in: -1...1_000_000))
    }
}
