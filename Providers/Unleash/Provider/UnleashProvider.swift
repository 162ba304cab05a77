// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Serves the flags that Unleash's Frontend API, or Unleash Edge, evaluates for the context.
///
/// The service is polled at once and then at each interval, with the tag of the response in place. A new context
/// cancels the request for the previous one, whose response can never overwrite anything; an equal context causes no
/// request. What cannot be read in a response is skipped and reported. Failures of any kind leave the flags in place,
/// and while the service cannot be reached or refuses, it is polled less and less often, down to every five minutes.
/// Reads are reported by ``UnleashMetricsSink``.
///
/// Flags and tag survive a launch in a `PersistedProvider`, which stores them separately for each URL, key and whole
/// context. The session id is always stored: otherwise anonymous users would be assigned anew in every gradual rollout
/// at each launch.
///
/// Safe to use from any thread, by any number of clients.
public final class UnleashProvider: FlagProvider {
    /// The version that is sent to servers.
    public static let version = "0.1.0"

    /// The provider's name.
    public let name: String
    /// Flags are stored for the URL and a digest of the key, and depend on the whole context.
    public let records: RecordIdentity
    let options: UnleashOptions
    private let service: UnleashService
    private let transport: any HTTPTransport
    private let mapper: any ContextMapper<UnleashContext>
    private let sessions: StoredID
    private let eventStore: EventStore?
    private let impressionReaders = ImpressionReaders()
    private let time: any TimeSource
    private let random: any RandomSource
    private let birth: Instant
    private let listener: UnleashListener

    /// Makes a provider; opens no connection and reads no file.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - mapper: Maps the context to Unleash's form; nil for an ``UnleashContextMapper`` without rules.
    ///   - store: Where the session id is kept; a `MemorySnapshotStore` to keep it for this run of the app only. The
    ///     folder of a `FileSnapshotStore` also holds reports that could not be sent (``UnleashOptions/storage``).
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: All problems with the options.
    public convenience init(
        _ options: UnleashOptions, name: String = "unleash", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<UnleashContext>)? = nil, store: any SnapshotStore = FileSnapshotStore(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        try self.init(
            options, name: name, transport: transport, mapper: mapper, store: store,
            eventStore: (store as? FileSnapshotStore).flatMap { EventStore(options, beside: $0, time: time) },
            time: time, random: random, listener: UnleashListener())
    }

    /// Makes a provider that also reports the result of each request, as Unleash's own client API does.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one.
    ///   - mapper: Maps the context to Unleash's form; nil for one without rules.
    ///   - store: Where the session id is kept.
    ///   - eventStore: Where reports that could not be sent are stored; nil for no storage.
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - connectionId: Identifies this provider to the service; nil for a new one.
    ///   - listener: Receives the results.
    package init(
        _ options: UnleashOptions, name: String, transport: (any HTTPTransport)?,
        mapper: (any ContextMapper<UnleashContext>)?, store: any SnapshotStore,
        eventStore: EventStore? = nil, time: any TimeSource, random: any RandomSource, connectionId: String? = nil,
        listener: UnleashListener
    ) throws(ConfigurationError) {
        service = try Self.service(options, connectionId: connectionId ?? random.uuid(), time: time)
        records = RecordIdentity(service: Self.environment(options), scope: .context)
        let mapper = mapper ?? UnleashContextMapper(appName: options.appName, environment: options.environment)
        let transport = transport ?? PlatformTransport.make(time: time)
        let sessions = StoredID(
            StoreKey.Scope(provider: "unleash-session", environment: records.service), store: store, time: time,
            // The form of Unleash's own clients: a number below a billion.
            draw: { String(random.next() % 1_000_000_000) }, finding: Self.sessionNotStored)
        self.name = name
        self.options = options
        self.transport = transport
        self.mapper = mapper
        self.sessions = sessions
        self.eventStore = eventStore
        self.time = time
        self.random = random
        birth = time.now
        self.listener = listener
    }

