// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport

/// A test's configuration of an event source.
struct StreamParameters: Decodable {
    var streamUrl: String
    var callbackUrl: String
    var initialDelayMs: Int?
    var readTimeoutMs: Int?
    var lastEventId: String?
    var headers: [String: String]?
    var method: String?
    var body: String?

    var request: HTTPRequest {
        var request = HTTPRequest(streamUrl, body: body.map { Array($0.utf8) })
        if let method, !method.isEmpty { request.method = method }
        for (name, value) in headers ?? [:] { request.headers[name] = value }
        return request
    }

    var policy: EventSourcePolicy {
        var policy = EventSourcePolicy.standard
        policy.deliversComments = true
        if let initialDelayMs { policy.backoff = Backoff(base: .milliseconds(initialDelayMs)) }
        if let readTimeoutMs { policy.idleTimeout = .milliseconds(readTimeoutMs) }
        return policy
    }
}
