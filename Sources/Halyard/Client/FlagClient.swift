// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client that an app reads its flags from.
///
/// ```swift
/// let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]))
/// await flags.start(within: .seconds(2))
/// if flags[.newNav] { showNewNavigation() }
/// ```
/// Reads are synchronous and come from memory. Everything that waits for a provider is `async`, with a time limit. You can
/// use a client from any thread, and from within any handler, observer, hook, or sink, because none of them runs under a
/// lock. You can create any number of clients, which share no global state.
///
/// You can't pass a context to a single read (OpenFeature 3.2.2.2). Flags are evaluated for the client's context, which you
/// can set with ``setContext(_:within:until:)``. Releasing a client stops its provider. ``shutdown(within:)`` also sends the
/// collected events.
public final class FlagClient: FlagReading {
    /// The options of a client, which all have default values.
    public struct Options: Sendable {
        /// The client's name in hooks and logs, for apps with several clients (OpenFeature's domain).
        public var name: String?
        /// The source of the time.
        public var time: any TimeSource = SystemTime()
        /// The source of the app's lifecycle, or `nil` for none.
        ///
        /// By default, the system reports when the app enters the background or ends, on platforms that support it. In the
        /// background, providers do less, and collected events are sent before the app is suspended. For tests, and for
        /// programs on other platforms, use a `ManualLifecycle`.
        public var lifecycle: (any Lifecycle)? = SystemLifecycle.shared
        /// The source of the network's reachability, or `nil` for none.
        ///
        /// By default, the system reports it, on platforms that support it. When the network returns, the client immediately
        /// requests flags from the provider again.
        public var reachability: (any Reachability)? = SystemReachability.shared
        /// A Boolean value that indicates whether the client starts online.
        public var isOnline = true
        /// A Boolean value that indicates whether evaluations are counted and events are accepted from the start.
        ///
        /// You can change this later with ``FlagClient/setEventsEnabled(_:)``.
        public var eventsEnabled = true
        /// The handling of the current flags when the context changes.
        public var contextChange = FlagClient.ContextChangePolicy.keepFlags
        /// The maximum time for which another identity's flags remain if the provider doesn't respond for the new context
        /// (default: 30 seconds).
        ///
        /// After that, reads return the caller's default values, and the status is `ERROR`, until the new context's flags
        /// arrive. The time starts with the first of several consecutive changes.
        public var contextChangeLimit = Duration.seconds(30)
        /// The sources that can override the provider's flags.
        public var overrides = OverrideOptions()
        /// The kill switch, whose document takes precedence over everything else, or `nil` for none.
        public var killSwitch: KillSwitch?
        /// The hooks that run around every evaluation.
        public var hooks: [any EvaluationHook] = []
        /// Called with every diagnostic, in order, on a thread that holds no lock.
        ///
        /// Without a handler, warnings and errors are printed to standard error in debug builds (`DEBUG`), one line each, and
        /// nothing is printed in release builds. For silent debug builds, set a handler that does nothing.
        public var diagnosticHandler: (@Sendable (Diagnostic) -> Void)?
        /// A gate that indicates whether any test has entered a flag scope.
        ///
        /// This library's own tests give a client a separate gate, so that its reads are still served from slots. Such a
        /// client must not be read inside a scope.
        var scopeGate = ScopeGate.shared

        /// Creates the default options.
        public init() {}
    }

    struct Core: ~Copyable {
        var machine: ClientMachine
        var isOnline: Bool
        var isInBackground = false
        /// The calls that wait for an outcome.
        var calls: [ClientMachine.WaiterID: FirstResult<FlagClient.RequestOutcome>] = [:]
        var runs: [ClientMachine.RunID: Run] = [:]
        /// The tasks that follow the system and documents while the client runs.
        var followers: Followers
        /// The timer that runs while another identity's flags are served, with its number.
        var contextTimer: (number: Int, task: Task<Void, Never>)?
        var windDown: Task<Void, Never>?
        /// The serving provider, and a provider that is about to take over.
        var sessions: [ClientMachine.SessionNumber: ProviderSession]
        /// The earlier providers that aren't closed yet, and the sinks of earlier configurations that are still sending.
        var retiring: [EventDestination.Owner: Retirement] = [:]
        /// The number of the newest session, call, choice, or timer, which are all numbered in one order.
        var lastNumber = 1
        /// The app's newest choice of a provider, which takes precedence over earlier choices.
        var choice = 0
        /// The provider that served before the current one.
        var previous: Previous?
        var hooks: Hooks
        /// The number of times that other sinks and hooks were added to the app's own, which distinguishes the lists.
        var lastAddedSinks = 0
        /// The state of the override sources.
        var layerSources: LayerSources

