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
///
/// The number of reads of each flag is reported soon after the start, then at each interval while a client is in the foreground, and at
/// each flush. Counts that could not be sent because of the network, 429, or 5xx follow with the next report, at most 10,000 flags. A
/// flush that fails or is made offline stores them (``UnleashOptions/storage``), and so does the end of the client. What the service
/// refuses is dropped and reported.
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
    private let polling: PolledService
    private let mapper: any ContextMapper<UnleashContext>
    private let sessions: InstallationID
    /// Where metrics are sent; nil if they are switched off.
    private let metrics: EventService?
    private let impressionReaders = ImpressionReaders()
    private let time: any TimeSource
    private let random: any RandomSource
    private let listener: UnleashListener

    /// Makes a provider; opens no connection and reads no file.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one. It is not closed.
    ///   - mapper: Maps the context to Unleash's form; nil for an ``UnleashContextMapper`` without rules.
    ///   - store: Where the session id is kept; a `InMemoryFlagStore` to keep it for this run of the app only. The
    ///     folder of a `FileFlagStore` also holds reports that could not be sent (``UnleashOptions/storage``).
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: All problems with the options.
    public convenience init(
        _ options: UnleashOptions, name: String = "unleash", transport: (any HTTPTransport)? = nil,
        mapper: (any ContextMapper<UnleashContext>)? = nil, store: any FlagStore = FileFlagStore(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        try self.init(
            options, name: name, transport: transport, mapper: mapper, store: store,
            eventStore: store as? FileFlagStore, time: time, random: random, listener: UnleashListener())
    }

    /// Makes a provider that also reports the result of each request, as Unleash's own client API does.
    ///
    /// - Parameters:
    ///   - options: The service, and how to use it.
    ///   - name: The provider's name.
    ///   - transport: What sends the requests; nil for a new one.
    ///   - mapper: Maps the context to Unleash's form; nil for one without rules.
    ///   - store: Where the session id is kept.
    ///   - eventStore: The store in whose folder reports that could not be sent are kept; nil for no storage.
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - connectionId: Identifies this provider to the service; nil for a new one.
    ///   - listener: Receives the results.
    package init(
        _ options: UnleashOptions, name: String, transport: (any HTTPTransport)?,
        mapper: (any ContextMapper<UnleashContext>)?, store: any FlagStore,
        eventStore: FileFlagStore? = nil, time: any TimeSource, random: any RandomSource,
        connectionId: String? = nil,
        listener: UnleashListener
    ) throws(ConfigurationError) {
        try InvalidOption.throwIfAny(options.problems)
        service = try UnleashService(options, connectionId: connectionId ?? random.uuid(), time: time)
        records = RecordIdentity(service: Self.environment(options), scope: .context)
        let mapper = mapper ?? UnleashContextMapper(appName: options.appName, environment: options.environment)
        let transport = transport ?? PlatformTransport.make(time: time)
        let sessions = InstallationID(
            StoreKey.Scope(provider: "unleash-session", environment: records.service), store: store, time: time,
            // The form of Unleash's own clients: a number below a billion.
            draw: { String(random.next() % 1_000_000_000) }, finding: Self.sessionNotStored)
        self.name = name
        self.options = options
        self.mapper = mapper
        self.sessions = sessions
        self.time = time
        self.random = random
        self.listener = listener
        var polling = PolledService(
            name, at: service.url, policy: service.policy(every: options.refreshInterval), transport: transport,
            sharesPauses: false, time: time, random: random)
        polling.freshFor = options.freshFor
        polling.pausesInBackground = options.pausesInBackground
        self.polling = polling
        if !options.sendsMetrics {
            metrics = nil
            return
        }
        var metrics = service.metrics(
            over: transport, every: options.metricsInterval, initialDelay: options.metricsIntervalInitial,
            random: random, reported: listener.reported)
        if let eventStore { metrics.storeEvents(options.storage, of: records.service, beside: eventStore) }
        self.metrics = metrics
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
        guard let metrics else { return [ProviderSink(impressions, of: name)] }
        var identity: [String: FlagValue] = [
            "appName": .string(options.appName), "instanceId": .string(options.instanceId),
        ]
        identity["environment"] = options.environment.map(FlagValue.string)
        let counts = EventDelivery(MetricsBucket(identity: identity, start: time.now), to: metrics)
        return [ProviderSink(counts, of: name), ProviderSink(impressions, of: name)]
    }

    /// The impressions from now on, of all clients that use this provider; for a slow reader the newest thousand are
    /// kept, and the others are counted and reported as `eventsDropped`.
    public var impressions: AsyncStream<UnleashImpression> { impressionReaders.stream() }

    /// Calls a handler with each impression from now on and the flag that was read, in order, on a thread that serves
    /// no read.
    package func onImpression(_ handler: @escaping @Sendable (UnleashImpression, EvaluatedFlag?) -> Void) {
        impressionReaders.listen(handler)
    }

    /// Forgets the session id, which may identify the person; the next request makes a new one.
    public func erase(_ context: EvaluationContext) async { await sessions.forget() }

    /// Notifies the listener that no further results come.
    public func close() async { listener.closed() }
}

