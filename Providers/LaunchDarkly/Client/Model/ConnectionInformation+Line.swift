// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine

extension ConnectionInformation {
    /// Returns a one-line description for logs.
    public func description() -> String { line }
}
