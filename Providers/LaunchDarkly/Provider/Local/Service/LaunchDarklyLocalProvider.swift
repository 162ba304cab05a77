// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
import HalyardSupport
public import HalyardTransport

/// Evaluates flags locally, with the rules that LaunchDarkly, or its Relay Proxy, sends to servers.
///
/// It's intended for servers, where each request has a separate context.
///
/// ```swift
/// let options = LaunchDarklyLocalOptions(sdkKey: Secret(key))
/// let flags = FlagClient(provider: try LaunchDarklyLocalProvider(options))
/// let snapshot = flags.snapshot(for: .user("c3b155b0", ["plan": "gold"]))
/// ```
/// The rules come over a stream or by polling, depending on the options. Reads and `FlagClient.snapshot(for:)` don't perform I/O.
/// A new context of the client uses the current rules immediately. With polling, it doesn't need a request. With streaming, the
/// provider opens a new stream for it. Unreadable rules are skipped and reported, and never turn a flag on.
///
/// If the stream is lost or a request fails, the current rules remain in use. The status is `STALE` after one second without a
/// stream, or if a new stream doesn't send rules within 5 seconds. It remains `STALE` until all rules have been received again. If
/// the service rejects the SDK key, the provider tries again after 2.5 to 5 minutes, and then less and less often, up to once an
/// hour. The provider reports evaluations and contexts to LaunchDarkly. Events wait while the service rejects the key.
///
/// Apps on a user's device can't use it, because an SDK key gives access to all rules. They use a ``LaunchDarklyProvider``.
///
/// The provider needs memory for the rules' JSON and for the compiled rules. With a `PersistedProvider`, the rules and the ETag are
/// stored across launches, in one record for all contexts. Safe to use from any thread and with any number of clients.
public final class LaunchDarklyLocalProvider: FlagProvider {
    /// The provider's name.
    public let name: String
    /// The identity of the stored record, which is the same for all contexts.
    ///
    /// It depends on a digest of the SDK key, and on the payload filter.
    public let records: RecordIdentity
    let options: LaunchDarklyLocalOptions
    private let requests: LaunchDarklyRequests
    private let services: (polling: String, streaming: String)
    private let transport: any HTTPTransport
    let mapper: LaunchDarklyContextMapper
    /// The events of all clients, or `nil` if events are disabled.
    private let events: LaunchDarklyEvents?
    private let time: any TimeSource
    private let random: any RandomSource
    private let environmentName = EnvironmentName()
    private let memory = RulesMemory<LaunchDarklyRules>()

