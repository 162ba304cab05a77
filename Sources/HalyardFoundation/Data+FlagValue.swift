// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension Data: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "bytes (base64)" }

    /// Takes a text in base64 (RFC 4648, section 4), with its padding.
    public init?(flagValue: FlagValue) {
        guard case .string(let text) = flagValue, let data = Data(base64Encoded: text) else { return nil }
        self = data
    }

    /// The bytes as base64.
    public var flagValue: FlagValue { .string(base64EncodedString()) }
}
