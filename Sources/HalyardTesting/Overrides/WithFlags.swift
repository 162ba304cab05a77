// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

/// Runs `body` so that reads of every client, in this task and in the tasks below it, see the given values.
///
/// What ``FlagTrait`` does for a whole test, for a part of one: `withFlags(.set(.newNav, true)) { … }`. Inside of other
/// overrides these win.
///
/// - Parameters:
///   - overrides: The values; of two values for one flag the later one stays.
///   - undeclared: What becomes of a read of a flag that no overrides around it declare.
///   - sourceLocation: Where issues about undeclared flags are shown.
///   - body: What sees the values.
/// - Returns: What `body` returns.
public func withFlags<Result>(
    _ overrides: FlagOverrides..., undeclared: UndeclaredFlags = .allowed,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) rethrows -> Result {
    try OverrideScope(FlagOverrides(overrides), undeclared, sourceLocation).run(body)
}

/// Runs `body` so that reads of every client, in this task and in the tasks below it, see the given values.
///
/// The asynchronous form: child tasks and `Task { }` see them too, a detached task does not.
///
/// - Parameters:
///   - overrides: The values; of two values for one flag the later one stays.
///   - undeclared: What becomes of a read of a flag that no overrides around it declare.
///   - isolation: Where `body` runs: where the caller does.
///   - sourceLocation: Where issues about undeclared flags are shown.
///   - body: What sees the values.
/// - Returns: What `body` returns.
public func withFlags<Result>(
    _ overrides: FlagOverrides..., undeclared: UndeclaredFlags = .allowed,
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await OverrideScope(FlagOverrides(overrides), undeclared, sourceLocation).run(isolation: isolation, body)
}
