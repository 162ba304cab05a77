// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A rule of an app's own, made of a function.
///
/// The function must depend on its argument alone. It runs when flags change, on a task of its own, under no lock; so with
/// such a rule a change becomes visible soon after the call that made it, not by its end.
public struct CustomRule: MergeRule {
    /// The rule's name.
    public let name: String
    private let decide: @Sendable (MergeQuestion) -> MergeVerdict

    /// Makes a rule.
    public init(_ name: String = "custom", _ decide: @escaping @Sendable (MergeQuestion) -> MergeVerdict) {
        self.name = name
        self.decide = decide
    }

    /// What the function says.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict { decide(question) }
}

/// A rule of Halyard's own: it runs no code of the app, and so may run under a lock.
protocol InlineMergeRule: MergeRule {}

extension FirstMatch: InlineMergeRule {}
extension FirstSuccessful: InlineMergeRule {}
extension Comparison: InlineMergeRule {}
extension Routing: InlineMergeRule {}
extension Percentage: InlineMergeRule {}
extension Migration: InlineMergeRule {}
