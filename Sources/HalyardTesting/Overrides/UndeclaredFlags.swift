// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Testing

/// What becomes of a test that reads flags which none of the overrides around the read declares.
public enum UndeclaredFlags: Sendable, Hashable {
    /// They are served by the client, as always.
    case allowed
    /// They are served by the client, and each of them is an issue of the test.
    ///
    /// The issues are recorded when the overrides end, so reads that come later are not seen.
    case fails
}

/// A scope of overrides that says in the end what was read and not declared.
struct OverrideScope {
    private let scope: FlagScope
    private let sourceLocation: SourceLocation

    init(_ overrides: FlagOverrides, _ undeclared: UndeclaredFlags, _ sourceLocation: SourceLocation) {
        scope = FlagScope(overrides.values, notesUndeclared: undeclared == .fails)
        self.sourceLocation = sourceLocation
    }

    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        defer { report() }
        return try await scope.run(isolation: isolation, body)
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { report() }
        return try scope.run(body)
    }

    private func report() {
        for name in scope.undeclaredNames {
            Issue.record(
                """
                The flag '\(name)' was read, but the test does not declare it. \
                Add .set("\(name)", …) to its flags, or write undeclared: .allowed.
                """, sourceLocation: sourceLocation)
        }
    }
}
