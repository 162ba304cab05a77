// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A policy for stored flags: network only, stored flags first, or network first, with a time to live.
///
/// ```swift
/// let policy = VariantLookupPolicy.networkFirst(persistenceTtl: 3600)
/// ```
/// Its name, cases, and rules follow the policy type of the Mixpanel Swift library. Records belong to identities (kinds and keys),
/// so they remain valid if attributes change. The policy stores the flags of the ``maxStoredIdentities`` most recently used identities.
/// When a response is stored, expired records of other identities are removed. It's an immutable value.
public enum VariantLookupPolicy: Sendable, Hashable {
    /// Neither reads nor writes stored flags.
    ///
    /// When a client starts, flags that an earlier run of the app stored are deleted from the disk.
    case networkOnly

    /// Serves stored flags immediately, and requests flags from the network at the same time.
    ///
    /// Flags older than `persistenceTtl` seconds aren't served, but remain on the disk until the next response replaces them.
    case persistenceUntilNetworkSuccess(persistenceTtl: Double)

    /// Waits for the network, and serves stored flags if it fails.
    ///
    /// Flags older than `persistenceTtl` seconds aren't served, but remain on the disk until the next response replaces them.
    case networkFirst(persistenceTtl: Double)

    /// The default time to live of stored flags in seconds: 24 hours.
    public static let defaultTTL: Double = 86_400

    /// The maximum number of identities with stored flags: 20.
    ///
    /// The flags of the least recently used identity are removed first.
    public static let maxStoredIdentities = 20

    /// Returns a policy that immediately serves stored flags that are up to 24 hours old.
    public static func persistenceUntilNetworkSuccess() -> VariantLookupPolicy {
        .persistenceUntilNetworkSuccess(persistenceTtl: defaultTTL)
    }

    /// Returns a policy that serves stored flags that are up to 24 hours old if the network fails.
    public static func networkFirst() -> VariantLookupPolicy { .networkFirst(persistenceTtl: defaultTTL) }

    /// Returns the effective policy, which is ``networkOnly`` instead of a policy that would store flags and never serve them.
    ///
    /// That's a policy with a time to live that is zero, negative, infinite, or not a number. The cases themselves keep the
    /// requested value, so that it can be reported.
    public static func effective(_ requested: VariantLookupPolicy) -> VariantLookupPolicy {
        guard let ttl = requested.persistenceTtl else { return requested }
        return ttl > 0 && ttl.isFinite ? requested : .networkOnly
    }

    /// The requested time to live in seconds, or `nil` for ``networkOnly``.
    public var persistenceTtl: Double? {
        switch self {
        case .networkOnly: nil
        case .persistenceUntilNetworkSuccess(let ttl), .networkFirst(let ttl): ttl
        }
    }
}

extension VariantLookupPolicy: PersistencePolicy {
    /// Returns the identity, or `nil` for a policy that is effectively ``networkOnly``.
    public func slot(for context: EvaluationContext) -> String? {
        Self.effective(self) == .networkOnly ? nil : context.identityDigest
    }

    /// Serves, holds back, or ignores the stored flags, depending on their current age.
    ///
    /// A negative age means that the clock was set back, and counts as too old.
    public func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        let policy = Self.effective(self)
        guard let ttl = policy.persistenceTtl else { return .ignore(delete: true) }
        let expiry = stored.savedAt + Self.duration(ttl)
        guard stored.savedAt <= conditions.now, conditions.now <= expiry else { return .ignore(delete: false) }
        // The last millisecond is included.
        let until = expiry + .milliseconds(1)
        if case .networkFirst = policy { return .serveOnFailure(until: until) }
        return .serve(isAnswer: true, until: until)
    }

    /// ``maxStoredIdentities``, or 0 for a policy that is effectively ``networkOnly``, so that stored records are removed.
    public var maxSlots: Int? { Self.effective(self) == .networkOnly ? 0 : Self.maxStoredIdentities }

    /// The time to live, or `nil` for a policy that is effectively ``networkOnly``.
    public var maxAge: Duration? { Self.effective(self).persistenceTtl.map(Self.duration) }

    /// A diagnostic about a time to live with which nothing would ever be served, or `nil`.
    public var problem: Diagnostic? {
        guard let ttl = persistenceTtl, Self.effective(self) == .networkOnly else { return nil }
        return Diagnostic(
            "persistenceTtl", .warning,
            "With a time to live of \(ttl) seconds, stored flags would never be served, so none are stored.",
            suggestion: "Set a time above zero, such as VariantLookupPolicy.defaultTTL, or use networkOnly.")
    }

    /// Returns a duration that is rounded to milliseconds and is at most 1,000 years, which keeps later arithmetic in range.
    private static func duration(_ seconds: Double) -> Duration {
        .milliseconds(Int64((min(seconds, 31_557_600_000) * 1000).rounded()))
    }
}
