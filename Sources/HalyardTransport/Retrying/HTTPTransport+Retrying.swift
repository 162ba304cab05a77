// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import HalyardSupport

extension HTTPTransport {
    /// Sends a request and, if it fails in a way that may pass, sends the same bytes and header fields again.
    ///
    /// A server that counts by an identifier in the header thus counts once. A cancelled task, a closed
    /// transport, and what no second try fixes (a request that is none, an answer that is too large) end it at once.
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
        return ![.cancelled, .closed, .tooLarge, .malformed, .redirected].contains(error.kind)
    }
}