extension UnleashProvider: OnDemandProvider {
    /// Serves one client until its task is cancelled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.mode == .offline {
            guard channel.offer(.offline(request)) else { return }
            let error = TransportError(.unreachable, "The client is offline")
            listener.fetched(.failed(.request(.transport(error))), request.context, request.resume)
            return
        }
        let context = try await context(for: request, channel)
        var poll = poll(for: context) { [sessions] in await sessions.value { channel.report($0) } }
        poll.didPublish = { [listener] outcome, flagSet in
            listener.fetched(outcome, request.context, flagSet)
            return nil
        }
        try await polling.run(request, into: channel, poll)
    }

    /// Asks the Frontend API once for a context.
    ///
    /// A context without a user and a session gets a session id of its own, so that not all such users share this device's place
    /// in a rollout.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let mapped = try mapper.map(request.context)
        for loss in mapped.losses { channel.report(loss) }
        var context = mapped.output
        context.sessionId = context.sessionId ?? options.sessionId ?? request.resume?.sessionId ?? sessions.drawn
        await polling.resolve(request, into: channel, poll(for: context) { nil })
    }

    /// How the flags of a context are requested and read.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - drawSession: Returns the session id of a context without one, which the app may have made forget the one before.
    private func poll(
        for context: UnleashContext, drawSession: @escaping @Sendable () async -> String?
    ) -> PolledService.Poll {
        var poll = PolledService.Poll { [service] in
            var context = context
            if context.sessionId == nil { context.sessionId = await drawSession() }
            return try await service.fetch(context)
        } read: { [options] answer in
            guard var payload = UnleashPayload(answer.body) else {
                throw FlagError(
                    .parseError,
                    "sent \(answer.body.count) bytes that are no answer of a Frontend API: "
                        + "an object with a list \"toggles\" was expected. Check the URL.")
            }
            let flags = payload.flags(origin: answer.origin)
            answer.findings = payload.findings
            return try answer.flagSet(flags, missingFlags: options.missingFlags)
        }
        poll.describe = { .unleash($0, .frontend) }
        poll.willPublish = { [sessions] state, _ in
            var state = state
            state.flagSet?.sessionId = context.sessionId ?? sessions.known
            return state
        }
        return poll
    }

    /// The context that the flags are for; without a session id if each request looks up the one in use.
    private func context(for request: FlagRequest, _ channel: FlagChannel) async throws -> UnleashContext {
        let mapped = try mapper.map(request.context)
        // Reported once for each context, not whenever the app comes to the foreground.
        let isKnown = request.cause == .modeChanged || request.cause == .refresh
        if !isKnown { for loss in mapped.losses { channel.report(loss) } }
        var context = mapped.output
        context.sessionId = context.sessionId ?? options.sessionId
        if context.sessionId == nil {
            _ = await sessions.value(given: request.resume?.sessionId) { channel.report($0) }
        }
        return context
    }
}

extension FlagSet {
    /// The session id that the flags were requested with.
    fileprivate var sessionId: String? {
        get { providerData["sessionId"].flatMap(String.init(flagValue:)) }
        set { providerData = ["sessionId": newValue.map(FlagValue.string) ?? .null] }
    }
}
