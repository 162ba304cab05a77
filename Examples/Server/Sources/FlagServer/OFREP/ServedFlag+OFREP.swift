// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ServedFlag {
    /// The flag as OFREP answers it: a success, or a failure where there is no value because of an error.
    var ofrep: FlagValue {
        if let error {
            return [
                "key": .string(key), "errorCode": .string(error.code.rawValue), "errorDetails": .string(error.message),
            ]
        }
        // Clients such as Python's need a variant; an empty one stands for none.
        var flag: [String: FlagValue] = [
            "key": .string(key), "reason": .string(reason.rawValue), "variant": .string(variant ?? ""),
            "metadata": .object(metadata.filter(\.value.isScalar)),
        ]
        if !value.isNull { flag["value"] = value }
        return .object(flag)
    }
}

extension FlagValue {
    /// Whether it is a Boolean, a number or a string: what OFREP's metadata may hold.
    var isScalar: Bool {
        switch self {
        case .bool, .int, .double, .string: true
        case .null, .array, .object: false
        }
    }
}
