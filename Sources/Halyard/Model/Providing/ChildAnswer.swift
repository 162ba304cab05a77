// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What one of several combined providers says about one flag.
///
/// "Not found" and "could not say" are two answers, and never confused (OpenFeature, Appendix A).
public enum ChildAnswer: Sendable {
    /// It has the flag.
    case flag(Flag)
    /// It lists only flags that are on, and not this one, so the flag is off.
    case off
    /// It does not know the flag.
    case notFound
    /// It has no flags for the context, for this reason.
    case failed(FlagError)

    /// Whether it decided about the flag; a flag with an error (``Flag/error``) is no decision.
    public var isDecision: Bool {
        switch self {
        case .flag(let flag): flag.error == nil
        case .off: true
        case .notFound, .failed: false
        }
    }

    /// The decided value, where "off" is false; nil when it decided nothing.
    public var value: FlagValue? {
        switch self {
        case .flag(let flag): flag.value
        case .off: false
        case .notFound, .failed: nil
        }
    }
}
