// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import OpenFeature
import TestSupport

/// Returns the specification's spelling of a reason.
func specified(_ reason: String) -> String {
    switch Reason(rawValue: reason) {
    case .staticReason: "STATIC"
    case .defaultReason: "DEFAULT"
    case .targetingMatch: "TARGETING_MATCH"
    case .split: "SPLIT"
    case .cached: "CACHED"
    case .disabled: "DISABLED"
    case .unknown: "UNKNOWN"
    case .stale: "STALE"
    case .error: "ERROR"
    case nil: reason
    }
}

/// Returns the specification's spelling of an error code.
func specified(_ code: OpenFeature.ErrorCode) -> String {
    switch code {
    case .providerNotReady: "PROVIDER_NOT_READY"
    case .flagNotFound: "FLAG_NOT_FOUND"
    case .parseError: "PARSE_ERROR"
    case .typeMismatch: "TYPE_MISMATCH"
    case .targetingKeyMissing: "TARGETING_KEY_MISSING"
    case .invalidContext: "INVALID_CONTEXT"
    case .general: "GENERAL"
    case .providerFatal: "PROVIDER_FATAL"
    }
}

extension OpenFeature.Value {
    init(flagValue: FlagValue) {
        switch flagValue {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .int(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .array(let values): self = .list(values.map { Value(flagValue: $0) })
        case .object(let members): self = .structure(members.mapValues { Value(flagValue: $0) })
        }
    }

    var flagValue: FlagValue {
        switch self {
        case .null: .null
        case .boolean(let value): .bool(value)
        case .integer(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .date(let value): .string("\(value)")
        case .list(let values): .array(values.map(\.flagValue))
        case .structure(let members): .object(members.mapValues(\.flagValue))
        }
    }
}

extension FlagMetadataValue {
    init?(flagValue: FlagValue) {
        switch flagValue {
        case .bool(let value): self = .boolean(value)
        case .int(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .null, .array, .object: return nil
        }
    }
}

/// A hook of the SDK that records each of its stages.
final class NotingSDKHook: OpenFeature.Hook {
    typealias HookValue = Bool

    /// One call of a stage, with the details as the specification's tables name them.
    struct Call: Sendable {
        let hook: String
        let stage: String
        var details: [String: String] = [:]
    }

    private let name: String
    private let log: Recorder<Call>

    init(_ name: String, _ log: Recorder<Call>) {
        self.name = name
        self.log = log
    }

    func before<Read>(ctx: OpenFeature.HookContext<Read>, hints: [String: Any]) {
        log.add(Call(hook: name, stage: "before"))
    }

    func after<Read>(
        ctx: OpenFeature.HookContext<Read>, details: FlagEvaluationDetails<Read>, hints: [String: Any]
    ) {
        log.add(Call(hook: name, stage: "after", details: Self.text(details)))
    }

    func error<Read>(ctx: OpenFeature.HookContext<Read>, error: any Error, hints: [String: Any]) {
        log.add(Call(hook: name, stage: "error"))
    }

    func finally<Read>(
        ctx: OpenFeature.HookContext<Read>, details: FlagEvaluationDetails<Read>, hints: [String: Any]
    ) {
        log.add(Call(hook: name, stage: "finally", details: Self.text(details)))
    }

    func supportsFlagValueType(flagValueType: FlagValueType) -> Bool { true }

    private static func text<Read>(_ details: FlagEvaluationDetails<Read>) -> [String: String] {
        [
            "flag_key": details.flagKey, "value": "\(details.value)", "variant": details.variant ?? "null",
            "reason": details.reason.map(specified) ?? "null",
            "error_code": details.errorCode.map(specified) ?? "null",
        ]
    }
}
