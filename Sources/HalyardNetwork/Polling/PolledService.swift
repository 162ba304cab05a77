// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// An HTTP service that evaluates flags, and that a provider polls.
///
/// A provider describes how to make a request and how to read an answer (``Poll``). The service does the rest:
/// - It sends requests at the start, at each interval, and for each change of the context, with the validator of the flags in place.
/// - After failures it waits longer each time, and it keeps the pauses that the server asks for.
/// - It sends nothing offline, and in the background nothing that can wait.
/// - It publishes the states, and reports one diagnostic for each cause.
///
/// ```swift
/// func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
///     try await service.run(request, into: channel, poll(for: request.context))
/// }
/// ```
/// Make one for each provider, not one for each run. A value. Safe to use from any thread.
public struct PolledService: Sendable {
    /// The provider's name, for diagnostics and the origin of flags.
    public let provider: String
    /// The service, as messages name it: scheme, host, and port.
    public let address: String
    /// The intervals, and the treatment of failures.
    public var policy: PollingPolicy
    /// The age up to which flags that were stored for the context make a request at the start unnecessary.
    ///
    /// Zero for none.
    public var freshFor = Duration.zero
    /// No requests in the background, except for a context without flags, and on demand.
    public var pausesInBackground = true
    /// The transport of all requests.
    public let transport: any HTTPTransport
    /// The pause that the server requested, for all runs.
    ///
    /// Nil if each run keeps only its own.
    public let pause: RetryAfterGate?
    /// The clock.
    public let time: any TimeSource
    /// The source of the jitter of delays.
    public let random: any RandomSource
    private let birth: Instant

    /// Creates a service.
    ///
    /// Opens no connection.
    ///
    /// - Parameters:
    ///   - provider: The provider's name.
    ///   - url: The service's URL.
    ///   - policy: The intervals, and the treatment of failures.
    ///   - transport: The transport of all requests. Nil for a new one. It isn't closed.
    ///   - sharesPauses: A pause that the server requests (`Retry-After`) applies to all runs: to a refresh, and to the next user's
    ///     flags. Otherwise it applies to the run that received it.
    ///   - time: The clock.
    ///   - random: The source of the jitter of delays.
    public init(
        _ provider: String, at url: ServiceURL, policy: PollingPolicy = PollingPolicy(),
        transport: (any HTTPTransport)? = nil, sharesPauses: Bool = true, time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom()
    ) {
        let transport = transport ?? PlatformTransport.make(time: time)
        let pause = sharesPauses ? RetryAfterGate(on: time) : nil
        self.provider = provider
        address = url.description
        self.policy = policy
        // A run can end while an answer comes in that asks for a pause.
        self.transport = pause?.observing(transport) ?? transport
        self.pause = pause
        self.time = time
        self.random = random
        birth = time.now
    }

    /// Serves one client until its task is cancelled: what a provider's `run` does.
    ///
    /// Returns early if nothing can change any more, such as offline.
    ///
    /// - Throws: ``ErrorCode/providerFatal`` if the service answers with one of the policy's permanent statuses, or if the
    ///   transport was closed.
    public func run(_ request: FlagRequest, into channel: FlagChannel, _ poll: Poll) async throws {
        if request.mode == .offline {
            channel.publish(.offline(request))
            return
        }
        let delay = delay(before: request)
        if let resume = request.resume, delay != .zero {
            guard channel.publish(.ready(resume)) else { return }
        }
        // In the background, the flags in place are good enough.
        if isPaused(request), request.resume != nil, request.cause != .refresh { return }
        try await Run(of: self, request, channel, poll, after: delay).run()
    }

    /// Asks once for another context than the client's: what a provider's `answer` does.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel, _ poll: Poll) async {
        let flags = PolledFlags(self, request, channel, poll, isOnDemand: true)
        if let pause, pause.rest > .zero { return await flags.waits(for: pause.rest) }
        let outcome = await transport.poll(tag: request.resume?.validator, by: policy) {
            () async throws(TransportError) in try await flags.request()
        }
        _ = await flags.receive(outcome)
    }

    /// Returns true if nothing is requested now that can wait, because the app is in the background.
    public func isPaused(_ request: FlagRequest) -> Bool { request.mode == .background && pausesInBackground }

    /// Returns the time for which the flags in place need not be requested again.
    ///
    /// Zero for a request now, nil for one on demand only.
    private func delay(before request: FlagRequest) -> Duration? {
        guard let resume = request.resume else { return .zero }
        let age = time.now - resume.confirmedAt
        // Negative if someone set the clock back.
        guard age >= .zero else { return .zero }
        switch request.cause {
        case .refresh, .contextChanged: return .zero
        case .start, .swap: return max(freshFor - age, .zero)
        case .modeChanged:
            guard let interval = policy.interval else {
                // Fetched once, and never again.
                return resume.confirmedAt >= birth ? nil : max(freshFor - age, .zero)
            }
            return max(max(freshFor, interval) - age, .zero)
        }
    }
}
