// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The object through which an app reads its flags.
///
/// ```swift
/// let flags = FlagClient(provider: InMemoryProvider(["new-nav": true]))
/// await flags.start(within: .seconds(2))
/// if flags[.newNav] { showNewNavigation() }
/// ```
/// Reads are synchronous and come from memory; everything that waits for a provider is `async` and bounded. A client may be
/// used from any thread, and from within any handler, observer, hook or sink: none of them runs under a lock. Any number of
/// clients can coexist; nothing is global.
///
/// There is no context for a single read (OpenFeature 3.2.2.2): flags are evaluated for the context of the client, see
/// ``setContext(_:within:until:)``. Releasing a client stops its provider; ``shutdown(within:)`` also sends what was
/// counted.
public final class FlagClient: FlagReading {
    /// How a client behaves.
    ///
    /// All members have defaults.
    public struct Options: Sendable {
        /// The client's name in hooks and logs, for apps with several clients (OpenFeature's domain).
        public var name: String?
        /// Where the time comes from.
        public var time: any TimeSource = SystemTime()
        /// Reports that the app goes to the background or ends: the system, where it does; nil for none.
        ///
        /// In the background, providers do less, and what was counted is sent before the app is suspended. Tests, and programs
        /// without such a system, use a `ManualLifecycle`.
        public var lifecycle: (any Lifecycle)? = SystemLifecycle.shared
        /// Reports whether the network can be reached: the system, where it does; nil for none.
        ///
        /// When the network returns, the provider is asked again at once.
        public var reachability: (any Reachability)? = SystemReachability.shared
        /// Whether the client starts online.
        public var isOnline = true
        /// Whether evaluations are counted and events taken from the start; see ``FlagClient/setEventsEnabled(_:)``.
        public var eventsEnabled = true
        /// What happens to the flags in place when the context changes.
        public var contextChange = FlagClient.ContextChangePolicy.keepFlags
        /// How long another identity's flags stay at most while the provider has not answered for the new one; 30 seconds by
        /// default.
        ///
        /// After that, reads serve the callers' defaults, and the status is `ERROR`, until flags for the new context arrive.
        /// The time counts from the first of several consecutive changes.
        public var contextChangeLimit = Duration.seconds(30)
        /// Which sources may force flags on top of the provider's.
        public var overrides = OverrideOptions()
        /// A document with top priority over everything else; nil for none.
        public var killSwitch: KillSwitch?
        /// Code that runs around every evaluation.
        public var hooks: [any EvaluationHook] = []
        /// Receives every finding, in order, on a thread that holds no lock.
        ///
        /// Without a handler, warnings and errors are printed to standard error in debug builds (`DEBUG`), one line each, and
        /// nothing is printed in release builds. A handler that does nothing keeps debug builds quiet as well.
        public var diagnosticHandler: (@Sendable (Diagnostic) -> Void)?
        /// Shows whether any test has entered a scope of flags.
        ///
        /// This library's own tests give a client a gate of its own, so that its reads still end in slots. Such a client must
        /// not be read inside a scope.
        var scopeGate = ScopeGate.shared

        /// Makes the default options.
        public init() {}
    }

    struct Core: ~Copyable {
        var machine: ClientMachine
        var isOnline: Bool
        var isInBackground = false
        /// The calls that wait for an outcome.
        var calls: [ClientMachine.WaiterID: FirstResult<FlagClient.RequestOutcome>] = [:]
        var runs: [ClientMachine.RunID: Run] = [:]
        /// What the client follows while it runs.
        var followers: Followers
        /// The timer that runs while another identity's flags are served, with its number.
        var contextTimer: (number: Int, task: Task<Void, Never>)?
        var windDown: Task<Void, Never>?
        /// The provider that serves, and one that is to take over.
        var sessions: [ClientMachine.SessionNumber: ProviderSession]
        /// The earlier providers that aren't closed yet, and the sinks of earlier configurations that are still sending.
        var retiring: [EventDestination.Owner: Retirement] = [:]
        /// The number of the newest session, call, choice, or timer: all are numbered in one order.
        var lastNumber = 1
        /// The app's newest choice of a provider: the last one wins.
        var choice = 0
        /// The provider that served before the current one.
        var previous: Previous?
        var hooks: Hooks
        /// How often other sinks and hooks were added to the app's own; the number distinguishes the lists.
        var lastAddedSinks = 0
        /// What is known about the sources of the overrides.
        var layerSources: LayerSources

