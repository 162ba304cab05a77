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
/// Stages run inline, on the thread that reads the flag, outside of all locks. A hook can read flags. Inside the hook,
/// and in tasks that it starts with `Task {}`, reads of the same client run without hooks. Don't read flags in other
/// work that a hook starts, because those reads run the hooks again. All stages have empty defaults. A client without
/// hooks pays nothing for them.
///
/// The `before` stage runs the client's hooks, then the call's own hooks, then the provider's hooks, each from the
/// oldest to the newest. The other stages run in reverse order. If a `before` throws, the following ones are skipped,
/// and the caller gets the default value. If `before` or `after` throws, the `error` stage runs. `finally` always runs.
public protocol EvaluationHook: Sendable {
    /// Runs before the flag is looked up.
    func before(_ evaluation: HookContext, _ data: inout HookData) throws

    /// Runs after a successful lookup.
    ///
    /// If it throws, the caller gets the default value, but the flag still counts as evaluated.
    func after(_ evaluation: HookContext, _ details: EvaluationDetails<FlagValue>, _ data: inout HookData) throws

    /// Runs when the lookup, a `before`, or an `after` failed.
    func error(_ evaluation: HookContext, _ error: FlagError, _ data: inout HookData)

    /// Runs at the end of every evaluation, with the details that the caller gets.
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

/// Data that a hook passes from one stage of an evaluation to the next.
///
/// Each hook has its own data.
public typealias HookData = [String: any Sendable]

/// The facts about an evaluation that a hook receives.
///
/// A hook context is an immutable value.
public struct HookContext: Sendable {
    /// The flag key.
    public let flagKey: String
    /// The requested type, such as `Bool`.
    public let valueType: any Any.Type
    /// The caller's default value.
    public let defaultValue: FlagValue
    /// A Boolean value that indicates whether the caller requested details, and not only the value.
    public let isDetailed: Bool
    /// The context that the served flags were evaluated for.
    public let context: EvaluationContext
    /// The client's name (``FlagClient/Options/name``, OpenFeature's domain), or `nil` if it has none.
    public let clientName: String?
    /// The name of the client's provider.
    public let providerName: String
    /// The hints that the call passed to the hooks.
    public let hints: [String: FlagValue]
    /// Returns the flag that the evaluation uses, or `nil` if there is none.
    package var currentFlag: @Sendable () -> EvaluatedFlag? = { nil }

    /// Creates a hook context, for tests of hooks.
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
///
/// ```swift
/// let options = EvaluationOptions(hooks: [ReasonPrinter()], hints: ["screen": "checkout"])
/// let details = flags.details(of: .newNav, options: options)
/// ```
public struct EvaluationOptions: Sendable {
    /// Hooks for this evaluation only, which run inside the client's hooks.
    public var hooks: [any EvaluationHook]
    /// Any data for those hooks.
    public var hints: [String: FlagValue]

    /// Creates options.
    public init(hooks: [any EvaluationHook] = [], hints: [String: FlagValue] = [:]) {
        self.hooks = hooks
        self.hints = hints
    }
}
