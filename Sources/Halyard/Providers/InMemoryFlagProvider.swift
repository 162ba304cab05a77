// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Serves flags that your code sets and can change at any time.
///
/// ```swift
/// let provider = InMemoryFlagProvider(["new-nav": false])
/// let flags = FlagClient(provider: provider)
/// await flags.start()
/// provider.set(.newNav, true)  // every client sees it when the call returns
/// ```
/// Use it for tests, previews, and features without a service. When the call that makes a change returns, every client that uses
/// the provider sees the change. A flag can depend on the context (``Definition``). A client then evaluates it for every context
/// (``FlagClient/snapshot(for:)``). It's safe to use from any thread.
public final class InMemoryFlagProvider: FlagProvider, ImmediateProvider {
    /// A flag's variants and targeting.
    public struct Definition: Sendable {
        /// The values by variant name.
        public var variants: [String: FlagValue]
        /// The variant for contexts that ``targeting`` doesn't assign.
        ///
        /// If it's `nil` or no variant has this name, reads serve the caller's default value.
        public var defaultVariant: String?
        /// A Boolean value that indicates whether the flag is off, so that all contexts get the caller's default value.
        public var isDisabled: Bool
        /// The error that all contexts get together with the caller's default value, or `nil`.
        public var error: FlagError?
        /// Metadata for the evaluation details.
        public var metadata: [String: FlagValue]
        /// Assigns a context to a variant by name.
        ///
        /// If it returns `nil` or the name of no variant, ``defaultVariant`` applies. It's called without a lock. It can read
        /// flags, but must not change its provider's flags.
        public var targeting: (@Sendable (EvaluationContext) -> String?)?
        /// Returns the value for a context, or `nil` if the flag doesn't exist for it.
        ///
        /// It's `nil` if the flag has variants.
        private var evaluate: (@Sendable (EvaluationContext) -> FlagValue?)?

        /// Creates a flag with variants.
        public init(
            variants: [String: FlagValue], defaultVariant: String?, isDisabled: Bool = false,
            metadata: [String: FlagValue] = [:], targeting: (@Sendable (EvaluationContext) -> String?)? = nil
        ) {
            self.variants = variants
            self.defaultVariant = defaultVariant
            self.isDisabled = isDisabled
            self.metadata = metadata
            self.targeting = targeting
        }

        /// Creates a flag with one value for all contexts.
        public init(_ value: FlagValue) {
            self.init(variants: ["default": value], defaultVariant: "default")
        }

        /// Creates a flag whose value is a function of the context.
        ///
        /// If the function returns `nil`, the flag doesn't exist for the context. It's called without a lock. It can read flags,
        /// but must not change its provider's flags.
        public init(evaluate: @escaping @Sendable (EvaluationContext) -> FlagValue?) {
            self.init(variants: [:], defaultVariant: nil)
            self.evaluate = evaluate
        }

        /// Creates a flag whose evaluation fails, to test how an app handles errors.
        public init(error: FlagError) {
            self.init(variants: [:], defaultVariant: nil)
            self.error = error
        }

        /// A Boolean value that indicates whether the flag depends on the context.
        fileprivate var isTargeted: Bool { targeting != nil || evaluate != nil }

        func flag(_ key: String, for context: EvaluationContext, origin: Origin) -> EvaluatedFlag? {
            if let evaluate {
                return evaluate(context).map {
                    EvaluatedFlag(key, $0, reason: .targetingMatch, metadata: metadata, origin: origin)
                }
            }
            if let error {
                return EvaluatedFlag(key, .null, reason: .error, metadata: metadata, origin: origin, error: error)
            }
            let (chosen, reason) = decision(for: context)
            let variant = chosen.flatMap { variants[$0] == nil ? nil : $0 }
            return EvaluatedFlag(
                key, variant.flatMap { variants[$0] } ?? .null, variant: variant, reason: reason, metadata: metadata,
                origin: origin)
        }