        var mode: FlagRequest.Mode { isOnline ? (isInBackground ? .background : .online) : .offline }

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A provider's session with the client, with its hooks and sinks.
    struct ProviderSession: Sendable {
        let number: ClientMachine.SessionNumber
        let provider: any FlagProvider
        /// An identifier for the code that chose the provider, or an empty string if the code needs none.
        let mark: String
        let hooks: [any EvaluationHook]
        let destinations: [EventDestination]
        /// The flags of other contexts, if the provider supports requests for them.
        let onDemand: OnDemandFlags?
        /// The readers, or `nil` if the provider is about to leave.
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
        /// The provider's session, or `nil` for sinks of the app.
        var session: ProviderSession?
        /// A result that gets a value when the provider's last reader has left, or `nil` if the task doesn't wait for
        /// readers.
        var readersHaveLeft: FirstResult<Void>?
        let task: Task<Void, Never>
    }

    /// A provider that served before, with its last flags.
    struct Previous: Sendable {
        let session: ClientMachine.SessionNumber
        let provider: any FlagProvider
        var flagSet: FlagSet?
        let mark: String
    }

    /// A running request to a provider.
    struct Run: Sendable {
        let session: ClientMachine.SessionNumber
        let task: Task<Void, Never>
    }

    /// The client's own hooks in their order.
    struct Hooks: Sendable {
        var fromCode: [any EvaluationHook]
        /// The hooks that ``FlagClient/add(sinks:hooks:)`` added.
        var added: [any EvaluationHook] = []

        var all: [any EvaluationHook] { fromCode + added }
    }

    /// The client's name, or `nil` if it has none.
    public var name: String? { options.name }
    /// The diagnostics of the client and its provider.
    public let diagnostics: DiagnosticLog

    let options: Options
    let router: EventRouter
    let hub: UpdateHub
    /// The observations of the client's flags by owners.
    let observers = Observers()
    /// The variations that views have shown.
    let exposures = ExposureLedger()
    /// An object that keeps the client in sync with its configuration, or `nil` until it's needed.
    ///
    /// The client only retains it.
    let companion = Lock<(any AnyObject & Sendable)?>(nil)
    /// The lock around the state machine, which is taken for every event that isn't a read.
    let core: Lock<Core>
    /// The router's slots, which serve plain reads.
    @usableFromInline let slots: ReadSlots
    /// The state that other reads are served from.
    ///
    /// Its lock is held only while a reference is copied.
    let reader: Lock<Published>

    /// Creates a client.
    ///
    /// The client does nothing until you call ``start(within:until:)``. Until then, reads return default values, except for
    /// overrides and the kill switch. This initializer reads the disk if overrides or the kill switch are files.
    ///
    /// - Parameters:
    ///   - provider: The source of the flags.
    ///   - context: The evaluation context.
    ///   - sinks: The sinks that receive events, in addition to the provider's own.
    ///   - options: The client's options.
    public convenience init(
        provider: any FlagProvider, context: EvaluationContext = .anonymous, sinks: [any EventSink] = [],
        options: Options = Options()
    ) {
        self.init(provider: provider, mark: "", context: context, sinks: sinks, options: options)
    }

    /// Creates a client whose provider is identified by a mark (``ProviderSession/mark``).
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
        let (layerSources, layers, layerDiagnostics) = LayerSources.read(options, &followers)
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
        for diagnostic in layerDiagnostics { diagnostics.report(diagnostic) }
    }

