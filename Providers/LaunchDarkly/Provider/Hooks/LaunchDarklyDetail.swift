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
    /// As with LaunchDarkly's own clients, an error is always a reason; anything else only where the service was asked for
    /// reasons (``LaunchDarklyOptions/withReasons``), even if flags that are kept from an earlier run have one.
    ///
    /// - Parameters:
    ///   - details: What the client says.
    ///   - options: The options of the provider that serves the flag.
    public init<Value: FlagValueConvertible>(_ details: EvaluationDetails<Value>, _ options: LaunchDarklyOptions) {
        self.init(details, withReasons: options.withReasons)
    }

    init<Value: FlagValueConvertible>(_ details: EvaluationDetails<Value>, withReasons: Bool) {
        value = details.value.flagValue
        variationIndex = details.variant.flatMap(Int.init)
        let vendorReason = details.metadata["vendorReason"] ?? .null
        if vendorReason["kind"] == "ERROR" {
            reason = vendorReason
        } else if let error = details.error {
            reason = ["kind": "ERROR", "errorKind": .string(Self.word(for: error.code))]
        } else {
            reason = withReasons ? vendorReason : .null
        }
    }

    /// The opposite of ``word(for:)``.
    static func code(for word: String) -> ErrorCode {
        switch word {
        case "FLAG_NOT_FOUND": .flagNotFound
        case "WRONG_TYPE": .typeMismatch
        case "CLIENT_NOT_READY": .providerNotReady
        case "MALFORMED_FLAG": .parseError
        case "USER_NOT_SPECIFIED": .targetingKeyMissing
        default: .general
        }
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
