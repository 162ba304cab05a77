// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What an app holds to read its flags.
///
/// ```swift
/// let flags = FlagClient(provider: InMemoryProvider(["new-nav": true]))
/// await flags.start(within: .seconds(2))
/// if flags[.newNav] { showNewNavigation() }
/// ```
/// Reads are synchronous and come from memory; whatever waits for a provider is `async` and bounded. A client may be
/// used from any thread, and called back from any handler, observer, hook or sink: none of them runs under a lock. Any
/// number of clients live side by side; nothing is global.
///
/// There is no context for a single read (OpenFeature 3.2.2.2): flags are decided for the context of the client, see
/// ``setContext(_:within:until:)``. Letting a client go stops its provider; ``shutdown(within:)`` also sends what was
/// counted.
public final class FlagClient: FlagReading {
    /// How a client behaves.
    ///
    /// All members have defaults.
    public struct Options: Sendable {
        /// Where the time comes from.
        public var time: any TimeSource = SystemTime()
        /// Who reports that the app goes to the background or ends; nil for nobody.
        public var lifecycle: (any Lifecycle)?
        /// Whether the client starts online.
        public var isOnline = true
        /// Whether evaluations are counted and events taken from the start; see ``FlagClient/setEventsEnabled(_:)``.
        public var eventsEnabled = true
        /// What becomes of the flags in place when the context changes.
        public var contextChange = ContextChangePolicy.keepFlags
        /// Code that runs around every evaluation.
        public var hooks: [any Hook] = []
        /// Sees every finding, in order, on a thread that holds no lock; nothing is printed unless it does so.
        public var diagnosticHandler: @Sendable (Diagnostic) -> Void = { _ in }

        /// Makes the default options.
        public init() {}
    }

    struct Core {
        var machine: ClientMachine
        var isOnline: Bool
        var isInBackground = false
        var lastWaiter: ClientMachine.WaiterID = 0
        var continuations: [ClientMachine.WaiterID: CheckedContinuation<RequestOutcome, Never>] = [:]
        var timers: [ClientMachine.WaiterID: Task<Void, Never>] = [:]
        var runs: [ClientMachine.RunID: Task<Void, Never>] = [:]
        var lifecycle: Task<Void, Never>?
        var windDown: Task<Void, Never>?

        var mode: FlagRequest.Mode { isOnline ? (isInBackground ? .background : .online) : .offline }
    }

    /// The name of the client's provider.
    public let providerName: String
    /// What the client and its provider found worth telling.
    public let diagnostics: DiagnosticLog

    let provider: any FlagProvider
    let options: Options
    let router: EventRouter
    @usableFromInline let evaluator: Evaluator
    let hub: UpdateHub
    /// Decides; taken for every event that is not a read.
    let core: Lock<Core>
    /// Holds what reads are served from; taken for the time it takes to copy a reference.
    let reader: Lock<Published>

    /// Makes a client.
    ///
    /// It does nothing until ``start(within:until:)`` is called; until then reads give defaults.
    ///
    /// - Parameters:
    ///   - provider: Where the flags come from.
    ///   - context: For whom they are decided.
    ///   - sinks: Who wants to hear what happens, besides the provider's own sinks.
    ///   - options: How the client behaves.
    public init(
        provider: any FlagProvider, context: EvaluationContext = .anonymous, sinks: [any EventSink] = [],
        options: Options = Options()
    ) {
        self.provider = provider
        self.options = options
        providerName = provider.name
        diagnostics = DiagnosticLog(handler: options.diagnosticHandler)
        let own = provider.sinks.sorted { $0.key < $1.key }.map { EventRouter.Destination(provider: $0, sink: $1) }
        router = EventRouter(
            destinations: own + sinks.map { EventRouter.Destination(provider: nil, sink: $0) }, time: options.time,
            isEnabled: options.eventsEnabled)
        evaluator = Evaluator(
            providerName: provider.name, router: router, time: options.time, hooks: options.hooks)
        let machine = ClientMachine(
            providerName: provider.name, context: context, mode: options.isOnline ? .online : .offline,
            contextChange: options.contextChange)
        hub = UpdateHub(machine.published)
        reader = Lock(machine.published)
        core = Lock(Core(machine: machine, isOnline: options.isOnline))
    }

    deinit {
        let (runs, others, isWoundDown) = core.withLock { core in
            (
                Array(core.runs.values), Array(core.timers.values) + [core.lifecycle].compactMap(\.self),
                core.windDown != nil
            )
        }
        for task in runs + others { task.cancel() }
        hub.finish()
        diagnostics.finish()
        if isWoundDown { return }
        Task { [provider] in
            for run in runs { await run.value }
            await provider.close()
        }
    }

    @usableFromInline var published: Published { reader.withLock { $0 } }
}

// MARK: - Reading

extension FlagClient {
    /// The flag's value, or the key's default.
    ///
    /// Memory only.
    @inlinable
    public func value<Value>(for key: FlagKey<Value>) -> Value { evaluator.value(key, in: published) }

    /// The flag's value with everything that is known about it.
    ///
    /// Memory only.
    public func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value> {
        evaluator.details(key, in: published, options)
    }

    /// The values of all flags that have one, by name.
    ///
    /// Copies them; not counted.
    public var allFlags: [String: FlagValue] { published.allFlags }

    /// The flags of this moment, for several reads that must fit together.
    public func snapshot() -> FlagView { FlagView(published, evaluator) }

    /// Status, flags and error, which always belong together.
    public var state: ClientState { published.state }

    /// How well the provider can answer right now (OpenFeature 1.7).
    public var status: ProviderStatus { published.state.status }

    /// For whom flags are asked.
    public var context: EvaluationContext { published.state.context }
}
