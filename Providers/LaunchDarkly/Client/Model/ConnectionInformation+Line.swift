// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardLDEngine

extension ConnectionInformation {
    /// Everything in one line, for logs.
    public func description() -> String { line }
}
