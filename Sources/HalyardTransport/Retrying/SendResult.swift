// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

/// The result of a request that is sent for its effect, such as a report.
public enum SendResult: Sendable, Hashable {
    /// The server accepted the request (2xx).
    case delivered(HTTPResponse)
    /// The server will never accept the request.
    case dropped(HTTPResponseHead)
    /// The last attempt failed, but a later attempt might succeed.
    case failed(RequestFailure)

    /// The policy for sending a failed request again.
    public struct Policy: Sendable, Hashable {
        /// The statuses after which the server will never accept the request.
        public var permanentStatuses: Set<Int>
        /// The time before each further attempt.
        public var delay: Duration
        /// The maximum number of attempts after the first one, from 0 to 100.
        public var retryCount: Int {
            didSet { retryCount = min(max(0, retryCount), 100) }
        }

        /// Creates a policy.
        public init(permanentStatuses: Set<Int>, delay: Duration = .seconds(1), retryCount: Int = 1) {
            self.permanentStatuses = permanentStatuses
            self.delay = delay
            self.retryCount = min(max(0, retryCount), 100)
        }

        /// The same policy without further attempts.
        package var once: Policy {
            var once = self
            once.retryCount = 0
            return once
        }

        /// One more attempt after a second, except for client errors (RFC 9110, section 15.5): 4xx without 408, 425, and 429.
        public static let standard = Policy(permanentStatuses: Set(400...499).subtracting([408, 425, 429]))
    }
}

extension HTTPTransport {
    /// Sends a request, and sends the same bytes and header fields again after a temporary failure.
    ///
    /// A server that counts by an identifier in the header counts once. The attempts end if the task is canceled, if the transport
    /// is closed, or if no second attempt can succeed, such as with an invalid request or a response that is too large.
    public func send(
        _ request: HTTPRequest, retrying policy: SendResult.Policy, within limits: HTTPLimits = HTTPLimits(),
        on time: any TimeSource = SystemTime()
    ) async -> SendResult {
        var attempts = 0
        while true {
            let delivery = await attempt(request, policy, limits)
            guard case .failed(let failure) = delivery, attempts < policy.retryCount, failure.mayPass else {
                return delivery
            }
            attempts += 1
            guard (try? await time.sleep(for: policy.delay)) != nil else { return delivery }
        }
    }

    private func attempt(_ request: HTTPRequest, _ policy: SendResult.Policy, _ limits: HTTPLimits) async -> SendResult
    {
        do throws(TransportError) {
            let response = try await send(request, within: limits)
            let status = response.head.status
            if (200...299).contains(status) { return .delivered(response) }
            if policy.permanentStatuses.contains(status) { return .dropped(response.head) }
            return .failed(.status(response))
        } catch {
            return .failed(.transport(error))
        }
    }
}

extension RequestFailure {
    fileprivate var mayPass: Bool {
        guard case .transport(let error) = self else { return true }
        return ![.cancelled, .closed, .tooLarge, .malformed, .redirected].contains(error.kind)
    }
}
