// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A flag with all its evaluation details.
struct FlagRow {
    static let heading = ["key", "value", "variant", "reason", "origin", "provider", "age"]

    let details: EvaluationDetails<FlagValue>
    /// The payload of the variant.
    let payload: FlagValue?

    init(_ key: String, in snapshot: FlagSnapshot) {
        details = snapshot.details(of: FlagKey(key, default: FlagValue.null))
        payload = snapshot.flag(key)?.variantValue
    }

    /// A Boolean value that indicates whether the provider doesn't have this flag.
    var isUnknown: Bool { details.error?.code == .flagNotFound }

    /// The cells of a table row.
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

    /// The JSON form.
    ///
    /// Properties without a value are null. The `error` property is present only if there is an error.
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
