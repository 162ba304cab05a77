// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension URL: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "a URL" }

    /// Takes a text that is a URL, absolute or relative.
    public init?(flagValue: FlagValue) {
        guard case .string(let text) = flagValue, let url = URL(string: text) else { return nil }
        self = url
    }

    /// The URL as a text.
    public var flagValue: FlagValue { .string(absoluteString) }
}
