// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag that an app declares, so that the flag menu lists it even if the provider doesn't.
///
/// For example, Unleash lists only enabled flags.
public struct FlagMenuKey: Sendable, Hashable {
    /// The flag key.
    public let name: String
    /// The value that a read returns if the flag has no value.
    public let defaultValue: FlagValue

    /// Creates a declaration from a key.
    public init<Value>(_ key: FlagKey<Value>) {
        name = key.name
        defaultValue = key.defaultFlagValue
    }
}
