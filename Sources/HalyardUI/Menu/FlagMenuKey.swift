// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag that an app declares, for a menu that lists it even where the provider does not.
///
/// Unleash, for one, lists only flags that are on.
public struct FlagMenuKey: Sendable, Hashable {
    /// The flag's name.
    public let name: String
    /// What a read of it returns when there is no value.
    public let defaultValue: FlagValue

    /// Declares the flag of a key.
    public init<Value>(_ key: FlagKey<Value>) {
        name = key.name
        defaultValue = key.defaultFlagValue
    }
}
