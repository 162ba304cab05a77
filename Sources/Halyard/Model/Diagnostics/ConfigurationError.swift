// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// All errors in a configuration, found in one pass.
///
/// ```swift
/// do {
///     flags = try FlagClient(configuration: .file("halyard.json"))
/// } catch {
///     for diagnostic in error.diagnostics { print(diagnostic) }
/// }
/// ```
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The diagnostics in file order, each with the problem, its location, and its fix.
    public let diagnostics: [Diagnostic]

    /// Creates an error from its diagnostics.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// One line for each diagnostic.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