        var mode: FlagRequest.Mode { isOnline ? (isInBackground ? .background : .online) : .offline }

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A provider's time with the client, and what the provider contributes.
    struct ProviderSession: Sendable {
        let number: ClientMachine.SessionNumber
        let provider: any FlagProvider
        /// Identifies the provider to the code that chose it; empty where that is not needed.
        let mark: String
        let hooks: [any EvaluationHook]
        let destinations: [EventDestination]
        /// The flags of other contexts, if the provider may be asked about them.
        let onDemand: OnDemandFlags?
        /// Nil once the provider is on its way out.
        var readers: ReaderGroup? = ReaderGroup()

        init(
            _ number: ClientMachine.SessionNumber, _ provider: any FlagProvider, mark: String = "", isOnline: Bool,
            time: any TimeSource, diagnostics: DiagnosticLog
        ) {
            self.number = number
            self.provider = provider
            self.mark = mark
            hooks = provider.hooks
            destinations = provider.sinks.map { EventDestination(.provider(number), $0) }
            onDemand = provider.onDemand.map { provider in
                OnDemandFlags(provider, mayAsk: isOnline, time: time) { diagnostics.report($0) }
            }
        }
    }

    /// A provider that no longer serves, or sinks that left, until they have sent everything and are closed.
    struct Retirement {
        /// The provider's session.
        ///
        /// Nil for sinks of the app.
        var session: ProviderSession?
        /// Has a value as soon as the provider's last reader has left.
        ///
        /// Nil if the task doesn't wait for readers.
        var readersHaveLeft: FirstResult<Void>?
        let task: Task<Void, Never>
    }

    /// A provider that served before, and what it last said.
    struct Previous: Sendable {
        let session: ClientMachine.SessionNumber
        let provider: any FlagProvider
        var flagSet: FlagSet?
        let mark: String
    }

    /// A provider that is being asked.
    struct Run: Sendable {
        let session: ClientMachine.SessionNumber
        let task: Task<Void, Never>
    }

    /// The client's own hooks in their order.
    struct Hooks: Sendable {
        var fromCode: [any EvaluationHook]
        /// The hooks that ``FlagClient/add(sinks:hooks:)`` added to them.
        var added: [any EvaluationHook] = []

        var all: [any EvaluationHook] { fromCode + added }
    }

    /// The client's name; nil when it has none.
    public var name: String? { options.name }
    /// The findings of the client and its provider.
    public let diagnostics: DiagnosticLog

    let options: Options
    let router: EventRouter
    let hub: UpdateHub
    /// What follows the client for owners.
    let observers = Observers()
    /// What views have shown.
    let exposures = ExposureLedger()
    /// Keeps the client in sync with its configuration.
    ///
    /// Nil until it's needed. The client only holds it.
    let companion = Lock<(any AnyObject & Sendable)?>(nil)
    /// Holds the state machine; taken for every event that is not a read.
    let core: Lock<Core>
    /// The slots that serve plain reads; the router's.
    @usableFromInline let slots: ReadSlots
    /// Holds what other reads are served from; taken only for as long as it takes to copy a reference.
    let reader: Lock<Published>

    /// Makes a client.
    ///
    /// It does nothing until ``start(within:until:)`` is called; until then reads return defaults, except for overrides and
    /// the kill switch. Costs disk access where these are files.
    ///
    /// - Parameters:
    ///   - provider: Where the flags come from.
    ///   - context: The context that they are evaluated for.
    ///   - sinks: The sinks that receive events, besides the provider's own.
    ///   - options: How the client behaves.
    public convenience init(
        provider: any FlagProvider, context: EvaluationContext = .anonymous, sinks: [any EventSink] = [],
        options: Options = Options()
    ) {
        self.init(provider: provider, mark: "", context: context, sinks: sinks, options: options)
    }

    /// Makes a client whose provider is identified by a mark; see ``ProviderSession/mark``.
    init(
        provider: any FlagProvider, mark: String, context: EvaluationContext, sinks: [any EventSink], options: Options
    ) {
        self.options = options
        let diagnostics = options.diagnosticHandler.map { DiagnosticLog(handler: $0) } ?? DebugConsole.log()
        self.diagnostics = diagnostics
        router = EventRouter(options.scopeGate, time: options.time, hasConsent: options.eventsEnabled) {
            diagnostics.report($0)
        }
        slots = router.slots
        let session = ProviderSession(
            1, provider, mark: mark, isOnline: options.isOnline, time: options.time, diagnostics: diagnostics)
        let destinations = session.destinations + sinks.map { .init(.app, $0) }
        router.prepare(destinations)
        router.exchange(nil, for: destinations)
        let hooks = Hooks(fromCode: options.hooks)
        var followers = Self.systemFollowers(options, router)
        let (layerSources, layers, findings) = LayerSources.read(options, &followers)
        let machine = ClientMachine(
            session: 1, evaluator: Self.evaluator(session, hooks, router, options), context: context,
            mode: options.isOnline ? .online : .offline, contextChange: options.contextChange,
            layers: layers)
        hub = UpdateHub(machine.published)
        reader = Lock(machine.published)
        core = Lock(
            Core(
                machine: machine, isOnline: options.isOnline, followers: followers, sessions: [1: session],
                hooks: hooks,
                layerSources: layerSources))
        for finding in findings { diagnostics.report(finding) }
    }

