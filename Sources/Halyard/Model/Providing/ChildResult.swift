// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The answer of one of several combined providers for one flag.
///
/// "Not found" and "failed" are different answers, and never confused (OpenFeature, Appendix A).
public enum ChildResult: Sendable {
    /// The provider has the flag.
    case flag(EvaluatedFlag)
    /// The provider lists only flags that are on, and not this one, so the flag is off.
    case off
    /// The provider does not know the flag.
    case notFound
    /// The provider has no flags for the context, for this reason.
    case failed(FlagError)

    /// Whether the provider decided about the flag; a flag with an error (``EvaluatedFlag/error``) is not a decision.
    public var isDecision: Bool {
        switch self {
        case .flag(let flag): flag.error == nil
        case .off: true
        case .notFound, .failed: false
        }
    }

    /// The decided value, where "off" is false; nil without a decision.
    public var value: FlagValue? {
        switch self {
        case .flag(let flag): flag.value
        case .off: false
        case .notFound, .failed: nil
        }
    }
}
