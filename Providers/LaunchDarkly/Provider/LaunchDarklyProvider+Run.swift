// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
import HalyardTransport

extension LaunchDarklyProvider: StoredFlagsChecking {
    /// Serves one client until its task is canceled.
    ///
    /// Returns immediately if it doesn't fetch flags: offline, in the background without background updates, or without a
    /// mobile key.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        events?.setRefused(false)
        let diagnostics =
            await dialect.prepare(for: [request.context]) + options.diagnostics(in: dialect.contextModel)
        if request.cause == .start || request.cause == .swap {
            for diagnostic in diagnostics { channel.report(diagnostic) }
        }
        let mapped = try dialect.identity(of: request.context)
        for loss in mapped.losses { channel.report(loss) }
        let run = LaunchDarklyRun(
            provider: name, services: services, context: request.context, fingerprint: mapped.output.fingerprint,
            generatedKeys: dialect.generatedKeys(for: request.context), resuming: request.resume)
        let fetching = options.fetching(in: request.mode)
        let session = LaunchDarklySession(
            run, fetching.mode, channel: channel, log: log, listener: listener, events: events,
            environment: environmentName, time: time)
        if fetching == .none {
            channel.publish(.offline(request))
            return
        }
        do {
            let fetch = fetch(mapped.output, session)
            guard case .polling(let interval) = fetching else { return try await fetch.stream(by: streamPolicy) }
            let mayWait = !options.pollsAtStart && request.cause != .refresh && dialect.contextModel == .contexts
            if mayWait, let pause = session.trust(within: interval) {
                guard (try? await time.sleep(for: pause)) != nil else { return }
            }
            try await fetch.poll(by: policy(every: interval))
        } catch let refusal as LaunchDarklyRun.Refusal {
            // The service would also reject this key for events.
            if refusal.failure == .unauthorized { events?.setRefused(true) }
            throw refusal.error
        }
    }

    /// Returns a Boolean value that indicates whether stored flags belong to this device's generated keys for contexts
    /// without a key.
    ///
    /// A device that has lost its keys adopts the keys of the stored flags.
    package func isServed(by stored: FlagSet, for context: EvaluationContext) async -> Bool {
        guard case .object(let keys)? = stored.providerData["deviceKeys"] else { return true }
        dialect.recall(keys, of: context)
        _ = await dialect.prepare(for: [context])
        return dialect.generatedKeys(for: context) == keys
    }

    // MARK: Fetching

    /// Returns the functions that fetch the flags of an identity.
    private func fetch(
        _ identity: any LaunchDarklyIdentity, _ session: LaunchDarklySession
    ) -> LaunchDarklyFetch {
        var fetch = LaunchDarklyFetch(
            session: session, transport: transport, pollTransport: pollTransport(identity), refusals: refusals,
            time: time, random: random
        ) { [self] () async throws(TransportError) in
            try await pollRequest(identity, usesReport: options.usesReport)
        } streamRequest: { [self] () async throws(TransportError) in
            try await streamRequest(identity)
        }
        fetch.pingPolicy = pingPolicy
        return fetch
    }

    private var streamPolicy: EventSourcePolicy {
        var policy =
            options.retriesWhenRefused ? EventSourcePolicy.launchDarklyPersistent : EventSourcePolicy.launchDarkly
        policy.backoff.base = options.initialReconnectDelay
        return policy
    }

    /// Returns the polling policy for an interval.
    ///
    /// LaunchDarkly's client SDKs never retry before the interval is over. Here, only the first flags are an exception.
    private func policy(every interval: Duration) -> PollingPolicy {
        PollingPolicy(
            interval: interval, permanentStatuses: refusals,
            slowStatuses: options.retriesWhenRefused ? SendResult.Policy.launchDarkly.permanentStatuses : [],
            longestDelay: options.retriesWhenRefused ? max(interval, .seconds(300)) : interval, jitter: .none,
            limits: limits)
    }

    /// A policy that polls once for each ping of a stream, and again after a failure unless the next ping comes sooner.
    private var pingPolicy: PollingPolicy {
        PollingPolicy(
            interval: nil, initialDelay: nil, permanentStatuses: refusals,
            slowStatuses: SendResult.Policy.launchDarkly.permanentStatuses, firstRetry: options.initialReconnectDelay,
            retriesWithoutInterval: true, limits: limits)
    }

    /// The statuses after which the provider stops sending requests.
    private var refusals: Set<Int> { options.retriesWhenRefused ? [] : [401] }

    private var limits: HTTPLimits { HTTPLimits(deadline: options.connectionTimeout) }

    /// Returns a transport that requests flags with `GET` if the service, or a proxy in front of it, rejects a `REPORT`.
    private func pollTransport(_ identity: any LaunchDarklyIdentity) -> RequestFallback {
        RequestFallback(transport: transport, statuses: [400, 405, 501]) {
            [self] (request) async throws(TransportError) in
            guard request.method == "REPORT" else { return nil }
            var get = try await pollRequest(identity, usesReport: false)
            get.headers["If-None-Match"] = request.headers["If-None-Match"]
            return get
        }
    }

    private func pollRequest(
        _ identity: any LaunchDarklyIdentity, usesReport: Bool
    ) async throws(TransportError) -> HTTPRequest {
        try await prepared { [requests, options] in
            await requests.poll(identity, usesReport: usesReport, withReasons: options.withReasons)
        }
    }

    private func streamRequest(_ identity: any LaunchDarklyIdentity) async throws(TransportError) -> HTTPRequest {
        try await prepared { [requests, options] in
            await requests.stream(identity, usesReport: options.usesReport, withReasons: options.withReasons)
        }
    }

    // MARK: Requests

    /// Returns a complete request.
    ///
    /// The app's header provider can take as long as a poll.
    private func prepared(
        _ make: @escaping @Sendable () async -> HTTPRequest
    ) async throws(TransportError) -> HTTPRequest {
        let request = try await options.prepared(on: time, make)
        guard request.url.utf8.count <= HTTPRequest.longestURL else {
            throw TransportError(
                .malformed,
                "The context makes the URL \(request.url.utf8.count) bytes long, but the limit is \(HTTPRequest.longestURL). "
                    + "Set useReport to send the context in the request body")
        }
        return request
    }
}

