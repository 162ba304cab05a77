// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The three usual answers to "disk or network first?", with one time to live.
///
/// ```swift
/// let policy = VariantLookupPolicy.networkFirst(persistenceTtl: 3600)
/// ```
/// Named after the policy type of Mixpanel's Swift library, whose cases and rules it follows. Records are kept by identity
/// (kinds and keys), so they outlive a change of attributes. The records of the ``maxIdentities`` most recently used identities
/// are kept. When an answer is stored, the expired records of other identities are removed. An immutable value.
public enum VariantLookupPolicy: Sendable, Hashable {
    /// Stored flags are neither read nor written; what an earlier run of the app stored is deleted from the disk at the start.
    case networkOnly

    /// Stored flags are served at once, without waiting for the network, which is asked all the same.
    ///
    /// Flags older than `persistenceTtl` seconds are ignored, but stay on the disk until the next answer replaces them.
    case persistenceUntilNetworkSuccess(persistenceTtl: Double)

    /// The network is waited for; stored flags are served if it fails.
    ///
    /// Flags older than `persistenceTtl` seconds are ignored, but stay on the disk until the next answer replaces them.
    case networkFirst(persistenceTtl: Double)

    /// How long stored flags may be served by default: 24 hours, in seconds.
    public static let defaultTTL: Double = 86_400

    /// The number of identities whose flags are kept: 20.
    ///
    /// The flags of the least recently used identity are removed first.
    public static let maxIdentities = 20

    /// Serves stored flags of up to 24 hours at once.
    public static func persistenceUntilNetworkSuccess() -> VariantLookupPolicy {
        .persistenceUntilNetworkSuccess(persistenceTtl: defaultTTL)
    }

    /// Serves stored flags of up to 24 hours when the network fails.
    public static func networkFirst() -> VariantLookupPolicy { .networkFirst(persistenceTtl: defaultTTL) }

    /// The effective policy for a requested one: a policy that would store flags and never serve them is ``networkOnly``.
    ///
    /// That is a policy whose time to live is zero, negative, infinite or not a number. The cases themselves keep the requested
    /// value, so that it can be reported.
    public static func effective(_ requested: VariantLookupPolicy) -> VariantLookupPolicy {
        guard let ttl = requested.persistenceTtl else { return requested }
        return ttl > 0 && ttl.isFinite ? requested : .networkOnly
    }

    /// The requested time to live, in seconds; nil for ``networkOnly``.
    public var persistenceTtl: Double? {
        switch self {
        case .networkOnly: nil
        case .persistenceUntilNetworkSuccess(let ttl), .networkFirst(let ttl): ttl
        }
    }
}

extension VariantLookupPolicy: PersistencePolicy {
    /// The identity; nil for a policy that is effectively ``networkOnly``.
    public func slot(for context: EvaluationContext) -> String? {
        Self.effective(self) == .networkOnly ? nil : context.identityDigest
    }

    /// Serves, holds back or ignores the stored flags, by their age at this moment.
    ///
    /// An age below zero means that the clock was set back, and counts as too old.
    public func action(for stored: StoredFlags, in conditions: PersistenceConditions) -> CacheAction {
        let policy = Self.effective(self)
        guard let ttl = policy.persistenceTtl else { return .ignore(delete: true) }
        let expiry = stored.savedAt + Self.duration(ttl)
        guard stored.savedAt <= conditions.now, conditions.now <= expiry else { return .ignore(delete: false) }
        // Served up to and including the last millisecond.
        let until = expiry + .milliseconds(1)
        if case .networkFirst = policy { return .serveOnFailure(until: until) }
        return .serve(isAnswer: true, until: until)
    }

    /// ``maxIdentities``, or 0 for a policy that is effectively ``networkOnly``, so that stored records are removed.
    public var maxSlots: Int? { Self.effective(self) == .networkOnly ? 0 : Self.maxIdentities }

    /// The time to live, or `nil` for a policy that is effectively ``networkOnly``.
    public var maxAge: Duration? { Self.effective(self).persistenceTtl.map(Self.duration) }

    /// Reports a time to live with which nothing could ever be served.
    public var problem: Diagnostic? {
        guard let ttl = persistenceTtl, Self.effective(self) == .networkOnly else { return nil }
        return Diagnostic(
            "persistenceTtl", .warning,
            "With a time to live of \(ttl) seconds stored flags could never be served, so none are stored.",
            suggestion: "Give a time above zero, such as VariantLookupPolicy.defaultTTL, or choose networkOnly.")
    }

    /// Rounded to milliseconds, and a thousand years at most, which keeps later arithmetic in range.
    private static func duration(_ seconds: Double) -> Duration {
        .milliseconds(Int64((min(seconds, 31_557_600_000) * 1000).rounded()))
    }
}
