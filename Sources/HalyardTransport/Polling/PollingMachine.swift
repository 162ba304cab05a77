// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// Decides when a polling loop asks, and with which tag: a pure value, without time, tasks or threads.
package struct PollingMachine: ~Copyable, Sendable {
    /// What happened.
    package enum Event: Sendable {
        case start
        case answered(HTTPResponse, request: Int)
        case failed(TransportError, request: Int)
        /// The consumer has the outcome; whether it holds exactly the body that came with it, if one did.
        case handled(isAccepted: Bool)
        case waited(Int)
        /// Someone wants news now.
        case refresh
        /// The next request will be another one.
        case requestChanged(keepingTag: Bool)
        /// The consumer holds something else than the body it accepted last.
        case tagForgotten
        case close
    }

    /// What to do now; another effect than before ends that one.
    package enum Effect: Sendable, Hashable {
        case request(Int, tag: String?)
        case deliver(PollingOutcome)
        /// Wait for the duration, or without end.
        case wait(Int, Duration?)
        case finish
    }

    private enum Phase: Sendable {
        case idle
        case requesting(tag: String?)
        /// The consumer looks at an outcome; nothing interrupts it.
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
    /// The delays while nothing has come yet; nil from then on, and once they are as long as the interval.
    private var firstBackoff: Backoff?
    private var tag: String?
    private var phase = Phase.idle
    /// The number of the present request or wait; what belongs to another one is late.
    private var number = 0
    /// News are wanted that are newer than the request that is under way.
    private var isWantedAgain = false
    /// While the consumer looks at an outcome: the next request is another one.
    private var isRequestChanged = false
    /// While the consumer looks at a body: its tag will be of no use.
    private var isTagLost = false

    /// What to do now.
    package private(set) var effect = Effect.finish

    package init(policy: PollingPolicy, tag: String? = nil) {
        self.policy = policy
        self.tag = tag.flatMap { HTTPHeaders.canSend($0) ? $0 : nil }
        (backoff, firstBackoff) = (policy.backoff, policy.firstBackoff)
    }

    /// Takes what happened; what is late or does not fit changes nothing.
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
                backoff.succeeded()
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
        // The consumer holds something else by now, and needs the body.
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
            return max(backoff.recordFailureWithMaximumDelay(random: random), interval)
        }
        if status.map({ $0 == 408 || $0 >= 500 }) ?? true, let early = firstBackoff?.recordFailure(random: random) {
            if early < interval { return early }
            firstBackoff = nil
        }
        return max(backoff.recordFailure(random: random), interval)
    }

    private mutating func succeeded() {
        backoff.succeeded()
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
        // What was refused for good was another request.
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