extension LaunchDarklyOptions {
    /// Returns a request with the header provider's fields.
    func prepared(
        on time: any TimeSource, _ make: @escaping @Sendable () async -> HTTPRequest
    ) async throws(TransportError) -> HTTPRequest {
        guard headerProvider != nil else { return await make() }
        guard let request = await withDeadline(connectionTimeout, on: time, make) else {
            throw TransportError(.timedOut, "The header provider took longer than \(connectionTimeout)")
        }
        return request
    }
}

extension LaunchDarklyProvider: OnDemandProvider {
    /// Polls once for a context, regardless of the client's mode, without a stream or an identify event.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel) async throws {
        for diagnostic in await dialect.prepare(for: [request.context]) { channel.report(diagnostic) }
        let mapped = try dialect.identity(of: request.context)
        for loss in mapped.losses { channel.report(loss) }
        var run = LaunchDarklyRun(
            provider: name, services: services, context: request.context, fingerprint: mapped.output.fingerprint,
            generatedKeys: dialect.generatedKeys(for: request.context), resuming: request.resume)
        let policy = PollingPolicy(limits: limits)
        let outcome = await pollTransport(mapped.output).poll(tag: run.tag, by: policy) {
            [self] () async throws(TransportError) in
            try await pollRequest(mapped.output, usesReport: options.usesReport)
        }
        let effects = run.receive(outcome, refusals: [], at: time.now)
        for diagnostic in effects.diagnostics { channel.report(diagnostic) }
        if let state = effects.state { channel.publish(state) }
    }
}

extension LaunchDarklyOptions.Fetching {
    /// The connection mode before the service has sent anything.
    fileprivate var mode: LaunchDarklyConnection.Mode {
        switch self {
        case .none: .offline
        case .streaming: .establishingStreamingConnection
        case .polling: .polling
        }
    }
}
