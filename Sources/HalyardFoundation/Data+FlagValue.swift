// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension Data: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "bytes (base64)" }

    /// Creates data from a base64 string with padding (RFC 4648, section 4), or returns `nil` for other values.
    public init?(flagValue: FlagValue) {
        guard case .string(let text) = flagValue, let data = Data(base64Encoded: text) else { return nil }
        self = data
    }

    /// The bytes as base64.
    public var flagValue: FlagValue { .string(base64EncodedString()) }
}
