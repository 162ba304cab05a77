// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A document at a URL, for those who ask for it again and again.
package struct Document: Sendable, Hashable {
    /// The decoded body.
    package var body: [UInt8]
    /// The ETag to ask with next time; nil when the server gave none.
    package var validator: String?

    package init(body: [UInt8], validator: String? = nil) {
        self.body = body
        self.validator = validator
    }

    /// Gets a document; nil when it still is the one that the validator came with.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - validator: The ETag of the document that is known; nil for none.
    ///   - limits: What the answer may cost.
    ///   - transport: What sends the request.
    /// - Throws: Why there is none, any status but 200 and 304 included.
    package static func get(
        _ url: String, validator: String?, within limits: HTTPLimits, over transport: any HTTPTransport
    ) async throws(TransportError) -> Document? {
        var request = HTTPRequest(url, headers: ["Accept": "application/json"])
        if let validator, HTTPHeaders.canSend(validator) { request.headers["If-None-Match"] = validator }
        let response = try await transport.send(request, within: limits)
        switch response.head.status {
        case 200: return Document(body: response.body, validator: response.head.headers["ETag"])
        case 304 where request.headers["If-None-Match"] != nil: return nil
        case let status:
            throw TransportError(.other, "The server answered \(status)", url: WebOrigin.text(of: url))
        }
    }
}