    /// Without the id an anonymous user is assigned anew in every gradual rollout at each launch.
    @Sendable private static func sessionNotStored(_ error: any Error) -> Diagnostic {
        Diagnostic(
            "sessionNotStored", .warning,
            "The session id could not be stored: \(error). Anonymous users may see other flags at the next launch.",
            suggestion: "Fix the store, or set a session id.")
    }

    /// Identifies the service and the key.
    static func environment(_ options: UnleashOptions) -> String {
        options.url + "\n" + options.clientKey.digest
    }

    private static func service(
        _ options: UnleashOptions, connectionId: String, time: any TimeSource
    ) throws(ConfigurationError) -> UnleashService {
        try OptionProblem.refuse(options.problems)
        do throws(ServiceURL.Problem) {
            return try UnleashService(options, connectionId: connectionId, time: time)
        } catch {
            throw ConfigurationError(findings: [Diagnostic("invalidSetting", .error, error.description)])
        }
    }

    /// The context in Unleash's form, and what is lost; memory only.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0.json }
    }

    /// New sinks for metrics, unless they are switched off, and for impressions: each client has its own.
    public var sinks: [ProviderSink] {
        let impressions = UnleashImpressionSink(options.impressions, readers: impressionReaders, random: random) {
            [options, mapper, sessions] context in
            var output = mapper.contextForEvents(context)
            output.sessionId = output.sessionId ?? options.sessionId ?? sessions.known
            return output
        }
        if options.disableMetrics { return [ProviderSink(impressions, of: name)] }
        var identity: [String: FlagValue] = [
            "appName": .string(options.appName), "instanceId": .string(options.instanceId),
        ]
        identity["environment"] = options.environment.map(FlagValue.string)
        let metrics = UnleashMetricsSink(
            .init(interval: options.metricsInterval, initial: options.metricsIntervalInitial), identity: identity,
            service: service, transport: transport, store: eventStore, time: time, random: random,
            reported: listener.reported)
        return [ProviderSink(metrics, of: name), ProviderSink(impressions, of: name)]
    }

    /// The impressions from now on, of all clients that use this provider; for a slow reader the newest thousand are
    /// kept, and the others are counted and reported as `eventsDropped`.
    public var impressions: AsyncStream<UnleashImpression> { impressionReaders.stream() }

    /// Calls a handler with each impression from now on and the flag that was read, in order, on a thread that serves
    /// no read.
    package func onImpression(_ handler: @escaping @Sendable (UnleashImpression, Flag?) -> Void) {
        impressionReaders.listen(handler)
    }

    /// Forgets the session id, which may identify the person; the next request makes a new one.
    public func erase(_ context: EvaluationContext) async { await sessions.forget() }

    /// Notifies the listener that no further results come.
    public func close() async { listener.closed() }
}

extension EventStore {
    /// The store for a service's reports, in the folder of stored session ids; nil if the options disable it.
    package convenience init?(_ options: UnleashOptions, beside store: FileSnapshotStore, time: any TimeSource) {
        guard options.storage.isOn, !options.disableMetrics else { return nil }
        self.init(
            environment: UnleashProvider.environment(options), folder: store.folder, limits: options.storage,
            words: Words(subject: "unleash", noun: "Reads", dropped: "metricsDropped"), files: store.files, time: time)
    }
}

