// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An app's own rule, made from a function.
///
/// ```swift
/// let rule = CustomRule("oldest") { question in question.firstMatch(among: ["launchdarkly"]) }
/// ```
/// The function must depend only on its argument. It runs when flags change, in a task of its own, under no lock; so with
/// such a rule, a change becomes visible soon after the call that made it, not before the call returns. It also runs on the
/// thread of a read of a flag that no provider lists, where that may mean that it is off, or that a provider has no flags.
public struct CustomRule: MergeRule {
    /// The rule's name.
    public let name: String
    private let decide: @Sendable (MergeQuestion) -> MergeVerdict

    /// Makes a rule.
    public init(_ name: String = "custom", _ decide: @escaping @Sendable (MergeQuestion) -> MergeVerdict) {
        self.name = name
        self.decide = decide
    }

    /// The function's verdict.
    public func verdict(_ question: MergeQuestion) -> MergeVerdict { decide(question) }
}
