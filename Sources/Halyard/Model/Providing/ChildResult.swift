// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The result of one of several combined providers for one flag.
///
/// "Not found" and "failed" are different results and are always distinguished (OpenFeature, Appendix A).
public enum ChildResult: Sendable {
    /// The provider has the flag.
    case flag(EvaluatedFlag)
    /// The provider lists only flags that are on, and doesn't list this one, so the flag is off.
    case off
    /// The provider doesn't have the flag.
    case notFound
    /// The provider has no flags for the context because of this error.
    case failed(FlagError)

    /// A Boolean value that indicates whether the provider evaluated the flag without an error (``EvaluatedFlag/error``).
    public var isDecision: Bool {
        switch self {
        case .flag(let flag): flag.error == nil
        case .off: true
        case .notFound, .failed: false
        }
    }

    /// The value, which is false for "off", or `nil` without a decision.
    public var value: FlagValue? {
        switch self {
        case .flag(let flag): flag.value
        case .off: false
        case .notFound, .failed: nil
        }
    }
}
