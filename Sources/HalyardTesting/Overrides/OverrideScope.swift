// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Testing

/// A scope of overrides that reports undeclared flags at its end.
struct OverrideScope {
    private let scope: FlagScope
    private let sourceLocation: SourceLocation

    init(_ overrides: FlagOverrides, _ undeclared: UndeclaredFlags, _ sourceLocation: SourceLocation) {
        scope = FlagScope(overrides.values, notesUndeclared: undeclared == .fail)
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
                The flag '\(name)' was read, but the test doesn't declare it. \
                Add .set("\(name)", …) to its flags, or use undeclared: .allowed.
                """, sourceLocation: sourceLocation)
        }
    }
}
