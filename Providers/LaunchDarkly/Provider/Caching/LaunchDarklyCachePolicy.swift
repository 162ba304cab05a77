// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A policy that serves the flags of a user's last visit immediately, regardless of their age, until the service responds.
///
/// LaunchDarkly's client SDKs do the same. Flags are stored by identity, so they remain valid if attributes change. The
/// flags of the least recently seen users are removed first. Stored flags count as the response only offline.
///
/// ```swift
/// try PersistedProvider(LaunchDarklyProvider(options), policy: LaunchDarklyCachePolicy(maxUsers: 10))
/// ```
public struct LaunchDarklyCachePolicy: PersistencePolicy, Hashable {
    /// The maximum number of users whose flags are stored (0: none, -1: no limit).
    public let maxUsers: Int

    /// Creates a policy.
    ///
    /// - Parameter maxUsers: The maximum number of users whose flags are stored. 0 stores none and also removes stored flags.
    ///   A negative number means no limit.
    public init(maxUsers: Int = 5) { self.maxUsers = max(maxUsers, -1) }

    /// Returns the digest of the context's identity, or `nil` if the policy stores nothing.
    public func slot(for context: EvaluationContext) -> String? { maxUsers == 0 ? nil : context.identityDigest }

    /// Returns an action that serves every stored flag set, regardless of its age.
    public func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        .serve(isAnswer: conditions.request.mode == .offline, until: nil)
    }

    /// The value of ``maxUsers``, or `nil` for no limit.
    public var maxSlots: Int? { maxUsers < 0 ? nil : maxUsers }
}

extension PolicyType {
    /// The policy type `launchDarklyCache`: `{"policy": "launchDarklyCache", "maxCachedUsers": 5}`.
    static let launchDarklyCache = PolicyType("launchDarklyCache") { settings in
        LaunchDarklyCachePolicy(
            maxUsers: settings.int(
                "maxCachedUsers", "Maximum number of contexts whose flags are stored (-1: no limit, 0: none).",
                default: 5,
                in: -1...1_000_000))
    }
}
