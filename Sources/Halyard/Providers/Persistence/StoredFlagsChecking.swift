// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider whose flags may depend on more than the context, such as a key that identifies a device.
package protocol StoredFlagsChecking: FlagProvider {
    /// Whether stored flags may be served for a context; others are left out until the network has answered.
    ///
    /// May wait for the disk.
    func isServed(by stored: FlagSet, for context: EvaluationContext) async -> Bool
}
