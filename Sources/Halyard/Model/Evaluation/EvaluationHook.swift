// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Code that runs around every evaluation of a client, or around a single one (OpenFeature, section 4).
///
/// ```swift
/// struct ReasonPrinter: EvaluationHook {
///     func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) {
///         print(evaluation.flagKey, details.reason)
///     }
/// }
/// ```
/// Stages run inline, on the thread that reads the flag, outside of all locks. A hook can read flags: inside of it, and in tasks
/// that it starts with `Task {}`, reads of the same client run without hooks. Don't read flags in other work that a hook starts,
/// because those reads run the hooks again. All stages have empty defaults. A client without hooks pays nothing for them.
///
/// Order: `before` of the client's hooks, then of the call's own, then of the provider's, each oldest first; the other
/// stages the other way round. A `before` that throws skips those after it, and the caller gets the default; a throwing
/// `before` or `after` leads to the `error` stage. `finally` always runs.
public protocol EvaluationHook: Sendable {
    /// Runs before the flag is looked up.
    func before(_ evaluation: HookContext, _ data: inout HookData) throws

    /// Runs after a successful lookup.
    ///
    /// If it throws, the caller gets the default; the flag counts as evaluated all the same.
    func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) throws

    /// Runs when the lookup, a `before` or an `after` failed.
    func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData)

    /// Runs at the end, whatever happened, with what the caller gets.
    func finally(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData)
}

extension EvaluationHook {
    /// Does nothing.
    public func before(_ evaluation: HookContext, _ data: inout HookData) throws {}
    /// Does nothing.
    public func after(
        _ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData
    ) throws {}
    /// Does nothing.
    public func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData) {}
    /// Does nothing.
    public func finally(
        _ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData
    ) {}
}

/// Data that a hook carries from one stage of an evaluation to the next; each hook has its own.
public typealias HookData = [String: any Sendable]

/// What a hook receives about an evaluation.
///
/// An immutable value.
public struct HookContext: Sendable {
    /// The flag's name.
    public let flagKey: String
    /// The requested type, such as `Bool`.
    public let valueType: any Any.Type
    /// The caller's default.
    public let defaultValue: FlagValue
    /// Whether the caller requested details, and not only the value.
    public let isDetailed: Bool
    /// The context that the served flags were evaluated for.
    public let context: EvaluationContext
    /// The client's name (``FlagClient/Options/name``, OpenFeature's domain); nil when it has none.
    public let clientName: String?
    /// The name of the client's provider.
    public let providerName: String
    /// What the call passed to the hooks.
    public let hints: [String: FlagValue]
    /// Returns the flag that the evaluation uses, or `nil` if there is none.
    package var currentFlag: @Sendable () -> EvaluatedFlag? = { nil }

    /// Makes a hook context, for tests of hooks.
    public init(
        flagKey: String, valueType: any Any.Type, defaultValue: FlagValue, context: EvaluationContext,
        clientName: String? = nil, providerName: String, hints: [String: FlagValue] = [:], isDetailed: Bool = false
    ) {
        self.isDetailed = isDetailed
        self.flagKey = flagKey
        self.valueType = valueType
        self.defaultValue = defaultValue
        self.context = context
        self.clientName = clientName
        self.providerName = providerName
        self.hints = hints
    }
}

/// Options of a single evaluation (OpenFeature 1.5).
public struct EvaluationOptions: Sendable {
    /// Hooks for this evaluation only; they run inside those of the client.
    public var hooks: [any EvaluationHook]
    /// Any data for those hooks.
    public var hints: [String: FlagValue]

    /// Makes options.
    public init(hooks: [any EvaluationHook] = [], hints: [String: FlagValue] = [:]) {
        self.hooks = hooks
        self.hints = hints
    }
}
