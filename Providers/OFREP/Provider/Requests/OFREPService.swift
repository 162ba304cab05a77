// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport

/// A factory of requests to one service.
struct OFREPService: Sendable {
    let url: ServiceURL
    let timeout: Duration
    /// The app's header fields and the credential.
    private let fields: HTTPHeaders
    private let headersProvider: HTTPHeaders.Provider?
    private let time: any TimeSource

    init(_ options: OFREPOptions, time: any TimeSource) throws(ConfigurationError) {
        url = try ServiceURL(options.url, option: "url")
        timeout = options.timeout
        var fields = HTTPHeaders(options.headers)
        if let bearer = options.bearer { fields["Authorization"] = "Bearer " + bearer.reveal() }
        if let apiKey = options.apiKey { fields["X-API-Key"] = apiKey.reveal() }
        self.fields = fields
        headersProvider = options.headersProvider
        self.time = time
    }

    var limits: HTTPLimits { HTTPLimits(deadline: timeout) }

    /// Returns the request for all flags of a context.
    ///
    /// - Parameters:
    ///   - query: The query of an announcement, which describes the configuration to evaluate.
    ///   - headers: The ``credentials``.
    func flags(of context: FlagValue, query: [(name: String, value: String)], _ headers: HTTPHeaders) -> HTTPRequest {
        var headers = headers
        headers["Content-Type"] = "application/json"
        headers["Accept"] = "application/json"
        return HTTPRequest(
            url.text(adding: ["ofrep", "v1", "evaluate", "flags"], query: query), method: "POST", headers: headers,
            body: JSONWriter.bytes(["context": context]))
    }

    /// Returns the request for an event stream, with credentials only for the service's own origin.
    func events(at address: OFREPStreamAddress) async throws(TransportError) -> HTTPRequest {
        HTTPRequest(address.url.reveal(), headers: address.origin == url.origin ? try await credentials : [:])
    }

    /// The app's header fields and the credential, with the fields of the headers provider.
    var credentials: HTTPHeaders {
        get async throws(TransportError) {
            var headers = fields
            let fetched = try await HTTPHeaders.fields(from: headersProvider, within: timeout, on: time)
            for (name, value) in fetched where !Self.isReserved(name) { headers[name] = value }
            return headers
        }
    }

    /// Returns a Boolean value that indicates whether only the provider can set a header field.
    static func isReserved(_ name: String) -> Bool {
        ["accept", "content-type", "if-none-match", "last-event-id"].contains(name.lowercased())
    }
}
