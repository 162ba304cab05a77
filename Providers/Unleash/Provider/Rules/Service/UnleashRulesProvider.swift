// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Decides flags itself, by the rules that Unleash's server or Unleash Edge sends: for servers, whose every request has a
/// context of its own.
///
/// ```swift
/// let options = UnleashRulesOptions(url: "https://flags.example.com/api", token: Secret("default:production.4f1c"))
/// let flags = FlagClient(provider: try UnleashRulesProvider(options))
/// ```
/// The rules are asked for at once and then at each interval, with the tag of the response in place; reads and
/// `FlagClient.snapshot(for:)` use memory only. A new context of the client needs no request. What cannot be read in the
/// rules is skipped and reported, and never switches a flag on. Failures of any kind leave the rules in place. The app is
/// registered with Unleash once, and reads are reported by ``UnleashMetricsSink``, without any context.
///
/// Costs the rules' text and some three times as much for the rules themselves. Rules and tag survive a launch in a
/// `PersistedProvider`, in one record for all contexts. Safe to use from any thread, by any number of clients.
public final class UnleashRulesProvider: FlagProvider {
    private struct State {
        var known: KnownRules?
        /// Whether the app is registered, or a request that registers it is under way.
        var isRegistered = false
        /// The request that registers the app.
        var registration: Task<Void, Never>?
    }

    /// The provider's name.
    public let name: String
    /// One record for the URL, a digest of the token, and the projects.
    public let records: RecordIdentity
    private let options: UnleashRulesOptions
    private let service: UnleashService
    private let transport: any HTTPTransport
    private let mapper: any ContextMapper<UnleashContext>
    private let eventStore: EventStore?
    private let impressionReaders = ImpressionReaders()
    private let time: any TimeSource
    private let random: any RandomSource
    private let connectionId: String
    private let hostName: String
    private let state = Lock(State())
    private let readFindings = ReadFindings()

    /// Makes a provider; opens no connection and reads no file.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - mapper: Maps contexts to Unleash's form; nil for an ``UnleashContextMapper`` without rules.
    ///   - store: Its folder, if it is a `FileSnapshotStore`, holds reports that could not be sent.
    ///   - time: The clock.
    ///   - random: The source of identifiers, of dice, and of the jitter of delays.
    /// - Throws: All problems with the options.
    public convenience init(
        _ options: UnleashRulesOptions, name: String = "unleash", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<UnleashContext>)? = nil, store: any SnapshotStore = FileSnapshotStore(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        try self.init(
            options, name: name, transport: transport, mapper: mapper,
            eventStore: (store as? FileSnapshotStore).flatMap { EventStore(options.shared, beside: $0, time: time) },
            time: time, random: random, hostName: Platform.hostName)
    }

    init(
        _ options: UnleashRulesOptions, name: String, transport: (any HTTPTransport)?,
        mapper: (any ContextMapper<UnleashContext>)?, eventStore: EventStore?, time: any TimeSource,
        random: any RandomSource, hostName: String
    ) throws(ConfigurationError) {
        try OptionProblem.refuse(options.problems)
        let connectionId = random.uuid()
        do throws(ServiceURL.Problem) {
            service = try .rules(options, connectionId: connectionId, time: time)
        } catch {
            throw ConfigurationError(findings: [Diagnostic("invalidSetting", .error, error.description)])
        }
        let projects = options.projects.sorted().joined(separator: "\n")
        records = RecordIdentity(
            service: UnleashProvider.environment(options.shared) + "\n" + projects, scope: .service)
        self.name = name
        self.options = options
        self.transport = transport ?? PlatformTransport.make(time: time)
        self.mapper = mapper ?? UnleashContextMapper(appName: options.appName, environment: options.environment)
        self.eventStore = eventStore
        self.time = time
        self.random = random
        self.connectionId = connectionId
        self.hostName = hostName
    }

