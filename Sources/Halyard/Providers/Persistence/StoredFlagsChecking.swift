// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider whose flags can depend on more than the context, such as on a device's key.
package protocol StoredFlagsChecking: FlagProvider {
    /// Returns whether stored flags can be served for a context.
    ///
    /// Other flags aren't served until the network has responded. The function can wait for the disk.
    func isServed(by stored: FlagSet, for context: EvaluationContext) async -> Bool
}
