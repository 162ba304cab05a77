// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine

extension ConnectionInformation: CustomStringConvertible {
    /// Everything in one line, for logs.
    public var description: String { line }
}
