// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A flag with everything that is known about it.
struct FlagRow {
    static let heading = ["key", "value", "variant", "reason", "origin", "provider", "age"]

    let details: EvaluationDetails<FlagValue>
    /// What the variant carries.
    let payload: FlagValue?

    init(_ key: String, in view: FlagSnapshot) {
        details = view.details(of: FlagKey(key, default: FlagValue.null))
        payload = view.flag(key)?.variantValue
    }

    /// Whether the provider has no such flag.
    var isUnknown: Bool { details.error?.code == .flagNotFound }

    /// The row of a table.
    var cells: [String] {
        [
            details.key, isUnknown ? "-" : details.value.description, variant, details.reason.rawValue,
            details.origin.kind.rawValue, details.provider ?? "-", details.age?.short ?? "-",
        ]
    }

    private var variant: String {
        let name = details.variant ?? "-"
        guard let payload, !payload.isNull else { return name }
        return "\(name) = \(payload)"
    }

    /// The JSON form; members without a value are null, and `error` is absent where there is none.
    var json: FlagValue {
        var members: [String: FlagValue] = [
            "key": .string(details.key), "value": details.value, "variant": details.variant.flagValue,
            "reason": .string(details.reason.rawValue), "origin": .string(details.origin.kind.rawValue),
            "provider": details.provider.flagValue, "payload": payload ?? .null,
            "age": details.age.map { .double($0.inSeconds) } ?? .null,
        ]
        if let error = details.error {
            members["error"] = ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        return .object(members)
    }
}
