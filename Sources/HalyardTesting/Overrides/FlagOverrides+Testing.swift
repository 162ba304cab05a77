// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

extension FlagOverrides: CustomTestStringConvertible {
    /// The description, which names the flags of a failing test case.
    public var testDescription: String { description }
}
