// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// How an evaluation came about, in LaunchDarkly's words.
///
/// An immutable value.
public struct LaunchDarklyDetail: Sendable, Hashable {
    /// What the caller got.
    public let value: FlagValue
    /// Which of the flag's variations that is; nil for none, and for a default that stands for an error.
    public let variationIndex: Int?
    /// Why: `kind`, and what belongs to it; null when the service did not say.
    public let reason: FlagValue
}

extension LaunchDarklyDetail {
    /// Takes over what the client says of a flag of LaunchDarkly's.
    ///
    /// - Parameters:
    ///   - details: What the client says.
    ///   - value: The same value as the service writes it.
    public init<Value>(_ details: EvaluationDetails<Value>, value: FlagValue) {
        self.value = value
        variationIndex = details.variant.flatMap(Int.init)
        if let error = details.error {
            reason = ["kind": "ERROR", "errorKind": .string(Self.word(for: error.code))]
        } else {
            reason = details.metadata["vendorReason"] ?? .null
        }
    }

    /// Takes over what the client says of a flag of LaunchDarkly's.
    public init(_ details: EvaluationDetails<FlagValue>) { self.init(details, value: details.value) }

    /// The same without a reason that nobody asked for; an error is always told.
    public func withReason(ifAsked isAsked: Bool) -> LaunchDarklyDetail {
        if isAsked || reason["kind"] == "ERROR" { return self }
        return LaunchDarklyDetail(value: value, variationIndex: variationIndex, reason: .null)
    }

    private static func word(for code: ErrorCode) -> String {
        switch code {
        case .flagNotFound: "FLAG_NOT_FOUND"
        case .typeMismatch: "WRONG_TYPE"
        case .providerNotReady, .providerFatal: "CLIENT_NOT_READY"
        case .parseError: "MALFORMED_FLAG"
        case .targetingKeyMissing, .invalidContext: "USER_NOT_SPECIFIED"
        default: "EXCEPTION"
        }
    }
}
