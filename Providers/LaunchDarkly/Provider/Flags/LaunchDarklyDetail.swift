// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// The details of an evaluation, in LaunchDarkly's terms.
public struct LaunchDarklyDetail: Sendable, Hashable {
    /// The value that the caller received.
    public let value: FlagValue
    /// The index of the flag's variation, or `nil` if there is none or an error led to the default value.
    public let variationIndex: Int?
    /// The reason with its `kind` and details, or null if the service sent none.
    public let reason: FlagValue
}

extension LaunchDarklyDetail {
    /// Creates LaunchDarkly's details from the client's details about a LaunchDarkly flag.
    ///
    /// As in LaunchDarkly's client SDKs, an error always has a reason. Otherwise, the reason is present only if reasons were
    /// requested from the service (``LaunchDarklyOptions/withReasons``), even if stored flags contain reasons.
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

    /// Returns the error code for a word, as the inverse of ``word(for:)``.
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
