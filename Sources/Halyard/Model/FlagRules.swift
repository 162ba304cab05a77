// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Rules that evaluate flags for any context, in memory.
///
/// ```swift
/// struct PlanRules: FlagRules {
///     let keys = ["export"]
///     private let on = EvaluatedFlag(
///         "export", true, reason: .targetingMatch, origin: Origin(.network, provider: "company"))
///     private let off = EvaluatedFlag("export", false, origin: Origin(.network, provider: "company"))
///
///     func evaluator(for context: EvaluationContext) -> FlagEvaluator {
///         let isGold = context["plan"] == "gold"
///         return { [on, off] _ in isGold ? on : off }
///     }
/// }
/// ```
/// A provider that evaluates flags itself publishes rules with its flag sets
/// (``FlagSet/init(deciding:for:after:validator:providerData:confirmedAt:expiresAt:)``). The client can then evaluate
/// flags for every context with ``FlagClient/snapshot(for:)``.
///
/// Rules are immutable and complete. Every function can be called from any thread, and is pure except for the clock and
/// random numbers that an evaluator received when it was created.
public protocol FlagRules: Sendable {
    /// The keys of the flags that the rules evaluate, each once, and the same at every call.
    var keys: [String] { get }

    /// Returns a function that evaluates the flags of one context.
    ///
    /// Do the work that is needed once per context here, such as mapping it. The result is called at every read, from any thread.
    func evaluator(for context: EvaluationContext) -> FlagEvaluator

    /// Returns the indices of the flags that these rules can evaluate differently from earlier rules for the same
    /// context, or `nil` for all.
    ///
    /// The client keeps its values of the other flags. Both rules have the same ``keys``. The default is `nil`.
    func indices(changedSince earlier: any FlagRules) -> [Int]?

    /// Returns facts that an explanation adds about a flag, such as the rule that matched, by camelCase names.
    ///
    /// The text of an explanation contains the fact `determinedBy`, such as `the rule for gold`, or all facts if it's
    /// missing. The default is no facts.
    func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue]
}

extension FlagRules {
    /// Returns `nil`, because all flags can be different.
    public func indices(changedSince earlier: any FlagRules) -> [Int]? { nil }

    /// Returns no facts.
    public func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue] { [:] }
}

/// A function that evaluates a flag for one context, by its index in ``FlagRules/keys``.
///
/// Returns `nil` if the context has no such flag. **The same outcome is the same `EvaluatedFlag` object**, for all contexts,
/// because evaluations are counted by the object. A read then allocates nothing.
public typealias FlagEvaluator = @Sendable (_ place: Int) -> EvaluatedFlag?