    static func evaluator(_ session: ProviderSession, _ hooks: Hooks, _ router: EventRouter, _ options: Options)
        -> Evaluator
    {
        Evaluator(
            providerName: session.provider.name, clientName: options.name, router: router, time: options.time,
            hooks: hooks.all, providerHooks: session.hooks, readers: session.readers,
            pushesEveryEvaluation: router.pushesEveryEvaluation
                || session.destinations.contains { $0.capabilities.interest == .every })
    }

    deinit {
        let (onDemand, runs, timer, followers, providers) = core.withLock { core in
            (
                core.sessions.values.compactMap(\.onDemand),
                core.runs.values.map(\.task),
                core.contextTimer?.task,
                core.followers.end(),
                core.windDown == nil ? core.sessions.values.map(\.provider) : []
            )
        }
        for task in runs { task.cancel() }
        timer?.cancel()
        followers.cancel()
        for flags in onDemand { flags.end().cancel() }
        hub.finish()
        if providers.isEmpty { return diagnostics.finish() }
        // The app has not shut it down; its sinks, which would otherwise run for ever, end as they do on shutdown.
        Task { [router, diagnostics] in
            for run in runs { await run.value }
            router.end()
            await router.settle()
            await router.dismiss { _ in true }
            for provider in providers { await provider.close() }
            await diagnostics.settle()
            diagnostics.finish()
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
    @inline(__always)
    public func value<Value>(for key: FlagKey<Value>) -> Value {
        slots.value(of: key) ?? otherRead(key)
    }

    /// The flag's value, or the key's default.
    ///
    /// Memory only.
    @inlinable
    @inline(__always)
    public subscript<Value>(key: FlagKey<Value>) -> Value { value(for: key) }

    /// A read that does not end in the thread's first slot for the name.
    @inlinable
    @inline(never)
    func otherRead<Value>(_ key: FlagKey<Value>) -> Value {
        if let type = SlotType(Value.self), let value = plainValue(key.name, key.hash, type, { key.defaultFlagValue }) {
            return key.read(value) ?? key.defaultValue
        }
        return snapshot().value(for: key)
    }

    /// The value that a flag has for plain reads, counted; nil when the read depends on more than the flag's value.
    @usableFromInline
    func plainValue(_ name: String, _ hash: UInt64, _ type: SlotType, _ defaultValue: () -> FlagValue) -> FlagValue? {
        guard slots.mayServe(hash) else { return nil }
        if let value = slots.find(name, hash, type) { return value }
        // Together: a reader that sees the flags also sees their generation.
        let (generation, published) = reader.withLock { (slots.currentGeneration, $0) }
        let snapshot = FlagSnapshot(published)
        guard let flag = published.evaluator.plainFlag(name, hash, in: snapshot), type.includes(flag.value),
            router.fill(router.served(flag, defaultValue(), in: snapshot), generation)
        else { return nil }
        return flag.value
    }

    /// The flag's value with everything that is known about it.
    ///
    /// Memory only.
    public func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value> {
        snapshot().details(of: key, options: options)
    }

    /// The values of all flags that have one, by name.
    ///
    /// Copies them; not counted.
    public var allFlags: [String: FlagValue] { snapshot().allFlags }

    /// The flags of this moment, for several reads that must fit together.
    public func snapshot() -> FlagSnapshot { FlagSnapshot(published) }

    /// Status, flags and error, which are always consistent.
    public var state: FlagClient.State { published.state }

    /// How well the provider can answer right now (OpenFeature 1.7).
    public var status: ProviderStatus { published.state.status }

    /// The name of the provider that serves (OpenFeature 1.1.5).
    public var providerName: String { published.state.provider }

    /// The context that flags are requested for.
    public var context: EvaluationContext { published.state.context }
}
