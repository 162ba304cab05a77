// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The outcome of one request of a polling loop.
package enum PollingOutcome: Sendable, Hashable {
    /// The server sent a body (200).
    case modified(HTTPResponse)
    /// The body that the consumer accepted last is still current (304).
    case notModified(HTTPResponseHead)
    /// The request failed, and the next one follows after the duration, or only on demand if it's `nil`.
    case failed(RequestFailure, retryAfter: Duration?)
}

extension HTTPTransport {
    /// Polls once, without a loop.
    ///
    /// Doesn't throw, because a failure is also an outcome.
    ///
    /// - Parameters:
    ///   - tag: The validator of the body that the caller has, or `nil` for none. An invalid validator isn't sent.
    ///   - policy: The limits and the validator fields.
    ///   - request: Returns the request.
    package func poll(
        tag: String?, by policy: PollingPolicy, _ request: PollingLoop.MakeRequest
    ) async -> PollingOutcome {
        do throws(TransportError) {
            var request = try await request()
            let tag = tag.flatMap { HTTPHeaders.canSend($0) ? $0 : nil }
            let field = policy.validator.condition
            if let tag, request.headers[field] == nil { request.headers[field] = tag }
            let response = try await send(request, within: policy.limits)
            switch response.head.status {
            case 200: return .modified(response)
            case 304 where tag != nil: return .notModified(response.head)
            default: return .failed(.status(response), retryAfter: nil)
            }
        } catch {
            return .failed(.transport(error), retryAfter: nil)
        }
    }
}
