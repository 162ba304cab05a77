// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

/// An HTTP service that evaluates flags, and that a provider polls.
///
/// A provider describes how to create a request and how to read a response (``Poll``). The service does the rest:
/// - It sends requests at the start, at each interval, and after each context change, with the validator of the current flags.
/// - It waits longer after each failure, and observes the pauses that the server requests.
/// - It sends nothing when offline, and only urgent requests in the background.
/// - It publishes the states, and reports one diagnostic for each cause.
///
/// ```swift
/// func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
///     try await service.run(request, into: channel, poll(for: request.context))
/// }
/// ```
/// Create one service for each provider, not one for each run. A service is a value, and is safe to use from any thread.
public struct PolledService: Sendable {
    /// The provider's name, for diagnostics and the origin of flags.
    public let provider: String
    /// The service's scheme, host, and port, for messages.
    public let address: String
    /// The intervals and the failure policy.
    public var policy: PollingPolicy
    /// The maximum age of stored flags that make a request at the start unnecessary.
    ///
    /// With zero, the service always sends a request at the start.
    public var freshFor = Duration.zero
    /// A Boolean value that indicates whether background requests stop, except for a context without flags and on demand.
    public var pausesInBackground = true
    /// The transport of all requests.
    public let transport: any HTTPTransport
    /// The pause that the server requested for all runs, or `nil` if each run has its own pause.
    public let pause: RetryAfterGate?
    /// The clock.
    public let time: any TimeSource
    /// The source of the jitter of delays.
    public let random: any RandomSource
    private let birth: Instant

    /// Creates a service without opening a connection.
    ///
    /// - Parameters:
    ///   - provider: The provider's name.
    ///   - url: The service's URL.
    ///   - policy: The intervals and the failure policy.
    ///   - transport: The transport of all requests, or `nil` for a new one. The service doesn't close it.
    ///   - sharesPauses: A Boolean value that indicates whether a pause that the server requests (`Retry-After`) applies to all
    ///     runs, including a refresh and the next user's flags. Otherwise, it applies only to the run that received it.
    ///   - time: The clock.
    ///   - random: The random source for the jitter of delays.
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
        // A run can end while a response that requests a pause arrives.
        self.transport = pause?.observing(transport) ?? transport
        self.pause = pause
        self.time = time
        self.random = random
        birth = time.now
    }

    /// Serves one client until its task is canceled, as a provider's `run` method does.
    ///
    /// Returns early if nothing can change anymore, for example when offline.
    ///
    /// - Throws: `ErrorCode.providerFatal` if the service responds with one of the policy's permanent statuses, or if the
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
        // In the background, the current flags are good enough.
        if isPaused(request), request.resume != nil, request.cause != .refresh { return }
        try await Run(of: self, request, channel, poll, after: delay).run()
    }

    /// Sends one request for another context than the client's, as a provider's `resolve(_:into:)` does.
    public func resolve(_ request: FlagRequest, into channel: FlagChannel, _ poll: Poll) async {
        let flags = PolledFlags(self, request, channel, poll, isOnDemand: true)
        if let pause, pause.rest > .zero { return await flags.waits(for: pause.rest) }
        let outcome = await transport.poll(tag: request.resume?.validator, by: policy) {
            () async throws(TransportError) in try await flags.request()
        }
        _ = await flags.receive(outcome)
    }

    /// Returns a Boolean value that indicates whether requests that can wait are paused because the app is in the background.
    public func isPaused(_ request: FlagRequest) -> Bool { request.mode == .background && pausesInBackground }

    /// Returns the time until the current flags must be requested again.
    ///
    /// Zero requests them now, and `nil` requests them only on demand.
    private func delay(before request: FlagRequest) -> Duration? {
        guard let resume = request.resume else { return .zero }
        let age = time.now - resume.confirmedAt
        // The age is negative if the system clock was set back.
        guard age >= .zero else { return .zero }
        switch request.cause {
        case .refresh, .contextChanged: return .zero
        case .start, .swap: return max(freshFor - age, .zero)
        case .modeChanged:
            guard let interval = policy.interval else {
                // Without an interval, the flags are fetched only once.
                return resume.confirmedAt >= birth ? nil : max(freshFor - age, .zero)
            }
            return max(max(freshFor, interval) - age, .zero)
        }
    }
}
