// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

extension FlagOverrides: CustomTestStringConvertible {
    /// The description; it is how a failing case of a test names its flags.
    public var testDescription: String { description }
}
