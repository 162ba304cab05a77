// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Testing

/// A trait of tests and suites that overrides flags while they run; made by `.flags`.
///
/// ```swift
/// @Test(.flags([.newNav: true]))
/// func newNavigationShowsTabs() { … }
/// ```
/// Reads of every client see the overrides, in the test's task and in the tasks below it, and nowhere else: tests that
/// override the same flag of the same client run side by side. On a suite the trait holds for each of its tests, those of
/// inner suites included; where traits nest, the inner one's value wins.
///
/// The details of such a read have the origin kind ``Origin/Kind/override``. It is counted for the app's sinks, not for
/// a provider's.
public struct FlagTrait: TestTrait, SuiteTrait, TestScoping {
    /// The values that tests see.
    public let overrides: FlagOverrides
    /// What becomes of reads of other flags.
    public let undeclared: UndeclaredFlags
    private let sourceLocation: SourceLocation

    init(_ overrides: FlagOverrides, _ undeclared: UndeclaredFlags, _ sourceLocation: SourceLocation) {
        self.overrides = overrides
        self.undeclared = undeclared
        self.sourceLocation = sourceLocation
    }

    /// True: a suite's overrides hold for all tests below it.
    public var isRecursive: Bool { true }

    /// Runs a test so that it sees the overrides, and then records an issue for each undeclared flag if asked to.
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
    ///   - values: The values by key; of two values for one flag the later one stays.
    ///   - undeclared: What becomes of a read of a flag that no `.flags` around it declares.
    ///   - sourceLocation: Where issues about undeclared flags are shown.
    public static func flags<Value: FlagValueConvertible>(
        _ values: KeyValuePairs<FlagKey<Value>, Value>, undeclared: UndeclaredFlags = .allowed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> FlagTrait {
        FlagTrait(FlagOverrides(values.map { .set($0, $1) }), undeclared, sourceLocation)
    }

    /// Overrides flags of one enumeration: `.flags([.plan: .gold])`.
    ///
    /// The parameters are those of the form for plain values.
    public static func flags<Value: RawRepresentable>(
        _ values: KeyValuePairs<FlagKey<Value>, Value>, undeclared: UndeclaredFlags = .allowed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> FlagTrait where Value.RawValue: FlagValueConvertible {
        FlagTrait(FlagOverrides(values.map { .set($0, $1) }), undeclared, sourceLocation)
    }

    /// Overrides flags of different types, `.flags(.set(.newNav, true), .set(.limit, 3))`, or by name,
    /// `.flags(["new-nav": true])`.
    ///
    /// - Parameters:
    ///   - overrides: The values; of two values for one flag the later one stays.
    ///   - undeclared: What becomes of a read of a flag that no `.flags` around it declares.
    ///   - sourceLocation: Where issues about undeclared flags are shown.
    public static func flags(
        _ overrides: FlagOverrides..., undeclared: UndeclaredFlags = .allowed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> FlagTrait {
        FlagTrait(FlagOverrides(overrides), undeclared, sourceLocation)
    }
}
