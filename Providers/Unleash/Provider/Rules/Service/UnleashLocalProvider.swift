// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Evaluates flags locally, with the rules that the Unleash server or Unleash Edge sends.
///
/// It's intended for servers, where each request has a separate context.
///
/// ```swift
/// let options = UnleashLocalOptions(url: "https://flags.example.com/api", token: Secret("default:production.4f1c"))
/// let flags = FlagClient(provider: try UnleashLocalProvider(options))
/// ```
/// The rules are requested immediately and then at each interval, with the ETag of the current response. Reads and
/// `FlagClient.snapshot(for:)` don't perform I/O. A new context of the client doesn't need a request. Unreadable rules are
/// skipped and reported, and never turn a flag on. If a request fails, the current rules remain in use. The provider registers
/// the app with Unleash once, and reports the number of reads without any context.
///
/// The provider needs memory for the rules' JSON, and about three times as much for the compiled rules. With a
/// `PersistedProvider`, the rules and the ETag are stored across launches, in one record for all contexts. Safe to use from any
/// thread and with any number of clients.
public final class UnleashLocalProvider: FlagProvider {
    private struct State: ~Copyable {
        /// A Boolean value that indicates whether the app is registered, or a registration request is in progress.
        var isRegistered = false
        /// The registration request.
        var registration: Task<Void, Never>?
    }

    /// The provider's name.
    public let name: String
    /// The identity of the stored record, which is the same for all contexts.
    ///
    /// It depends on the URL, a digest of the token, and the projects.
    public let records: RecordIdentity
    private let options: UnleashLocalOptions
    private let service: UnleashService
    private let polling: PolledService
    private let transport: any HTTPTransport
    private let mapper: any ContextMapper<UnleashContext>
    /// The service that receives metrics, or `nil` if metrics are turned off.
    private let metrics: EventService?
    private let impressionReaders = ImpressionReaders()
    private let time: any TimeSource
    private let random: any RandomSource
    private let connectionId: String
    private let hostName: String
    private let state = Lock(State())
    private let memory = RulesMemory<UnleashRules>()
    private let delta: DeltaSupport
    private let readDiagnostics = ReadDiagnostics()

    /// Creates a provider, without opening a connection or reading a file.
    ///
    /// - Parameters:
    ///   - options: The options for the service.
    ///   - name: The provider's name.
    ///   - transport: The transport for requests, or `nil` for a new one. The provider doesn't close it.
    ///   - mapper: The mapper that maps contexts to the Unleash format, or `nil` for an ``UnleashContextMapper`` without rules.
    ///   - store: A store. If it's a `FileFlagStore`, its folder also contains reports that couldn't be sent.
    ///   - time: The clock.
    ///   - random: The source of identifiers, random positions, and the jitter of delays.
    /// - Throws: All problems with the options.
    public convenience init(
        _ options: UnleashLocalOptions, name: String = "unleash", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<UnleashContext>)? = nil, store: any FlagStore = FileFlagStore(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        try self.init(
            options, name: name, transport: transport, mapper: mapper,
            eventStore: store as? FileFlagStore, time: time, random: random, hostName: Platform.hostName)
    }

    init(
        _ options: UnleashLocalOptions, name: String, transport: (any HTTPTransport)?,
        mapper: (any ContextMapper<UnleashContext>)?, eventStore: FileFlagStore?, time: any TimeSource,
        random: any RandomSource, hostName: String
    ) throws(ConfigurationError) {
        try InvalidOption.throwIfAny(options.problems)
        let connectionId = random.uuid()
        service = try .rules(options, connectionId: connectionId, time: time)
        let projects = options.projects.sorted(by: \.self).joined(separator: "\n")
        records = RecordIdentity(
            service: UnleashProvider.environment(options.shared) + "\n" + projects, scope: .service)
        self.name = name
        self.options = options
        let transport = transport ?? PlatformTransport.make(time: time)
        self.transport = transport
        self.mapper = mapper ?? UnleashContextMapper(appName: options.appName, environment: options.environment)
        self.time = time
        self.random = random
        self.connectionId = connectionId
        self.hostName = hostName
        let delta = DeltaSupport(isUsed: options.usesDelta)
        self.delta = delta
        // If the service doesn't support changes, all rules are requested.
        let wholeRules = RequestFallback(transport: transport, statuses: [404]) {
            [service, options] (_) async throws(TransportError) in
            delta.giveUp() ? try await service.rules(of: options.projects, isDelta: false) : nil
        }
        var polling = PolledService(
            name, at: service.url, policy: service.policy(every: options.refreshInterval), transport: wholeRules,
            sharesPauses: false, time: time, random: random)
        polling.pausesInBackground = options.pausesInBackground
        self.polling = polling
        if !options.sendsMetrics {
            metrics = nil
            return
        }
        var metrics = service.metrics(over: transport, every: options.metricsInterval, random: random)
        if let eventStore {
            let environment = UnleashProvider.environment(options.shared)
            metrics.storeEvents(options.shared.storage, of: environment, beside: eventStore)
        }
        self.metrics = metrics
    }

