// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Decides flags for any context, from memory: what a provider publishes that evaluates by itself.
///
/// ```swift
/// struct PlanRules: FlagRules {
///     let keys = ["export"]
///     private let on = EvaluatedFlag("export", true, reason: .targetingMatch, origin: Origin(.network, provider: "company"))
///     private let off = EvaluatedFlag("export", false, origin: Origin(.network, provider: "company"))
///
///     func evaluator(for context: EvaluationContext) -> FlagEvaluator {
///         let isGold = context["plan"] == "gold"
///         return { [on, off] _ in isGold ? on : off }
///     }
/// }
/// ```
/// A provider publishes them with its snapshots (``FlagSet/init(deciding:for:after:validator:providerData:confirmedAt:expiresAt:)``);
/// then a client answers for every context, ``FlagClient/snapshot(for:)``.
///
/// Immutable and whole. Every function is pure but for the clock and dice that an evaluator took in when it was made, and safe to call
/// from any thread.
public protocol FlagRules: Sendable {
    /// The names of the flags that are decided, each once; the same at every call.
    var keys: [String] { get }

    /// How the flags of one context are decided.
    ///
    /// What costs time once per context is done here, such as mapping it. The result is called at every read, from any thread.
    func evaluator(for context: EvaluationContext) -> FlagEvaluator

    /// The places of the flags that these rules may decide otherwise than earlier ones did, for the same context; nil for all.
    ///
    /// Lets a client take over the others. Both have the same ``keys``. The default is nil.
    func indices(changedSince earlier: any FlagRules) -> [Int]?

    /// What an explanation adds about a flag: which rule held, which one did not, by camelCase names. The default is nothing.
    ///
    /// The text of an explanation contains the fact `determinedBy`, such as `the rule for gold`, or all facts without it.
    func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue]
}

extension FlagRules {
    /// Nil: all may be other.
    public func indices(changedSince earlier: any FlagRules) -> [Int]? { nil }

    /// Nothing.
    public func explanation(of place: Int, for context: EvaluationContext) -> [String: FlagValue] { [:] }
}

/// Decides a flag for one context, by its place in ``FlagRules/keys``; nil when the context has no such flag.
///
/// **The same outcome is the same `EvaluatedFlag` object**, for all contexts: counts are kept by it, and a read allocates nothing.
public typealias FlagEvaluator = @Sendable (_ place: Int) -> EvaluatedFlag?
