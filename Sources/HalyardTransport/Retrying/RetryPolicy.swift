// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// Whether and when a request that failed is sent again.
public struct RetryPolicy: Sendable, Hashable {
    /// Statuses that say that the same request will never be taken.
    public var permanentStatuses: Set<Int>
    /// How long to wait before each further attempt.
    public var delay: Duration
    /// How many attempts follow the first one, at most.
    public var retryCount: Int

    /// Makes a policy.
    public init(permanentStatuses: Set<Int>, delay: Duration = .seconds(1), retryCount: Int = 1) {
        self.permanentStatuses = permanentStatuses
        self.delay = delay
        self.retryCount = retryCount
    }

    /// What blames the request (RFC 9110, section 15.5) is not sent again, but for 408, 425 and 429.
    public static let standard = RetryPolicy(permanentStatuses: Set(400...499).subtracting([408, 425, 429]))

    /// The rules of LaunchDarkly's mobile clients for analytics events: 4xx are dropped, but for 400, 408 and 429.
    public static let launchDarkly = RetryPolicy(permanentStatuses: Set(400...499).subtracting([400, 408, 429]))
}

/// What became of a request that was sent for its effect.
public enum Delivery: Sendable, Hashable {
    /// The server took it (2xx).
    case delivered(HTTPResponse)
    /// The server will never take it.
    case dropped(HTTPResponseHead)
    /// The last attempt failed, but a later one might not.
    case failed(Problem)

    /// Why an attempt failed.
    public enum Problem: Error, Sendable, Hashable {
        /// The server answered with a status that may pass.
        case status(HTTPResponseHead)
        /// There was no answer.
        case transport(TransportError)
    }
}

extension HTTPTransport {
    /// Sends a request and, if it fails in a way that may pass, sends the same bytes and header fields again.
    ///
    /// A server that counts by an identifier in the header thus counts once. A cancelled task, a cancelled request and a
    /// closed transport end it at once.
    public func send(
        _ request: HTTPRequest, retrying policy: RetryPolicy, within limits: HTTPLimits = HTTPLimits(),
        on time: any TimeSource = SystemTime()
    ) async -> Delivery {
        var attempts = 0
        while true {
            let delivery = await attempt(request, policy, limits)
            guard case .failed(let problem) = delivery, attempts < policy.retryCount, problem.mayPass else {
                return delivery
            }
            attempts += 1
            guard (try? await time.sleep(for: policy.delay)) != nil else { return delivery }
        }
    }

    private func attempt(_ request: HTTPRequest, _ policy: RetryPolicy, _ limits: HTTPLimits) async -> Delivery {
        do throws(TransportError) {
            let response = try await send(request, within: limits)
            let status = response.head.status
            if (200...299).contains(status) { return .delivered(response) }
            if policy.permanentStatuses.contains(status) { return .dropped(response.head) }
            return .failed(.status(response.head))
        } catch {
            return .failed(.transport(error))
        }
    }
}

extension Delivery.Problem {
    fileprivate var mayPass: Bool {
        guard case .transport(let error) = self else { return true }
        return error.kind != .cancelled && error.kind != .closed
    }
}
