// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

/// Runs a closure with overrides for the reads of every client, in this task and its child tasks.
///
/// Use it to override flags for a part of a test, as ``FlagTrait`` does for a whole test: `withFlags(.set(.newNav, true)) { … }`.
/// These overrides replace the values of outer overrides.
///
/// - Parameters:
///   - overrides: Values. If a flag has two values, the later one is used.
///   - undeclared: Handling of reads of flags that no enclosing overrides declare.
///   - sourceLocation: Location of issues about undeclared flags.
///   - body: Closure that runs with the overrides.
/// - Returns: The result of `body`.
public func withFlags<Result>(
    _ overrides: FlagOverrides..., undeclared: UndeclaredFlags = .allowed,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) rethrows -> Result {
    try OverrideScope(FlagOverrides(overrides), undeclared, sourceLocation).run(body)
}

/// Runs a closure with overrides for the reads of every client, in this task and its child tasks.
///
/// The overrides also apply to child tasks and to `Task { }`, but not to detached tasks.
///
/// - Parameters:
///   - overrides: Values. If a flag has two values, the later one is used.
///   - undeclared: Handling of reads of flags that no enclosing overrides declare.
///   - isolation: Actor on which `body` runs, which is the caller's actor.
///   - sourceLocation: Location of issues about undeclared flags.
///   - body: Closure that runs with the overrides.
/// - Returns: The result of `body`.
public func withFlags<Result>(
    _ overrides: FlagOverrides..., undeclared: UndeclaredFlags = .allowed,
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await OverrideScope(FlagOverrides(overrides), undeclared, sourceLocation).run(isolation: isolation, body)
}
