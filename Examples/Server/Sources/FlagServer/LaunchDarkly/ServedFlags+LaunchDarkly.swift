// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

extension ServedFlags {
    /// Returns the flags in the format of LaunchDarkly's mobile service, by key, without the version that orders changes.
    ///
    /// Flags whose LaunchDarkly rules aren't available to SDKs with a mobile key are left out.
    func launchDarkly(withReasons: Bool) -> [String: FlagValue] {
        let available = LaunchDarklyFlagsState(snapshot, for: .mobileApps).values
        return Dictionary(
            uniqueKeysWithValues: flags.filter { available[$0.key] != nil }
                .map { ($0.key, .object($0.launchDarkly(withReasons: withReasons))) })
    }
}

extension [String: FlagValue] {
    /// Returns the flags with the version that orders changes in a stream.
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
        // LaunchDarkly's variations are numbers, so a variant with a name is omitted.
        flag["variation"] = variant.flatMap(Int64.init).map(FlagValue.int)
        flag["flagVersion"] = version.map(FlagValue.int)
        if withReasons { flag["reason"] = launchDarklyReason }
        return flag
    }

    /// The reason from LaunchDarkly if available, or else the nearest LaunchDarkly reason, or `nil` if there is none.
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
    /// The nearest LaunchDarkly error kind.
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
