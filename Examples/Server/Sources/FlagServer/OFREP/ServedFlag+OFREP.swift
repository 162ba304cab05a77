// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ServedFlag {
    /// The flag as an OFREP evaluation, or as an OFREP failure if it has an error.
    var ofrep: FlagValue {
        if let error {
            return [
                "key": .string(key), "errorCode": .string(error.code.rawValue), "errorDetails": .string(error.message),
            ]
        }
        // Some clients, such as the Python client, require a variant. An empty string represents no variant.
        var flag: [String: FlagValue] = [
            "key": .string(key), "reason": .string(reason.rawValue), "variant": .string(variant ?? ""),
            "metadata": .object(metadata.filter(\.value.isScalar)),
        ]
        if !value.isNull { flag["value"] = value }
        return .object(flag)
    }
}

extension FlagValue {
    /// A Boolean value that indicates whether the value is a Boolean, number, or string, as OFREP's metadata requires.
    var isScalar: Bool {
        switch self {
        case .bool, .int, .double, .string: true
        case .null, .array, .object: false
        }
    }
}
