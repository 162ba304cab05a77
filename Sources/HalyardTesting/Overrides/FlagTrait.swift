// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

/// A trait that overrides flags while a test or suite runs.
///
/// Create it with `.flags`.
///
/// ```swift
/// @Test(.flags([.newNav: true]))
/// func newNavigationShowsTabs() { … }
/// ```
/// The overrides apply to the reads of every client in the test's task and its child tasks. So tests that override the same flag
/// of the same client can run in parallel. On a suite, the trait applies to each of its tests, including the tests of nested
/// suites. If traits are nested, the value of the inner trait is used.
///
/// The details of such a read have the origin kind `Origin.Kind.override`. The read counts for the app's sinks, but not for a
/// provider's sinks.
public struct FlagTrait: TestTrait, SuiteTrait, TestScoping {
    /// The values that tests read.
    public let overrides: FlagOverrides
    /// The handling of reads of other flags.
    public let undeclared: UndeclaredFlags
    private let sourceLocation: SourceLocation

    init(_ overrides: FlagOverrides, _ undeclared: UndeclaredFlags, _ sourceLocation: SourceLocation) {
        self.overrides = overrides
        self.undeclared = undeclared
        self.sourceLocation = sourceLocation
    }

    /// The value `true`, because a suite's overrides apply to all its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with the overrides, and then records an issue for each undeclared flag if requested.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await OverrideScope(overrides, undeclared, sourceLocation).run(function)
    }
}

extension Trait where Self == FlagTrait {
    /// Overrides flags of one type: `.flags([.newNav: true])`.
    ///
    /// - Parameters:
    ///   - values: Values by key. If a flag has two values, the later one is used.
    ///   - undeclared: Handling of reads of flags that no enclosing `.flags` declares.
    ///   - sourceLocation: Location of issues about undeclared flags.
    public static func flags<Value: FlagValueConvertible>(
        _ values: KeyValuePairs<FlagKey<Value>, Value>, undeclared: UndeclaredFlags = .allowed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> FlagTrait {
        FlagTrait(FlagOverrides(values.map { .set($0, $1) }), undeclared, sourceLocation)
    }

    /// Overrides flags of one enumeration: `.flags([.plan: .gold])`.
    ///
    /// The parameters are the same as for plain values.
    public static func flags<Value: RawRepresentable>(
        _ values: KeyValuePairs<FlagKey<Value>, Value>, undeclared: UndeclaredFlags = .allowed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> FlagTrait where Value.RawValue: FlagValueConvertible {
        FlagTrait(FlagOverrides(values.map { .set($0, $1) }), undeclared, sourceLocation)
    }

    /// Overrides flags of different types, or flags by key.
    ///
    /// Examples: `.flags(.set(.newNav, true), .set(.limit, 3))` and `.flags(["new-nav": true])`.
    ///
    /// - Parameters:
    ///   - overrides: Values. If a flag has two values, the later one is used.
    ///   - undeclared: Handling of reads of flags that no enclosing `.flags` declares.
    ///   - sourceLocation: Location of issues about undeclared flags.
    public static func flags(
        _ overrides: FlagOverrides..., undeclared: UndeclaredFlags = .allowed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> FlagTrait {
        FlagTrait(FlagOverrides(overrides), undeclared, sourceLocation)
    }
}
