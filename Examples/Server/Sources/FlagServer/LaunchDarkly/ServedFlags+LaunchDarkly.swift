// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ServedFlags {
    /// The flags as LaunchDarkly's mobile service sends them, by name, without the version that orders changes.
    func launchDarkly(withReasons: Bool) -> [String: FlagValue] {
        Dictionary(uniqueKeysWithValues: flags.map { ($0.key, .object($0.launchDarkly(withReasons: withReasons))) })
    }
}

extension [String: FlagValue] {
    /// The flags with the version that orders them among the changes of a stream.
    func stamped(_ version: Int64) -> FlagValue {
        .object(
            mapValues { flag in
                guard case .object(var members) = flag else { return flag }
                members["version"] = .int(version)
                return .object(members)
            })
    }
}

extension ServedFlag {
    fileprivate func launchDarkly(withReasons: Bool) -> [String: FlagValue] {
        var flag: [String: FlagValue] = ["value": value, "trackEvents": .bool(reportsEach)]
        // LaunchDarkly numbers its variations; a name cannot be expressed.
        flag["variation"] = variant.flatMap(Int64.init).map(FlagValue.int)
        flag["flagVersion"] = version.map(FlagValue.int)
        if withReasons { flag["reason"] = launchDarklyReason }
        return flag
    }

    /// LaunchDarkly's own reason where it gave one, or the nearest; nil where nothing is known.
    private var launchDarklyReason: FlagValue? {
        if let own = metadata["vendorReason"], case .string? = own["kind"] { return own }
        switch reason {
        case .disabled: return ["kind": "OFF"]
        case .static, .default: return ["kind": "FALLTHROUGH"]
        case .targetingMatch: return ["kind": "RULE_MATCH"]
        case .split: return ["kind": "FALLTHROUGH", "inExperiment": true]
        case .error: return ["kind": "ERROR", "errorKind": .string(error?.code.launchDarkly ?? "EXCEPTION")]
        default: return nil
        }
    }
}

extension ErrorCode {
    /// The nearest of LaunchDarkly's kinds of errors.
    fileprivate var launchDarkly: String {
        switch self {
        case .flagNotFound: "FLAG_NOT_FOUND"
        case .parseError: "MALFORMED_FLAG"
        case .typeMismatch: "WRONG_TYPE"
        case .providerNotReady: "CLIENT_NOT_READY"
        case .targetingKeyMissing, .invalidContext: "USER_NOT_SPECIFIED"
        default: "EXCEPTION"
        }
    }
}