    /// The context in Unleash's form, and what of it the rules cannot see; memory only.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0.json }
    }

    /// New sinks for metrics, unless they are switched off, and for impressions: each client has its own.
    public var sinks: [ProviderSink] {
        let impressions = UnleashImpressionSink(options.impressions, readers: impressionReaders, random: random) {
            [mapper] in mapper.contextForEvents($0)
        }
        if options.disableMetrics { return [ProviderSink(impressions, of: name)] }
        let metrics = UnleashMetricsSink(
            .init(interval: options.metricsInterval, initial: .zero),
            identity: options.identity(connectionId: connectionId), service: service, transport: transport,
            store: eventStore, time: time, random: random)
        return [ProviderSink(metrics, of: name), ProviderSink(impressions, of: name)]
    }

    /// The impressions from now on, of all clients that use this provider; for a slow reader the newest thousand are
    /// kept, and the others are counted and reported as `eventsDropped`.
    public var impressions: AsyncStream<UnleashImpression> { impressionReaders.stream() }

    // MARK: Rules

    private var surroundings: UnleashRules.Surroundings {
        .init(mapper: mapper, sessionId: options.sessionId, time: time, random: random)
    }

    /// A book without rules, whose flags will come from a kind of source.
    private func emptyBook(_ kind: Origin.Kind) -> RuleBook {
        RuleBook(
            .init(
                origin: Origin(kind, provider: name),
                strategies: options.strategies.mapValues { [mapper] strategy in
                    { parameters in { strategy(parameters, mapper.mapOrNothing($0)) } }
                }, hostName: hostName, report: { [readFindings] in readFindings.report($0) }))
    }

    /// Makes rules of what this provider noted, or of a document of features; nil for anything else.
    public func rules(from notes: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? {
        unleashRules(from: notes, as: kind)
    }

    private func unleashRules(from notes: FlagValue, as kind: Origin.Kind) -> UnleashRules? {
        guard let changes = FeatureChanges(notes: notes) ?? FeatureChanges(notes) else { return nil }
        var book = emptyBook(kind)
        // What is wrong with them was reported when they came.
        _ = book.apply(changes)
        return UnleashRules(book, surroundings)
    }
}

// MARK: - Running

