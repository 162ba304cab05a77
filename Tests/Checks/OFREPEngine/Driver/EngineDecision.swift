// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The engine's decision about one flag in one context.
struct EngineDecision: Sendable, Hashable {
    /// The reason for a missing value.
    struct Failure: Sendable, Hashable {
        /// The protocol's codes for one flag.
        ///
        /// Other codes become `GENERAL`, and the message names them.
        private static let known: Set<String> = ["GENERAL", "INVALID_CONTEXT", "PARSE_ERROR", "TARGETING_KEY_MISSING"]

        var code: String
        var details: String

        /// Returns whether an app's error shows the failure.
        func isShown(by error: FlagError) -> Bool {
            guard error.message.contains(details) else { return false }
            if Self.known.contains(code) { return error.code.rawValue == code }
            return error.code == .general && error.message.contains(code)
        }
    }

    var key: String
    var type: FlagType
    /// The value, or `nil` if the caller's default value applies.
    var value: FlagValue?
    var variant: String?
    var reason: String
    var metadata: [String: FlagValue]
    var failure: Failure?

    /// Creates a decision from JSON, or returns `nil` if the JSON is invalid.
    init?(_ json: FlagValue) {
        guard case .string(let key)? = json["key"], case .string(let reason)? = json["reason"],
            let type = json["type"].flatMap(FlagType.init(flagValue:)), case .object(let metadata)? = json["metadata"]
        else { return nil }
        self.key = key
        self.type = type
        self.reason = reason
        self.metadata = metadata
        value = json["value"]
        variant = json["variant"].flatMap(String.init(flagValue:))
        guard let error = json["error"] else { return }
        guard case .string(let code)? = error["code"], case .string(let details)? = error["details"] else { return nil }
        failure = Failure(code: code, details: details)
    }
}

extension FlagValue {
    /// The value with each whole number as an integer, because flagd writes `5.0` as `5`.
    var withWholeNumbers: FlagValue {
        switch self {
        case .double(let number): Int64(exactly: number).map { .int($0) } ?? self
        case .array(let elements): .array(elements.map(\.withWholeNumbers))
        case .object(let members): .object(members.mapValues(\.withWholeNumbers))
        case .null, .bool, .int, .string: self
        }
    }
}
