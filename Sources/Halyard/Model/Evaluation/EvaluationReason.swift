// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reason for a flag's value.
///
/// ```swift
/// let isTargeted = flags.details(of: .newNav).reason == .targetingMatch
/// ```
/// The set of reasons is open. The standard reasons are OpenFeature's (specification 1.4.7, 2.2.5). The metadata
/// contains a vendor's own wording under `vendorReason`, so nothing is lost.
public struct EvaluationReason: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The reason as OpenFeature spells it.
    public let rawValue: String

    /// Creates a reason from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a reason from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The value is the same for every context.
    public static let `static`: EvaluationReason = "STATIC"
    /// No rule matched, or the flag has no value, so the configured or the caller's default value was served.
    public static let `default`: EvaluationReason = "DEFAULT"
    /// A targeting rule matched the context.
    public static let targetingMatch: EvaluationReason = "TARGETING_MATCH"
    /// The context fell into a bucket of a rollout or experiment.
    public static let split: EvaluationReason = "SPLIT"
    /// The value was taken from a cache.
    public static let cached: EvaluationReason = "CACHED"
    /// The flag is switched off.
    public static let disabled: EvaluationReason = "DISABLED"
    /// The source didn't report a reason.
    public static let unknown: EvaluationReason = "UNKNOWN"
    /// The value might be out of date.
    public static let stale: EvaluationReason = "STALE"
    /// An error occurred, and the caller's default value was served.
    public static let error: EvaluationReason = "ERROR"
}

extension EvaluationReason: CustomStringConvertible {
    /// The reason as OpenFeature spells it.
    public var description: String { rawValue }
}
