// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The details of an evaluation, in LaunchDarkly's terms.
///
/// An immutable value.
public struct LaunchDarklyDetail: Sendable, Hashable {
    /// The value that the caller received.
    public let value: FlagValue
    /// The index of the flag's variation; nil for none, and for a default because of an error.
    public let variationIndex: Int?
    /// The reason: `kind` and its details; null when the service gave none.
    public let reason: FlagValue
}

extension LaunchDarklyDetail {
    /// Converts the client's details about one of LaunchDarkly's flags.
    ///
    /// As in LaunchDarkly's own clients, an error is always a reason; anything else only if reasons were requested from
    /// the service (``LaunchDarklyOptions/withReasons``), even if flags that are kept from an earlier run have one.
    ///
    /// - Parameters:
    ///   - details: The client's details.
    ///   - options: The options of the provider that serves the flag.
    public init<Value: FlagValueConvertible>(_ details: EvaluationDetails<Value>, _ options: LaunchDarklyOptions) {
        value = details.value.flagValue
        variationIndex = details.variant.flatMap(Int.init)
        let vendorReason = details.metadata["vendorReason"] ?? .null
        if vendorReason["kind"] == "ERROR" {
            reason = vendorReason
        } else if let error = details.error {
            reason = ["kind": "ERROR", "errorKind": .string(Self.word(for: error.code))]
        } else {
            reason = options.withReasons ? vendorReason : .null
        }
    }

    /// The inverse of ``word(for:)``.
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
