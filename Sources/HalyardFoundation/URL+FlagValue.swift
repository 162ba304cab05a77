// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension URL: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "a URL" }

    /// Creates a URL from a string with an absolute or relative URL, or returns `nil` for other values.
    public init?(flagValue: FlagValue) {
        guard case .string(let text) = flagValue, let url = URL(string: text) else { return nil }
        self = url
    }

    /// The URL as a string.
    public var flagValue: FlagValue { .string(absoluteString) }
}
