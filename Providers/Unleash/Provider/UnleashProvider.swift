// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Serves flags that the Unleash Frontend API or Unleash Edge evaluates for the context.
///
/// ```swift
/// let provider = try UnleashProvider(options)  // throws everything that is wrong, with a suggestion
/// let flags = FlagClient(provider: provider, context: .user("c3b155b0", ["plan": "gold"]))
/// ```
/// The provider polls the service immediately and then at each interval, with the ETag of the current response. A new context
/// cancels the request for the previous context, whose response never replaces newer flags. An equal context doesn't cause a
/// request. Unreadable parts of a response are skipped and reported. If a request fails, the current flags remain in use. While
/// the service can't be reached or returns errors, it's polled less and less often, down to every 5 minutes.
///
/// The provider reports the number of reads of each flag soon after the start, then at each interval while a client is in the
/// foreground, and at each flush. If counts can't be sent because of the network, 429, or 5xx, they are sent with the next
/// report, for at most 10,000 flags. They are stored if a flush fails or happens offline, and when the client ends
/// (``UnleashOptions/storage``). Counts that the service rejects are dropped and reported.
///
/// With a `PersistedProvider`, flags and the ETag are stored across launches, separately for each URL, key, and complete context.
/// The session ID is always stored. Otherwise, each launch would assign anonymous users to new positions in every gradual
/// rollout.
///
/// Safe to use from any thread and with any number of clients.
public final class UnleashProvider: FlagProvider {
    /// The version that is sent to servers.
    public static let version = "0.1.0"

    /// The provider's name.
    public let name: String
    /// The identity of the stored flags, which consists of the URL, a digest of the key, and the complete context.
    public let records: RecordIdentity
    let options: UnleashOptions
    private let service: UnleashService
    private let polling: PolledService
    private let mapper: any ContextMapper<UnleashContext>
    private let sessions: InstallationID
    /// The service that receives metrics, or `nil` if metrics are turned off.
    private let metrics: EventService?
    private let impressionReaders = ImpressionReaders()
    private let time: any TimeSource
    private let random: any RandomSource
    private let listener: UnleashListener

    /// Creates a provider, without opening a connection or reading a file.
    ///
    /// - Parameters:
    ///   - options: The options for the service.
    ///   - name: The provider's name.
    ///   - transport: The transport for requests, or `nil` for a new one. The provider doesn't close it.
    ///   - mapper: The mapper that maps contexts to the Unleash format, or `nil` for an ``UnleashContextMapper`` without rules.
    ///   - store: The store for the session ID. Use an `InMemoryFlagStore` to keep it only for this launch. The folder of a
    ///     `FileFlagStore` also contains reports that couldn't be sent (``UnleashOptions/storage``).
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

    /// Creates a provider that also reports the result of each request, as the Unleash Swift client does.
    ///
    /// - Parameters:
    ///   - options: The options for the service.
    ///   - name: The provider's name.
    ///   - transport: The transport for requests, or `nil` for a new one.
    ///   - mapper: The mapper that maps contexts to the Unleash format, or `nil` for one without rules.
    ///   - store: The store for the session ID.
    ///   - eventStore: The store whose folder contains reports that couldn't be sent, or `nil` for no storage.
    ///   - time: The clock.
    ///   - random: The source of identifiers and of the jitter of delays.
    ///   - connectionId: The identifier of this provider for the service, or `nil` for a new one.
    ///   - listener: The listener that receives the results.
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
            // The format of the Unleash clients, a number below one billion.
            draw: { String(random.next() % 1_000_000_000) }, diagnostic: Self.sessionNotStored)
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

    /// Returns the diagnostic for a session ID that couldn't be stored.
    @Sendable private static func sessionNotStored(_ error: any Error) -> Diagnostic {
        Diagnostic(
            "sessionNotStored", .warning,
            "The session ID couldn't be stored: \(error). Anonymous users might get other flags at the next launch.",
            suggestion: "Fix the store, or set a session ID.")
    }

    /// Returns a string that identifies the service and the key.
    static func environment(_ options: UnleashOptions) -> String {
        options.url + "\n" + options.clientKey.digest
    }

    /// Returns the context in the Unleash format, and the values that are lost.
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

    /// A stream of future impressions from all clients that use this provider.
    ///
    /// For a slow reader, the newest 1,000 impressions are kept. The others are counted and reported as `eventsDropped`.
    public var impressions: AsyncStream<UnleashImpression> { impressionReaders.stream() }

    /// Calls a handler with each future impression and its flag, in order, on a thread that doesn't serve reads.
    package func onImpression(_ handler: @escaping @Sendable (UnleashImpression, EvaluatedFlag?) -> Void) {
        impressionReaders.listen(handler)
    }

    /// Removes the session ID, because it can identify a person.
    ///
    /// The next request creates a new one.
    public func erase(_ context: EvaluationContext) async { await sessions.deleteID() }

    /// Notifies the listener that no results follow.
    public func close() async { listener.closed() }
}

extension UnleashProvider: OnDemandProvider {
    /// Serves one client until its task is canceled.
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

    /// Requests a context's flags from the Frontend API once.
    ///
    /// A context without a user ID and a session ID gets a new session ID, so that such users don't all share this device's
    /// position in a rollout.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        let mapped = try mapper.map(request.context)
        for loss in mapped.losses { channel.report(loss) }
        var context = mapped.output
        context.sessionId = context.sessionId ?? options.sessionId ?? request.resume?.sessionId ?? sessions.drawn
        await polling.resolve(request, into: channel, poll(for: context) { nil })
    }

    /// Returns the functions that request and read a context's flags.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - drawSession: A closure that returns the session ID for a context without one. The app can have erased the previous
    ///     session ID.
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
                    "sent \(answer.body.count) bytes that aren't a Frontend API response. "
                        + "Expected an object with a list \"toggles\". Check the URL.")
            }
            let flags = payload.flags(origin: answer.origin)
            answer.diagnostics = payload.diagnostics
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

    /// Returns the context that the flags are for.
    ///
    /// It has no session ID if each request looks up the current one.
    private func context(for request: FlagRequest, _ channel: FlagChannel) async throws -> UnleashContext {
        let mapped = try mapper.map(request.context)
        // Losses are reported once for each context, not each time that the app comes to the foreground.
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
    /// The session ID in the request for the flags.
    fileprivate var sessionId: String? {
        get { providerData["sessionId"].flatMap(String.init(flagValue:)) }
        set { providerData = ["sessionId": newValue.map(FlagValue.string) ?? .null] }
    }
}
