// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// A value that determines when a polling loop sends a request and with which tag, without time, tasks, or threads.
package struct PollingMachine: ~Copyable, Sendable {
    /// An event that the machine handles.
    package enum Event: Sendable {
        case start
        case answered(HTTPResponse, request: Int)
        case failed(TransportError, request: Int)
        /// The consumer has handled an outcome, and has exactly the received body if it's accepted.
        case handled(isAccepted: Bool)
        case waited(Int)
        /// A caller requests an update now.
        case refresh
        /// The next request will be different.
        case requestChanged(keepingTag: Bool)
        /// The consumer no longer has the body that it accepted last.
        case tagForgotten
        case close
    }

    /// The next step, where a different effect ends the previous one.
    package enum Effect: Sendable, Hashable {
        case request(Int, tag: String?)
        case deliver(PollingOutcome)
        /// Wait for the duration, or indefinitely.
        case wait(Int, Duration?)
        case finish
    }

    private enum Phase: Sendable {
        case idle
        case requesting(tag: String?)
        /// The consumer handles an outcome, which nothing interrupts.
        case delivering(newTag: String?, isModified: Bool, next: Next)
        case waiting
        case closed
    }

    private enum Next: Sendable {
        case wait(Duration?)
        case finish
    }

    private let policy: PollingPolicy
    private var backoff: Backoff
    private var slowBackoff: Backoff?
    /// The delays before the first response, or `nil` after it or when they are as long as the interval.
    private var firstBackoff: Backoff?
    private var tag: String?
    private var phase = Phase.idle
    /// The number of the current request or wait, where events with other numbers are late.
    private var number = 0
    /// A Boolean value that indicates whether another request must follow the current one.
    private var isWantedAgain = false
    /// A Boolean value that indicates whether the request changed while the consumer handles an outcome.
    private var isRequestChanged = false
    /// A Boolean value that indicates whether the tag became invalid while the consumer handles a body.
    private var isTagLost = false

    /// The next step.
    package private(set) var effect = Effect.finish

    package init(policy: PollingPolicy, tag: String? = nil) {
        self.policy = policy
        self.tag = tag.flatMap { HTTPHeaders.canSend($0) ? $0 : nil }
        backoff = policy.backoff
        slowBackoff = policy.slowBackoff
        firstBackoff = policy.firstBackoff
    }

    /// Handles an event, and ignores events that are late or don't match the current phase.
    package mutating func handle(_ event: Event, at now: Instant, random: some RandomSource) {
        switch (phase, event) {
        case (.closed, _): break
        case (_, .close): finish()
        case (.idle, .start) where policy.initialDelay != .zero && !isWantedAgain: wait(policy.initialDelay)
        case (.idle, .start): request()
        case (.requesting(let sent), .answered(let response, number)):
            receive(response, sentTag: sent, at: now, random: random)
        case (.requesting, .failed(let error, number)):
            fail(.transport(error), pause: nil, random: random)
        case (.delivering(let newTag, let isModified, var next), .handled(let isAccepted)):
            if isModified, isAccepted { tag = newTag }
            if isModified, !isAccepted, policy.interval == nil, policy.retriesWithoutInterval {
                next = .wait(backoff.recordFailure(random: random))
            } else if isModified {
                succeeded()
            }
            proceed(next)
        case (.waiting, .waited(number)), (.waiting, .refresh): request()
        case (.idle, .refresh), (.requesting, .refresh), (.delivering, .refresh): isWantedAgain = true
        case (.waiting, .requestChanged(let keepsTag)), (.requesting, .requestChanged(let keepsTag)):
            if !keepsTag { tag = nil }
            request()
        case (.delivering, .requestChanged(let keepsTag)):
            (isWantedAgain, isRequestChanged) = (true, true)
            if !keepsTag { isTagLost = true }
        case (.idle, .requestChanged(let keepsTag)):
            isWantedAgain = true
            if !keepsTag { tag = nil }
        case (.delivering, .tagForgotten): isTagLost = true
        case (_, .tagForgotten): tag = nil
        default: break
        }
    }
}

// MARK: - Effects

extension PollingMachine {
    private mutating func request() {
        isWantedAgain = false
        number += 1
        phase = .requesting(tag: tag)
        effect = .request(number, tag: tag)
    }

    private mutating func receive(
        _ response: HTTPResponse, sentTag: String?, at now: Instant, random: some RandomSource
    ) {
        let head = response.head
        switch head.status {
        case 200:
            firstBackoff = nil
            let newTag = head.headers[policy.validator.field].flatMap { HTTPHeaders.canSend($0) ? $0 : nil }
            deliver(.modified(response), newTag: newTag, isModified: true, next: .wait(policy.interval))
        case 304 where sentTag != nil && sentTag == tag:
            succeeded()
            deliver(.notModified(head), next: .wait(policy.interval))
        // The consumer's body has changed since the request, so it needs the response body.
        case 304 where sentTag != nil: request()
        default:
            fail(.status(response), pause: head.retryAfter(at: now), random: random)
        }
    }

    private mutating func fail(_ failure: RequestFailure, pause: Duration?, random: some RandomSource) {
        if policy.isPermanent(failure) { return deliver(.failed(failure, retryAfter: nil), next: .finish) }
        guard policy.interval != nil || policy.retriesWithoutInterval else {
            return deliver(.failed(failure, retryAfter: nil), next: .wait(nil))
        }
        let delay = max(self.delay(after: failure, random: random), min(pause ?? .zero, policy.longestRetryAfter))
        deliver(.failed(failure, retryAfter: delay), next: .wait(delay))
    }

    private mutating func delay(after failure: RequestFailure, random: some RandomSource) -> Duration {
        let interval = policy.interval ?? .zero
        var status: Int?
        if case .status(let response) = failure { status = response.head.status }
        if let status, policy.slowStatuses.contains(status) {
            let delay =
                slowBackoff?.recordFailure(random: random) ?? backoff.recordFailureWithMaximumDelay(random: random)
            return max(delay, interval)
        }
        if status.map({ $0 == 408 || $0 >= 500 }) ?? true, let early = firstBackoff?.recordFailure(random: random) {
            if early < interval { return early }
            firstBackoff = nil
        }
        return max(backoff.recordFailure(random: random), interval)
    }

    private mutating func succeeded() {
        backoff.succeeded()
        slowBackoff?.succeeded()
        firstBackoff = nil
    }

    private mutating func deliver(
        _ outcome: PollingOutcome, newTag: String? = nil, isModified: Bool = false, next: Next
    ) {
        phase = .delivering(newTag: newTag, isModified: isModified, next: next)
        effect = .deliver(outcome)
    }

    private mutating func proceed(_ next: Next) {
        if isTagLost { tag = nil }
        defer { isRequestChanged = false }
        isTagLost = false
        switch next {
        // The permanent rejection was for an earlier request.
        case .finish where isRequestChanged: request()
        case .finish: finish()
        case .wait where isWantedAgain: request()
        case .wait(let duration): wait(duration)
        }
    }

    private mutating func wait(_ duration: Duration?) {
        number += 1
        phase = .waiting
        effect = .wait(number, duration)
    }

    private mutating func finish() {
        phase = .closed
        effect = .finish
    }
}
