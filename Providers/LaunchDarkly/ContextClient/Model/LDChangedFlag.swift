// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import HalyardLDEngine

/// A flag whose value or variation changed.
public struct LDChangedFlag: Sendable {
    /// The flag key.
    public let key: LDFlagKey
    /// The previous value, or null if there was none.
    public let oldValue: LDValue
    /// The current value, or null if the flag no longer has one.
    public let newValue: LDValue

    init(_ change: FlagChange) {
        key = change.key
        oldValue = change.old.map { LDValue($0.value) } ?? .null
        newValue = change.new.map { LDValue($0.value) } ?? .null
    }
}