    /// Returns the context in the Unleash format, and the values that rules can't use.
    ///
    /// Doesn't perform I/O.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0.json }
    }

    /// New sinks for impressions, and for metrics unless they are turned off.
    ///
    /// Each client has separate sinks.
    public var sinks: [ProviderSink] {
        let impressions = UnleashImpressionSink(options.impressions, readers: impressionReaders, random: random) {
            [mapper] in mapper.contextForEvents($0)
        }
        guard let metrics else { return [ProviderSink(impressions, of: name)] }
        let identity = options.identity(connectionId: connectionId)
        let counts = EventDelivery(MetricsBucket(identity: identity, start: time.now), to: metrics)
        return [ProviderSink(counts, of: name), ProviderSink(impressions, of: name)]
    }

    /// A stream of future impressions from all clients that use this provider.
    ///
    /// For a slow reader, the newest 1,000 impressions are kept. The others are counted and reported as `eventsDropped`.
    public var impressions: AsyncStream<UnleashImpression> { impressionReaders.stream() }

    // MARK: Rules

    private var dependencies: UnleashRules.Dependencies {
        .init(mapper: mapper, sessionId: options.sessionId, time: time, random: random)
    }

    /// Returns an empty rule book, whose flags will have an origin of some kind.
    private func emptyBook(_ kind: Origin.Kind) -> UnleashRuleBook {
        UnleashRuleBook(
            .init(
                origin: Origin(kind, provider: name),
                strategies: options.strategies.mapValues { [mapper] strategy in
                    { parameters in { strategy(parameters, mapper.mapOrNothing($0)) } }
                }, hostName: hostName, report: { [readDiagnostics] in readDiagnostics.report($0) }))
    }

    /// Creates rules from this provider's data or from a document of features, or returns `nil` for anything else.
    public func rules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? {
        unleashRules(from: providerData, as: kind)
    }

    private func unleashRules(from providerData: FlagValue, as kind: Origin.Kind) -> UnleashRules? {
        guard let changes = FeatureChanges(providerData: providerData) ?? FeatureChanges(providerData) else {
            return nil
        }
        var book = emptyBook(kind)
        // Problems with the rules were already reported when they arrived.
        _ = book.apply(changes)
        return UnleashRules(book, dependencies)
    }
}

// MARK: - Running