extension UnleashProvider {
    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.mode == .offline {
            guard channel.offer(.offline(request)) else { return }
            let error = TransportError(.unreachable, "The client is offline")
            listener.fetched(.failed(.transport(error)), request.context, request.resume)
            return
        }
        let delay = delay(for: request)
        if let resume = request.resume, delay > .zero {
            guard channel.publish(.ready(resume)) else { return }
        }
        // In the background, the flags in place are good enough.
        let isPaused = request.mode == .background && options.pausesInBackground
        if isPaused, request.resume != nil, request.cause != .refresh { return }
        let context = try await context(for: request, channel)
        await poll(request, context, after: delay, isOnce: isPaused, channel)
    }

    private func poll(
        _ request: FlagRequest, _ context: UnleashContext, after delay: Duration, isOnce: Bool, _ channel: FlagChannel
    ) async {
        let policy = PollingPolicy(
            interval: isOnce ? .zero : options.refreshInterval, initialDelay: delay, limits: service.limits)
        let loop = PollingLoop(
            transport: transport, policy: policy, tag: request.resume?.validator, time: time, random: random
        ) { [service, sessions] () async throws(TransportError) in
            var context = context
            // It may have been forgotten since the previous request.
            if context.sessionId == nil { context.sessionId = await sessions.value { channel.report($0) } }
            return try await service.fetch(context)
        }
        var run = UnleashRun(
            provider: name, service: service.url.description, absence: options.absence, context: request.context,
            snapshot: request.resume)
        await loop.run { outcome in
            run.sessionId = context.sessionId ?? sessions.known
            let effects = run.receive(outcome, at: time.now)
            for finding in effects.findings { channel.report(finding) }
            guard channel.offer(effects.state) else {
                // Superseded: no one needs the result.
                loop.close()
                return effects.isAccepted
            }
            listener.fetched(effects.result, request.context, run.snapshot)
            return effects.isAccepted
        }
    }

    /// The context that the flags are for; without a session id if each request looks up the one in use.
    private func context(for request: FlagRequest, _ channel: FlagChannel) async throws -> UnleashContext {
        let mapped = try mapper.map(request.context)
        // Reported once for each context, not whenever the app comes to the foreground.
        let isKnown = request.cause == .modeChanged || request.cause == .refresh
        if !isKnown { for loss in mapped.losses { channel.report(loss) } }
        var context = mapped.output
        if context.sessionId == nil { context.sessionId = options.sessionId }
        if context.sessionId == nil {
            let resumed = request.resume?.notes["sessionId"].flatMap(String.init(flagValue:))
            _ = await sessions.value(given: resumed) { channel.report($0) }
        }
        return context
    }

    /// How long the flags in place need not be fetched again; zero to fetch now.
    private func delay(for request: FlagRequest) -> Duration {
        guard let resume = request.resume else { return .zero }
        let age = time.now - resume.confirmedAt
        // Negative: someone set the clock back.
        guard age >= .zero else { return .zero }
        switch request.cause {
        case .refresh, .contextChanged: return .zero
        case .start, .swap: return max(options.freshFor - age, .zero)
        case .modeChanged where options.refreshInterval == .zero && resume.confirmedAt >= birth:
            // Fetched once, and never again.
            return .seconds(3_155_760_000)
        case .modeChanged: return max(max(options.freshFor, options.refreshInterval) - age, .zero)
        }
    }
}

extension UnleashProvider: OnDemandProvider {
    /// Asks the Frontend API once for a context.
    ///
    /// A context without a user and a session gets a session id of its own, so that not all such users share this device's place
    /// in a rollout.
    public func answer(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let mapped = try mapper.map(request.context)
        for loss in mapped.losses { channel.report(loss) }
        var context = mapped.output
        let earlier = request.resume?.notes["sessionId"].flatMap(String.init(flagValue:))
        context.sessionId = context.sessionId ?? options.sessionId ?? earlier ?? sessions.drawn
        var run = UnleashRun(
            provider: name, service: service.url.description, absence: options.absence, context: request.context,
            snapshot: request.resume)
        run.sessionId = context.sessionId
        let outcome = await transport.poll(tag: request.resume?.validator, within: service.limits) {
            [service, context] () async throws(TransportError) in try await service.fetch(context)
        }
        let effects = run.receive(outcome, at: time.now)
        for finding in effects.findings { channel.report(finding) }
        channel.publish(effects.state)
    }
}
