// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine

extension ConnectionInformation: CustomStringConvertible {
    /// A one-line description for logs.
    public var description: String { line }
}
