// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What came of one request of a polling loop.
public enum PollingOutcome: Sendable, Hashable {
    /// The server sent a body (200).
    case modified(HTTPResponse)
    /// What the consumer accepted last is still what the server has (304).
    case notModified(HTTPResponseHead)
    /// There is no news; the next request comes after the duration, or never by itself when it is nil.
    case failed(Problem, retryAfter: Duration?)

    /// Why there is no news.
    public enum Problem: Error, Sendable, Hashable {
        /// The server gave this answer, whose status is neither 200 nor an expected 304.
        case status(HTTPResponse)
        /// There was no answer.
        case transport(TransportError)
    }
}

extension HTTPTransport {
    /// Polls once, outside of a loop.
    ///
    /// Throws nothing: what goes wrong is an outcome too.
    ///
    /// - Parameters:
    ///   - tag: The entity tag of the body that the caller holds; nil for none. One that cannot be sent is left out.
    ///   - limits: What the response may take.
    ///   - request: Makes the request.
    public func poll(
        tag: String?, within limits: HTTPLimits, _ request: PollingLoop.MakeRequest
    ) async -> PollingOutcome {
        do throws(TransportError) {
            var request = try await request()
            let tag = tag.flatMap { HTTPHeaders.canSend($0) ? $0 : nil }
            if let tag { request.headers["If-None-Match"] = tag }
            let response = try await send(request, within: limits)
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