extension UnleashRulesProvider {
    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        await readFindings.reporting(to: channel) { await serve(request, into: channel) }
    }

    private func serve(_ request: FlagRequest, into channel: FlagChannel) async {
        let now = time.now
        let newest = state.withLock { $0.known }
        let known = newest ?? resumed(from: request)
        let isDecided = known != nil && request.resume?.rules as? UnleashRules === known?.rules
        var run = UnleashRulesRun(
            provider: name, service: service.url.description, context: request.context, known: known,
            decided: isDecided ? request.resume : nil, at: now, empty: emptyBook(.network), surroundings: surroundings,
            usesDelta: options.usesDelta)
        if request.mode == .offline {
            await endRegistration()
            let state = run.decide(at: now).map { ProviderState.stale($0.snapshot, error: $0.error) }
            channel.publish(state ?? .failed(Self.offline))
            // To return is the answer: a caller waits for it.
            return
        }
        let isPaused = request.mode == .background && options.pausesInBackground
        let delay = delay(for: request, newest, at: now)
        // Rules in memory are good for any context; those of an earlier run of the app must be confirmed.
        if newest != nil, request.cause != .refresh, let state = run.decide(at: now) {
            let isAnswer = delay > .zero || isPaused || request.cause.isForAnotherContext
            let published = isAnswer ? state : .stale(state.snapshot, error: state.error)
            guard channel.publish(published) else { return }
        }
        let held = hold(run, channel)
        if isPaused, known != nil, request.cause != .refresh { return await held.decideAgainInTime() }
        register(channel)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await held.decideAgainInTime() }
            await self.poll(request, held, known?.validator, after: delay, isOnce: isPaused)
            group.cancelAll()
        }
    }

    private func hold(_ run: UnleashRulesRun, _ channel: FlagChannel) -> RunningRules {
        RunningRules(run, channel, time: time) { [self] in remember($0, at: $1) }
    }

    /// How long the rules in memory need not be asked for again; zero to ask now.
    private func delay(for request: FlagRequest, _ known: KnownRules?, at now: Instant) -> Duration {
        guard let known, request.cause != .refresh else { return .zero }
        let age = now - known.confirmedAt
        // Negative: the clock was set back.
        guard age >= .zero else { return .zero }
        // Asked once, and on demand.
        if options.refreshInterval == .zero { return .seconds(3_155_760_000) }
        return max(options.refreshInterval - age, .zero)
    }

    private func poll(
        _ request: FlagRequest, _ held: RunningRules, _ tag: String?, after delay: Duration, isOnce: Bool
    ) async {
        let policy = PollingPolicy(
            interval: isOnce ? .zero : options.refreshInterval, initialDelay: delay, limits: service.limits)
        let loop = PollingLoop(transport: transport, policy: policy, tag: tag, time: time, random: random) {
            [service, options] () async throws(TransportError) in
            try await service.rules(of: options.projects, isDelta: held.usesDelta)
        }
        await loop.run { outcome in
            let result = held.receive(outcome)
            switch result {
            case .accepted, .kept: break
            // What came of a change cannot be trusted, so everything is asked for.
            case .unreadable: loop.forgetTag()
            case .noDelta: loop.requestChanged()
            case .superseded: loop.close()
            }
            return result == .accepted
        }
    }

    /// Keeps rules for other clients and contexts, unless there are newer ones.
    private func remember(_ known: KnownRules, at now: Instant) {
        state.withLock { state in
            // What was confirmed in the future was confirmed before the clock was set back.
            if let other = state.known, other.confirmedAt > known.confirmedAt, other.confirmedAt <= now { return }
            state.known = known
        }
    }

    /// The rules that a client was served before, by another provider or in an earlier run of the app.
    private func resumed(from request: FlagRequest) -> KnownRules? {
        guard let resume = request.resume, let rules = unleashRules(from: resume.notes, as: .persisted) else {
            return nil
        }
        return KnownRules(rules: rules, validator: resume.validator, confirmedAt: resume.confirmedAt)
    }

    /// Registers the app once, and the strategies that it knows.
    ///
    /// Not a part of the run: one that is cancelled would leave open whether the service has got the request.
    private func register(_ channel: FlagChannel) {
        if options.disableMetrics { return }
        let content = options.registration(connectionId: connectionId, started: time.now)
        state.withLock { state in
            if state.isRegistered { return }
            state.isRegistered = true
            state.registration = Task {
                guard let problem = await problem(registering: content) else { return }
                self.state.withLock { $0.isRegistered = false }
                if Task.isCancelled { return }
                channel.report(
                    Diagnostic(
                        "registrationFailed", .warning, subject: name,
                        "The app could not be registered: \(problem).",
                        suggestion: "Flags work all the same; it is tried again when the provider starts anew."))
            }
        }
    }

    /// Ends a registration that is under way; the next run begins another one.
    private func endRegistration() async {
        let registration = state.withLock { $0.registration.take() }
        registration?.cancel()
        await registration?.value
    }

    /// Ends what outlives a run: the registration, if it is under way.
    public func close() async { await endRegistration() }

    /// Why the service has not registered the app; nil when it has.
    private func problem(registering content: FlagValue) async -> String? {
        do throws(TransportError) {
            let request = try await service.register(content)
            let status = try await transport.send(request, within: service.limits).head.status
            return (200...299).contains(status) ? nil : "the service answered \(status)"
        } catch {
            return error.message
        }
    }

    private static let offline = FlagError(
        .providerNotReady, "The client is offline, and there are no rules. Go online, or ship rules with a bootstrap.")
}

extension FlagRequest.Cause {
    fileprivate var isForAnotherContext: Bool {
        if case .contextChanged = self { true } else { false }
    }
}