extension UnleashLocalProvider {
    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        try await readDiagnostics.reporting(to: channel) { try await serve(request, into: channel) }
    }

    private func serve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let now = time.now
        let isPaused = polling.isPaused(request)
        let start = memory.start(request, every: polling.policy.interval, isPaused: isPaused, at: now) {
            unleashRules(from: $0, as: .persisted)
        }
        if request.mode == .offline { await endRegistration() }
        if let first = start.firstState, !channel.publish(first) { return }
        // Returning is the response that a caller waits for.
        if request.mode == .offline { return }
        let rules = RunningRules(start.known, evaluatedAt: now, on: time)
        let run = PolledService.Run(
            of: polling, start.request, channel, poll(for: request.context, rules), after: start.delay)
        if isPaused, start.known != nil, !start.requestsImmediately { return await evaluateAgainInTime(rules, run) }
        register(channel)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await evaluateAgainInTime(rules, run) }
            try await run.run()
            group.cancelAll()
        }
    }

    /// Returns the functions that request and read rules, and evaluate a context's flags.
    private func poll(for context: EvaluationContext, _ rules: RunningRules<UnleashRules>) -> PolledService.Poll {
        var poll = PolledService.Poll { [service, options, delta] in
            try await service.rules(of: options.projects, isDelta: delta.isUsed)
        } read: { [self] answer in
            rules.evaluated(at: answer.now)
            let fresh = KnownRules(
                rules: try read(&answer), validator: answer.validator, confirmedAt: answer.now)
            return fresh.flagSet(for: context, after: answer.earlier)
        }
        poll.describe = { .unleash($0, .client) }
        poll.willPublish = { [self] state, outcome in
            var state = state
            let now = time.now
            if outcome == .notModified, let moved = state.flagSet.flatMap({ fromNetwork($0, rules, at: now) }) {
                state.flagSet = moved
            }
            // Stored before the state is published, so that an app that then changes its context doesn't need a request.
            let known = rules.note(state)
            // A date that changes a flag doesn't confirm the rules.
            if outcome != nil { memory.remember(known, after: state, at: now) }
            return state
        }
        // The result of a failed change can't be trusted, so all rules are requested.
        poll.keepsValidator = false
        return poll
    }

    /// Reads rules, or changes to them.
    private func read(_ answer: inout PolledService.Answer) throws(FlagError) -> UnleashRules {
        let earlier = (answer.earlier?.rules as? UnleashRules)?.book
        guard let changes = FeatureChanges(answer.body), changes.isWhole || earlier != nil else {
            throw FlagError(
                .parseError,
                "sent \(answer.body.count) bytes that aren't rules. Expected an object with a list \"features\""
                    + (delta.isUsed ? ", or one with readable \"events\"." : ". Check the URL."))
        }
        let empty = emptyBook(.network)
        var book = earlier.map { $0.moved(to: empty.dependencies.origin) ?? $0 } ?? empty
        let diagnostics = book.apply(changes)
        if book.keys.isEmpty, changes.isWhole, let first = diagnostics.first { throw answer.noneReadable(first) }
        answer.diagnostics = DiagnosticCollector(diagnostics)
        return UnleashRules(book, dependencies)
    }

    /// Returns the flags of stored rules that the service has confirmed, or `nil` if the rules came from the service.
    private func fromNetwork(_ flagSet: FlagSet, _ rules: RunningRules<UnleashRules>, at now: Instant) -> FlagSet? {
        guard var known = KnownRules<UnleashRules>(flagSet),
            let book = known.rules.book.moved(to: emptyBook(.network).dependencies.origin)
        else { return nil }
        rules.evaluated(at: now)
        known.rules = UnleashRules(book, dependencies)
        return known.flagSet(for: flagSet.context, after: nil)
    }

    /// Publishes the flags again each time that a rule about dates changes a flag, until the task is canceled.
    private func evaluateAgainInTime(_ rules: RunningRules<UnleashRules>, _ run: PolledService.Run) async {
        while !Task.isCancelled {
            guard await rules.waitForNextChange() else { continue }
            let isHeard = await run.update { [time] earlier in
                rules.evaluated(at: time.now)
                return KnownRules<UnleashRules>(earlier)?.flagSet(for: earlier.context, after: earlier)
            }
            if !isHeard { return }
        }
    }

    /// Registers the app and its strategies once.
    ///
    /// This isn't a part of the run, because canceling a run would leave it unknown whether the service has received the request.
    private func register(_ channel: FlagChannel) {
        if !options.sendsMetrics { return }
        let content = options.registration(connectionId: connectionId, started: time.now)
        state.withLock { state in
            if state.isRegistered { return }
            state.isRegistered = true
            state.registration = Task {
                guard let (problem, suggestion) = await problem(registering: content) else { return }
                self.state.withLock { $0.isRegistered = false }
                if Task.isCancelled { return }
                channel.report(
                    Diagnostic(
                        "registrationFailed", .warning, subject: name,
                        "The app couldn't be registered: \(problem).",
                        suggestion: suggestion))
            }
        }
    }

    /// Ends a registration that is in progress.
    ///
    /// The next run starts another one.
    private func endRegistration() async {
        let registration = state.withLock { $0.registration.take() }
        registration?.cancel()
        await registration?.value
    }

    /// Ends the registration if it's still in progress.
    public func close() async { await endRegistration() }

    /// Registers the app, and returns the problem and a suggestion, or `nil` if the service has accepted it.
    private func problem(registering content: FlagValue) async -> (problem: String, suggestion: String)? {
        let retries = "Halyard tries again when the provider starts again. Flags don't depend on the registration."
        do throws(TransportError) {
            let request = try await service.register(content)
            let status = try await transport.send(request, within: service.limits).head.status
            if (200...299).contains(status) { return nil }
            // The rules need the same token.
            let isRefused = [401, 403].contains(status)
            return (
                "the service responded with status \(status)", isRefused ? service.token.suggestion(status) : retries
            )
        } catch {
            return (error.message, retries)
        }
    }
}
