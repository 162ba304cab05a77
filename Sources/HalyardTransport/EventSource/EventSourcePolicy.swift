// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reaction of an event source to responses, errors, and idle streams.
public struct EventSourcePolicy: Sendable, Hashable {
    /// The statuses that end the event source permanently.
    ///
    /// Status 204 also ends it, unless ``slowStatuses`` contains 204.
    public var permanentStatuses: Set<Int>
    /// The statuses after which ``slowDelay`` is added to the delay of the backoff.
    public var slowStatuses: Set<Int>
    /// The additional delay after one of the slow statuses.
    public var slowDelay: Duration
    /// The delays after slow statuses, which grow until a connection is healthy, or `nil` for ``slowDelay``.
    package var slowBackoff: Backoff?
    /// The delay before the next attempt in all other cases.
    ///
    /// Delays start again at the backoff's base after a healthy connection. A connection is healthy if it was open for the
    /// backoff's `resetThreshold`, or has delivered an event. LaunchDarkly's SDKs do one or the other. These reset after 60
    /// seconds: swift-eventsource 3.3 (`backoffResetThreshold`), okhttp-eventsource 4, Flutter's event_source_client 3, and the
    /// browser and Node SDKs of js-core (`retryResetIntervalMillis`). These reset when a stream opens: js-sdk-common 5 and the
    /// React Native SDK 10. Here, opening isn't enough, so that attempts become rarer for a gateway that responds and hangs up. An
    /// event also isn't enough if a limit of this policy ended the connection.
    public var backoff: Backoff
    /// A Boolean value that indicates whether an event makes a connection healthy.
    ///
    /// The default is `true`. Set it to `false` for servers that send an event whenever a stream opens.
    public var resetsBackoffOnEvent = true
    /// The range in which a server can set the backoff's base with `retry`, which the backoff's maximum also limits.
    public var retryRange: ClosedRange<Duration>
    /// The maximum time from creating the request to a suitable head.
    public var responseTimeout: Duration
    /// The maximum time without data on an open stream, where comments count as data.
    public var idleTimeout: Duration
    /// The number of bytes that can wait for a slow consumer before the stream is dropped and reconnects.
    public var maximumBufferSize: Int
    /// A Boolean value that indicates whether the consumer receives comments, which most servers send as heartbeats.
    ///
    /// The default is `false`.
    public var deliversComments = false
    /// The limits of the parser.
    public var limits: ServerSentEventParser.Limits

    /// Creates a policy.
    public init(
        permanentStatuses: Set<Int> = [], slowStatuses: Set<Int> = [], slowDelay: Duration = .seconds(300),
        backoff: Backoff = Backoff(), retryRange: ClosedRange<Duration> = .milliseconds(100) ... .seconds(300),
        responseTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(300),
        maximumBufferSize: Int = 64 << 20, limits: ServerSentEventParser.Limits = .init()
    ) {
        self.permanentStatuses = permanentStatuses
        self.slowStatuses = slowStatuses
        self.slowDelay = slowDelay
        self.backoff = backoff
        self.retryRange = retryRange
        self.responseTimeout = responseTimeout
        self.idleTimeout = idleTimeout
        self.maximumBufferSize = maximumBufferSize
        self.limits = limits
    }

    /// A policy that ends the event source for client errors (RFC 9110, section 15.5), except 408, 425, and 429, which allow
    /// retries.
    public static let standard = EventSourcePolicy(
        permanentStatuses: Set(400...499).subtracting([408, 425, 429]))
}
