// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The network's effect on requests and streams.
struct Weather {
    /// The result of one request.
    enum Kind: Equatable, CustomStringConvertible {
        case fair
        /// The connection fails.
        case refused
        /// The service never receives the request.
        case requestLost
        /// The service handles the request, but the response is lost.
        case answerLost
        /// Nothing arrives until the caller's deadline.
        case silent
        case status(Int)
        /// Half of the body arrives.
        case half
        /// A 304 arrives although the ETag doesn't match or wasn't sent.
        case unasked
        /// The response of an earlier version arrives.
        case stale
        /// A `GET` request reaches the service twice.
        case twice

        /// A Boolean value that indicates whether it also makes opening a stream fail.
        var concernsStreams: Bool {
            switch self {
            case .refused, .requestLost, .answerLost, .silent, .status: true
            default: false
            }
        }

        var description: String {
            switch self {
            case .fair: "fair"
            case .refused: "no connection"
            case .requestLost: "request lost"
            case .answerLost: "answer lost"
            case .silent: "silence"
            case .status(let status): "status \(status)"
            case .half: "half a body"
            case .unasked: "304 unasked"
            case .stale: "an older answer"
            case .twice: "handled twice"
            }
        }
    }

    struct Plan {
        var kind = Kind.fair
        var there = Duration.zero
        var back = Duration.zero
        var retryAfter: RetryAfter?
        /// A Boolean value that indicates whether the service handles the request before an intermediary responds with a status.
        var handlesFirst = false
    }

    /// The share of requests and streams that fail.
    var trouble = 0.0
    /// A Boolean value that indicates whether the service can reject a key.
    var refusesKeys = false
    /// The longest delay in one direction, in milliseconds.
    var longestDelay = 200
    /// A Boolean value that indicates whether the network is down.
    var isDown = false

    func plan(for request: HTTPRequest, _ world: World) -> Plan {
        var plan = Plan()
        plan.there = world.faults.pause(upTo: longestDelay)
        plan.back = world.faults.pause(upTo: longestDelay)
        if isDown { plan.kind = .refused }
        guard !isDown, trouble > 0, world.faults.chance(trouble) else { return plan }
        let isOFREP = request.url.contains("/ofrep/")
        let isEvents = request.method == "POST" && !request.url.hasSuffix("/frontend") && !isOFREP
        switch world.faults.below(12) {
        case 0: plan.kind = .refused
        case 1: plan.kind = .requestLost
        case 2, 3: plan.kind = .answerLost
        case 4: plan.kind = .silent
        case 5: plan.kind = isEvents ? .answerLost : .half
        case 6: plan.kind = isEvents ? .requestLost : .unasked
        case 7: plan.kind = isEvents ? .fair : .stale
        case 8: plan.kind = isEvents ? .fair : .twice
        default:
            plan.kind = .status(world.faults.pick([404, 429, 500, 503, 503] + (refusesKeys ? [401] : [])))
            if world.faults.chance(0.4) {
                plan.retryAfter = RetryAfter(seconds: world.faults.pick([1, 20, 120]))
                if isOFREP { plan.retryAfter?.form = world.faults.pick(RetryAfter.Form.allCases) }
            }
            plan.handlesFirst = world.faults.chance(0.3)
        }
        return plan
    }
}