        private func decision(for context: EvaluationContext) -> (variant: String?, EvaluationReason) {
            if isDisabled { return (nil, .disabled) }
            if let targeting {
                if let variant = targeting(context), variants[variant] != nil { return (variant, .targetingMatch) }
                return (defaultVariant, .default)
            }
            return (defaultVariant, defaultVariant == nil ? .default : .static)
        }
    }

    /// A client that the provider serves.
    private struct Run {
        var context: EvaluationContext
        var channel: FlagChannel
        var table = FlagTable()
        /// The keys whose changes the client hasn't received yet, or `nil` for all keys.
        var pendingKeys: Set<String>? = nil
    }

    /// The flags by key, with a count of the flags that have targeting.
    ///
    /// The count avoids a search through all flags when one flag changes.
    private struct Definitions {
        private(set) var byKey: [String: Definition]
        private var targetedCount: Int

        init(_ byKey: [String: Definition]) {
            self.byKey = byKey
            targetedCount = byKey.values.count(where: \.isTargeted)
        }

        /// A Boolean value that indicates whether any flag depends on the context.
        var haveTargeting: Bool { targetedCount > 0 }

        mutating func set(_ key: String, _ definition: Definition?) {
            if byKey[key]?.isTargeted == true { targetedCount -= 1 }
            if definition?.isTargeted == true { targetedCount += 1 }
            byKey[key] = definition
        }
    }

    private struct State: ~Copyable {
        var definitions: Definitions
        /// The number of changes of definitions and runs, which shows whether work is based on an older state.
        var revision = 0
        var lastRun = 0
        var runs: [Int: Run] = [:]
    }

    /// The provider's name.
    public let name: String
    private let time: any TimeSource
    private let state: Lock<State>

    /// Creates a provider with flags by name.
    public init(definitions: [String: Definition], name: String = "memory", time: any TimeSource = SystemTime()) {
        self.name = name
        self.time = time
        state = Lock(State(definitions: Definitions(definitions)))
    }

    /// Creates a provider with one value for each name.
    public convenience init(
        _ values: [String: FlagValue] = [:], name: String = "memory", time: any TimeSource = SystemTime()
    ) {
        self.init(definitions: values.mapValues(Definition.init), name: name, time: time)
    }

    /// Creates a provider whose flags are a function of the context, for example for the tests of a server.
    ///
    /// ```swift
    /// let rules = InMemoryFlagProvider { context in ["limit": context["plan"] == "gold" ? 50 : 10, "new-nav": true] }
    /// ```
    /// The function is called without a lock, on the reading thread, once for each flag and context. It returns the values by flag
    /// name. A flag that it leaves out doesn't exist for the context.
    ///
    /// - Parameters:
    ///   - names: The flags that the function doesn't return for ``EvaluationContext/anonymous``.
    ///   - name: The provider's name.
    ///   - time: The clock.
    ///   - evaluate: A pure function.
    public convenience init(
        _ names: [String] = [], name: String = "memory", time: any TimeSource = SystemTime(),
        evaluate: @escaping @Sendable (EvaluationContext) -> [String: FlagValue]
    ) {
        self.init(definitions: Self.definitions(names, evaluate), name: name, time: time)
    }

    private static func definitions(
        _ names: [String], _ evaluate: @escaping @Sendable (EvaluationContext) -> [String: FlagValue]
    ) -> [String: Definition] {
        let keys = Set(names).union(evaluate(.anonymous).keys)
        return Dictionary(uniqueKeysWithValues: keys.map { key in (key, Definition { evaluate($0)[key] }) })
    }

    /// Sets one value of a flag for all contexts, or removes the flag if the value is `nil`.
    public func set(_ key: String, _ value: FlagValue?) { set(key, definition: value.map(Definition.init)) }

    /// Sets the value of a flag.
    public func set<Value: FlagValueConvertible>(_ key: FlagKey<Value>, _ value: Value) {
        set(key.name, value.flagValue)
    }

    /// Sets the value of a flag to a case of an enumeration.
    public func set<Value: RawRepresentable>(_ key: FlagKey<Value>, _ value: Value)
    where Value.RawValue: FlagValueConvertible {
        set(key.name, value.rawValue.flagValue)
    }

