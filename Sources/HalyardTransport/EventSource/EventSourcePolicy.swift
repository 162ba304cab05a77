// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reaction of an event source to answers, errors, and idle streams.
public struct EventSourcePolicy: Sendable, Hashable {
    /// Statuses that end the event source for good; 204 always does.
    public var permanentStatuses: Set<Int>
    /// Statuses after which the next attempt comes late: after ``slowDelay`` and the delay of the backoff.
    public var slowStatuses: Set<Int>
    /// What is waited after one of the slow statuses, on top of the backoff.
    public var slowDelay: Duration
    /// How long to wait before the next attempt after everything else.
    ///
    /// Delays begin anew at the backoff's base once a connection was healthy: once it was open for the backoff's
    /// `resetThreshold`, or has brought an event. LaunchDarkly's SDKs do the one or the other. After 60 seconds do
    /// swift-eventsource 3.3 (`backoffResetThreshold`), okhttp-eventsource 4, Flutter's event_source_client 3, and
    /// the browser and Node SDKs of js-core (`retryResetIntervalMillis`). As soon as a stream opens do js-sdk-common 5 and
    /// the React Native SDK 10. Here to open is not enough, so that a gateway that answers and hangs up is asked ever more
    /// rarely; nor is an event of a connection that a limit of this policy ended.
    public var backoff: Backoff
    /// Whether an event makes a connection healthy; true by default.
    ///
    /// False for servers that send one whenever a stream opens.
    public var resetsBackoffOnEvent = true
    /// What a server may set the backoff's base to, with `retry`; its maximum bounds it, too.
    public var retryRange: ClosedRange<Duration>
    /// How long an answer may take, from making the request to the head that fits.
    public var responseTimeout: Duration
    /// How long nothing may come over an open stream; comments count as something.
    public var idleTimeout: Duration
    /// How many bytes may wait for a slow consumer before the stream is given up and comes back.
    public var maximumBufferSize: Int
    /// Whether the consumer receives comments, which servers mostly send as heartbeats; false by default.
    public var deliversComments = false
    /// What the parser holds at once.
    public var limits: ServerSentEventParser.Limits

    /// Makes a policy.
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

    /// Statuses that blame the request (RFC 9110, section 15.5) end it, but for 408, 425 and 429, which ask to try again.
    public static let standard = EventSourcePolicy(
        permanentStatuses: Set(400...499).subtracting([408, 425, 429]))
}