    static func evaluator(_ session: ProviderSession, _ hooks: Hooks, _ router: EventRouter, _ options: Options)
        -> Evaluator
    {
        let listeners = router.audience.now.listeners + session.destinations
        return Evaluator(
            providerName: session.provider.name, clientName: options.name, router: router, time: options.time,
            hooks: hooks.all, providerHooks: session.hooks, readers: session.readers,
            pushesEveryEvaluation: listeners.contains { $0.capabilities.interest == .every },
            contextListeners: Set(listeners.filter(\.capabilities.receivesContextUses).map(\.provider)))
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
        // The app hasn't shut the client down. Its sinks, which would otherwise run forever, end as they do on shutdown.
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
    /// Returns the flag's value, or the key's default value.
    ///
    /// Doesn't perform I/O.
    @inlinable
    @inline(__always)
    public func value<Value>(for key: FlagKey<Value>) -> Value {
        slots.value(of: key) ?? otherRead(key)
    }

    /// Accesses the flag's value, or the key's default value.
    ///
    /// Doesn't perform I/O.
    @inlinable
    @inline(__always)
    public subscript<Value>(key: FlagKey<Value>) -> Value { value(for: key) }

    /// Returns the value of a read that isn't served from the thread's first slot for the key.
    @inlinable
    @inline(never)
    func otherRead<Value>(_ key: FlagKey<Value>) -> Value {
        if let type = SlotType(Value.self), let value = plainValue(key.name, key.hash, type, { key.defaultFlagValue }) {
            return key.read(value) ?? key.defaultValue
        }
        return snapshot().value(for: key)
    }

    /// Returns a flag's value for a plain read and counts the read, or returns `nil` if the read depends on more than that
    /// value.
    @usableFromInline
    func plainValue(_ name: String, _ hash: UInt64, _ type: SlotType, _ defaultValue: () -> FlagValue) -> FlagValue? {
        guard slots.mayServe(hash) else { return nil }
        if let value = slots.find(name, hash, type) { return value }
        // Read both under one lock, so that a reader that sees the flags also sees their generation.
        let (generation, published) = reader.withLock { (slots.currentGeneration, $0) }
        let snapshot = FlagSnapshot(published)
        guard let flag = published.evaluator.plainFlag(name, hash, in: snapshot), type.includes(flag.value),
            fill(flag, defaultValue(), in: snapshot, generation)
        else { return nil }
        return flag.value
    }

    /// Stores a flag in the calling thread's slot, and counts one read.
    private func fill(
        _ flag: EvaluatedFlag, _ defaultValue: FlagValue, in snapshot: FlagSnapshot, _ generation: UInt64
    ) -> Bool {
        let evaluator = snapshot.published.evaluator
        if evaluator.reportsContexts { evaluator.noteUse(of: flag, in: snapshot) }
        return router.fill(router.served(flag, defaultValue, in: snapshot), generation)
    }

    /// Returns the flag's value with details, such as the variant, the reason, or an error.
    ///
    /// Doesn't perform I/O.
    public func details<Value>(of key: FlagKey<Value>, options: EvaluationOptions) -> EvaluationDetails<Value> {
        snapshot().details(of: key, options: options)
    }

    /// The values of all flags that have one, by flag key.
    ///
    /// Each access copies the values, and doesn't count as reading the flags.
    public var allFlags: [String: FlagValue] { snapshot().allFlags }

    /// Returns a snapshot of the current flags, for several reads that must be consistent.
    public func snapshot() -> FlagSnapshot { FlagSnapshot(published) }

    /// The status, the flags, and the error, which are always consistent.
    public var state: FlagClient.State { published.state }

    /// The provider's current ability to serve flags (OpenFeature 1.7).
    public var status: ProviderStatus { published.state.status }

    /// The name of the serving provider (OpenFeature 1.1.5).
    public var providerName: String { published.state.provider }

    /// The context that flags are requested for.
    public var context: EvaluationContext { published.state.context }
}
