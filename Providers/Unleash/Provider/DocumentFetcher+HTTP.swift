// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

extension DocumentFetcher {
    /// Gets documents by HTTP.
    ///
    /// - Parameter transport: What sends the requests; nil for one of each request's own.
    static func http(over transport: (any HTTPTransport)?) -> DocumentFetcher {
        DocumentFetcher { request in
            let limits = HTTPLimits(deadline: request.deadline, bodySize: request.maximumBytes)
            let document = try await Document.get(
                request.url, validator: request.validator, within: limits, over: transport)
            return document.map { .document($0.body, validator: $0.validator) } ?? .notModified
        }
    }

    /// The same for each scheme.
    static func byScheme(over transport: (any HTTPTransport)?) -> [String: DocumentFetcher] {
        ["http": http(over: transport), "https": http(over: transport)]
    }
}