    /// Sets the definition of a flag, or removes the flag if the definition is `nil`.
    public func set(_ key: String, definition: Definition?) {
        update([key]) { $0.set(key, definition) }
    }

    /// Replaces all flags.
    public func replaceAll(with definitions: [String: Definition]) {
        update(nil) { $0 = Definitions(definitions) }
    }

    /// Replaces all flags with flags that have one value for all contexts.
    public func replaceAll(with values: [String: FlagValue]) {
        replaceAll(with: values.mapValues(Definition.init))
    }

    /// Replaces all flags with a function of the context.
    ///
    /// - Parameters:
    ///   - names: The flags that the function doesn't return for ``EvaluationContext/anonymous``.
    ///   - evaluate: A pure function that returns the values by flag name.
    public func replaceAll(
        _ names: [String] = [], evaluate: @escaping @Sendable (EvaluationContext) -> [String: FlagValue]
    ) {
        replaceAll(with: Self.definitions(names, evaluate))
    }

    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let id = state.withLock { state -> Int in
            state.lastRun += 1
            state.revision += 1
            state.runs[state.lastRun] = Run(context: request.context, channel: channel)
            return state.lastRun
        }
        publishPending()
        await untilCancelled()
        state.withLock { _ = $0.runs.removeValue(forKey: id) }
    }

    private func update(_ keys: Set<String>?, _ change: @Sendable (inout Definitions) -> Void) {
        state.withLock { state in
            change(&state.definitions)
            state.revision += 1
            for id in state.runs.keys {
                guard let keys else { state.runs[id]?.pendingKeys = .none; continue }
                state.runs[id]?.pendingKeys?.formUnion(keys)
            }
        }
        publishPending()
    }

    /// Publishes the pending changes to every client.
    ///
    /// Targeting is app code, so the tables are created without the lock. If anything changes in the meantime, they are created
    /// again.
    private func publishPending() {
        while true {
            let (revision, definitions, runs) = state.withLock { ($0.revision, $0.definitions, $0.runs) }
            let tables = runs.filter { $0.value.pendingKeys != [] }.mapValues { table(of: $0, definitions) }
            let isDone = state.withLock { state -> Bool in
                guard state.revision == revision else { return false }
                // Publishing runs no app code. The lock keeps concurrent changes in order.
                for (id, table) in tables { publish(table, to: id, &state) }
                return true
            }
            if isDone { return }
        }
    }

    /// The flags of the request's context.
    package func cachedFlags(for request: FlagRequest) -> FlagSet? {
        let definitions = state.withLock { $0.definitions }
        return flagSet(table(of: definitions, for: request.context), definitions, for: request.context)
    }

    private func flagSet(
        _ table: FlagTable, _ definitions: Definitions, for context: EvaluationContext
    ) -> FlagSet {
        var flagSet = FlagSet(table, for: context, confirmedAt: time.now)
        if definitions.haveTargeting {
            return flagSet.carrying(TargetedFlags(definitions.byKey, origin: origin), after: nil)
        }
        flagSet.isForEveryContext = true
        return flagSet
    }

    private var origin: Origin { Origin(.memory, provider: name) }

    private func table(of definitions: Definitions, for context: EvaluationContext) -> FlagTable {
        FlagTable(definitions.byKey.compactMap { $1.flag($0, for: context, origin: origin) })
    }

    private func table(of run: Run, _ definitions: Definitions) -> FlagTable {
        guard let keys = run.pendingKeys else { return table(of: definitions, for: run.context) }
        var table = run.table
        for key in keys {
            if let flag = definitions.byKey[key]?.flag(key, for: run.context, origin: origin) {
                table.set(flag)
            } else {
                table.remove(key)
            }
        }
        return table
    }

    private func publish(_ table: FlagTable, to id: Int, _ state: inout State) {
        guard let run = state.runs[id] else { return }
        state.runs[id]?.table = table
        state.runs[id]?.pendingKeys = []
        let flagSet = flagSet(table, state.definitions, for: run.context)
        if !run.channel.publish(.ready(flagSet)) { state.runs[id] = nil }
    }
}