    /// Creates a provider, without opening a connection or reading a file.
    ///
    /// - Parameters:
    ///   - options: The options of the provider.
    ///   - name: The provider's name.
    ///   - transport: The transport for requests, or `nil` for a new one. The provider doesn't close it.
    ///   - mapper: The mapper from vendor-neutral to LaunchDarkly contexts, or `nil` for one without rules. Its generated keys for
    ///     contexts without a key aren't stored.
    ///   - store: A store. If it's a `FileFlagStore`, its folder also contains events that couldn't be sent.
    ///   - time: The clocks.
    ///   - random: The source of identifiers and of the jitter of delays.
    /// - Throws: An error with all problems of the options.
    public init(
        _ options: LaunchDarklyLocalOptions, name: String = "launchdarkly", transport: (any HTTPTransport)? = nil,
        mapper: LaunchDarklyContextMapper? = nil, store: any FlagStore = FileFlagStore(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) throws(ConfigurationError) {
        try InvalidOption.throwIfAny(options.problems)
        let shared = options.shared
        services = (
            try ServiceURL(shared.endpoints.polling, option: "baseUrl").description,
            try ServiceURL(shared.endpoints.streaming, option: "streamUrl").description
        )
        let environment = SHA256.hexDigest(of: options.sdkKey.reveal().utf8)
        let filter = options.usableFilter.map { "\n" + $0 } ?? ""
        records = RecordIdentity(service: environment + filter, scope: .service)
        let mapper =
            mapper ?? LaunchDarklyContextMapper(deviceKeys: LaunchDarklyDeviceKeys(random: random))
        let transport = transport ?? PlatformTransport.make(time: time)
        let requests = LaunchDarklyRequests(
            shared,
            dialect: ContextDialect.servers(
                mapper: mapper, application: shared.application, instanceID: LaunchDarklyInstanceID(random: random)))
        self.name = name
        self.options = options
        self.requests = requests
        self.transport = transport
        self.mapper = mapper
        self.time = time
        self.random = random
        events =
            options.sendsEvents
            ? LaunchDarklyEvents(
                shared.events, requests, transport, facts: LaunchDarklyDiagnosticFacts(options),
                store: store as? FileFlagStore, time: time, random: random) : nil
    }

    /// Returns the context in LaunchDarkly's format and the losses of the conversion.
    ///
    /// Doesn't perform I/O.
    public func mapping(of context: EvaluationContext) -> ContextMapping? {
        ContextMapping(name, context, by: mapper) { $0.json }
    }

    /// An array with a new event sink, or an empty array if events are disabled.
    ///
    /// Each client has its own sink with its own consent, mode, and room for ``LaunchDarklyEventOptions/capacity`` events.
    public var sinks: [ProviderSink] { events.map { [ProviderSink($0.makeSink(), of: name)] } ?? [] }

    /// The service's name for the environment, or `nil` if the service hasn't sent one yet.
    ///
    /// Doesn't perform I/O.
    public var environmentID: String? { environmentName.value }

    /// Waits until the data of ended clients has been written.
    public func close() async { await events?.settle() }

    /// Creates rules from this provider's data or from a document of rules, or returns `nil` for anything else.
    public func rules(from providerData: FlagValue, as kind: Origin.Kind) -> (any FlagRules)? {
        launchDarklyRules(from: providerData, as: kind)
    }

    private func launchDarklyRules(from providerData: FlagValue, as kind: Origin.Kind) -> LaunchDarklyRules? {
        guard let changes = LocalChanges(providerData: providerData) ?? LocalChanges(providerData) else { return nil }
        var book = LaunchDarklyRuleBook(origin: Origin(kind, provider: name))
        // Problems with the rules were already reported when they arrived.
        _ = book.apply(changes)
        return LaunchDarklyRules(book, mapper: mapper)
    }
}

// MARK: - Running

extension LaunchDarklyLocalProvider {
    /// Serves one client until its task is canceled.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        if request.cause == .start || request.cause == .swap {
            for diagnostic in options.diagnostics { channel.report(diagnostic) }
        }
        let polls = options.streamingMode == .polling
        let now = time.now
        let start = memory.start(request, every: polls ? options.shared.pollingInterval : .zero, at: now) {
            launchDarklyRules(from: $0, as: .persisted)
        }
        if let first = start.firstState, !channel.publish(first) { return }
        // Returning is the response that a caller waits for.
        if request.mode == .offline { return }
        let fetch = fetch(session(from: start, at: now, channel))
        do {
            if polls {
                try await fetch.poll(by: pollingPolicy(after: start.delay))
            } else {
                try await fetch.stream(by: streamPolicy)
            }
        } catch let refusal as LaunchDarklyRun.Refusal {
            memory.markOutdated()
            throw refusal.error
        }
    }

    private func session(
        from start: RulesStart<LaunchDarklyRules>, at now: Instant, _ channel: FlagChannel
    ) -> LaunchDarklySession {
        let store = LocalStore(
            provider: name, mapper: mapper, resuming: start.known?.rules, hasReported: start.isForAnotherContext)
        let run = LaunchDarklyRun(
            provider: name, services: services, context: start.request.context, store: store,
            resuming: start.request.resume, isReady: start.firstState?.status == .ready)
        let rules = RunningRules(start.known, evaluatedAt: now, on: time)
        return LaunchDarklySession(
            run, options.streamingMode == .polling ? .polling : .establishingStreamingConnection, channel: channel,
            log: nil, listener: listener, events: events, environment: environmentName, time: time
        ) { [self] state in
            // Stored before the state is published, so that an app that then changes its context doesn't need a request.
            memory.remember(rules.note(state), after: state, at: time.now)
        }
    }

    /// A listener that pauses events while the service rejects the key.
    ///
    /// The service would also reject the events, which would stop them permanently.
    private var listener: LaunchDarklyListener {
        LaunchDarklyListener(heard: { [events] news, _ in
            switch news {
            case .changed, .unchanged: events?.setRefused(false)
            case .failed(.unauthorized), .failed(.httpError(403)): events?.setRefused(true)
            case .failed, .refused: break
            }
        })
    }

    // MARK: Requests

    private func fetch(_ session: LaunchDarklySession) -> LaunchDarklyFetch {
        LaunchDarklyFetch(
            session: session, transport: transport, pollTransport: transport, refusals: [], time: time, random: random
        ) { [self] () async throws(TransportError) in
            try await prepared { [requests, options] in await requests.rules(filter: options.usableFilter) }
        } streamRequest: { [self] () async throws(TransportError) in
            try await prepared { [requests, options] in await requests.ruleStream(filter: options.usableFilter) }
        }
    }

    private func prepared(
        _ make: @escaping @Sendable () async -> HTTPRequest
    ) async throws(TransportError) -> HTTPRequest {
        try await options.shared.prepared(on: time, make)
    }

    private var streamPolicy: EventSourcePolicy {
        var policy = EventSourcePolicy.launchDarklyServers
        policy.backoff.base = options.initialReconnectDelay
        return policy
    }

    private func pollingPolicy(after delay: Duration?) -> PollingPolicy {
        let interval = options.shared.pollingInterval
        var policy = PollingPolicy(
            interval: interval, initialDelay: delay,
            slowStatuses: SendResult.Policy.launchDarkly.permanentStatuses, longestDelay: interval, jitter: .none,
            limits: HTTPLimits(deadline: options.connectionTimeout))
        policy.slowBackoff = .launchDarklyRefused
        return policy
    }
}
