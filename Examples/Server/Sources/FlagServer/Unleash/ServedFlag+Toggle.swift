// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ServedFlag {
    /// The flag as an Unleash toggle, or `nil` if it's off or has no value, because Unleash omits such flags.
    ///
    /// Unleash flags are on or off. A flag of another type is on, and its value is the payload of its variant.
    var toggle: FlagValue? {
        let carried: FlagValue
        switch value {
        case .null, .bool(false): return nil
        case .bool(true): carried = payload
        default: carried = value
        }
        var toggle: [String: FlagValue] = [
            "name": .string(key), "enabled": true, "impressionData": .bool(reportsEach),
        ]
        var variant: [String: FlagValue] = ["name": "disabled", "enabled": false, "feature_enabled": true]
        if self.variant != nil || !carried.isNull {
            variant["name"] = .string(self.variant ?? "default")
            variant["enabled"] = true
        }
        variant["payload"] = carried.payload
        toggle["variant"] = .object(variant)
        return .object(toggle)
    }
}

extension FlagValue {
    /// The value as a variant's payload, which is a string with a type, or `nil` for null.
    fileprivate var payload: FlagValue? {
        switch self {
        case .null: nil
        case .string: ["type": "string", "value": self]
        case .int, .double: ["type": "number", "value": .string(description)]
        case .bool, .array, .object: ["type": "json", "value": .string(description)]
        }
    }
}
