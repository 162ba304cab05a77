// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why a flag has the value it has.
///
/// An open set; the standard members are OpenFeature's (specification 1.4.7, 2.2.5).
///
/// A vendor's own wording is kept in the metadata under `vendorReason`, so nothing is lost by normalising.
public struct EvaluationReason: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The reason as OpenFeature spells it.
    public let rawValue: String

    /// Makes a reason from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a reason from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The value is the same for every context.
    public static let `static`: EvaluationReason = "STATIC"
    /// No rule matched, or the flag has no value: the configured or the caller's default was served.
    public static let `default`: EvaluationReason = "DEFAULT"
    /// A targeting rule matched the context.
    public static let targetingMatch: EvaluationReason = "TARGETING_MATCH"
    /// The context fell into a bucket of a rollout or experiment.
    public static let split: EvaluationReason = "SPLIT"
    /// The value was taken from a cache.
    public static let cached: EvaluationReason = "CACHED"
    /// The flag is switched off.
    public static let disabled: EvaluationReason = "DISABLED"
    /// The source did not say why.
    public static let unknown: EvaluationReason = "UNKNOWN"
    /// The value may be out of date.
    public static let stale: EvaluationReason = "STALE"
    /// Something went wrong and the caller's default was served.
    public static let error: EvaluationReason = "ERROR"
}

extension EvaluationReason: CustomStringConvertible {
    /// The reason as OpenFeature spells it.
    public var description: String { rawValue }
}
