// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// Makes the requests for one mobile key, in the form of one dialect.
///
/// The header fields of a request are, in ascending precedence: what the request needs, the additional ones, and the
/// result of the header provider. A value; making a request costs memory, and whatever the header provider costs.
package struct LaunchDarklyRequests: Sendable {
    /// Receives the URL and the fields so far, and returns all fields to send, except for the tag of the flags in
    /// place.
    package typealias HeaderProvider = @Sendable (_ url: String, _ headers: HTTPHeaders) async -> HTTPHeaders

    package let mobileKey: Secret
    package var endpoints: LaunchDarklyEndpoints
    package var dialect: any LaunchDarklyDialect
    /// The header fields of every request: the key, the user agent, the wrapper, tags.
    package var commonHeaders: HTTPHeaders
    package var additionalHeaders: HTTPHeaders
    package var headerProvider: HeaderProvider?
    /// Whether bodies of events are sent compressed.
    package var compressesEvents = false
    /// The proof that the identity is genuine; nil for none.
    package var secureModeHash: String?

    package init(
        mobileKey: Secret, endpoints: LaunchDarklyEndpoints = LaunchDarklyEndpoints(),
        dialect: any LaunchDarklyDialect, commonHeaders: HTTPHeaders = [:], additionalHeaders: HTTPHeaders = [:],
        headerProvider: HeaderProvider? = nil
    ) {
        self.mobileKey = mobileKey
        self.endpoints = endpoints
        self.dialect = dialect
        self.commonHeaders = commonHeaders
        self.commonHeaders["Authorization"] = "api_key \(mobileKey.reveal())"
        self.additionalHeaders = additionalHeaders
        self.headerProvider = headerProvider
    }

    // MARK: Flags

    /// Makes the request for all flags of an identity.
    ///
    /// - Parameters:
    ///   - identity: Who the flags are for.
    ///   - usesReport: Whether the identity is sent in the body of a `REPORT`, and not in the URL.
    ///   - withReasons: Whether reasons are requested.
    package func poll(
        _ identity: some LaunchDarklyIdentity, usesReport: Bool = false, withReasons: Bool = false
    ) async -> HTTPRequest {
        let path = usesReport ? dialect.paths.pollReport : dialect.paths.poll + "/" + Self.encoded(identity)
        return await flags(LaunchDarklyEndpoints.join(endpoints.polling, path), identity, usesReport, withReasons)
    }

    /// Makes the request for a stream of all flags of an identity and their changes.
    package func stream(
        _ identity: some LaunchDarklyIdentity, usesReport: Bool = false, withReasons: Bool = false
    ) async -> HTTPRequest {
        let base = dialect.paths.stream
        let path = usesReport ? base : base + "/" + Self.encoded(identity)
        return await flags(LaunchDarklyEndpoints.join(endpoints.streaming, path), identity, usesReport, withReasons)
    }

    private func flags(
        _ url: String, _ identity: some LaunchDarklyIdentity, _ usesReport: Bool, _ withReasons: Bool
    ) async -> HTTPRequest {
        let query = [
            withReasons ? "withReasons=true" : nil, secureModeHash.map { "h=" + ServiceURL.escaped($0) },
        ].compactMap(\.self)
        var request = HTTPRequest(query.isEmpty ? url : url + "?" + query.joined(separator: "&"))
        if usesReport {
            request.method = "REPORT"
            // Exactly this value: the Relay Proxy refuses a type with parameters.
            request.headers["Content-Type"] = "application/json"
            request.body = JSONWriter.bytes(identity.json)
        }
        return await completed(request)
    }

    /// An identity in a path: unpadded base64 with the URL-safe alphabet.
    static func encoded(_ identity: some LaunchDarklyIdentity) -> String {
        URLBase64.text(JSONWriter.bytes(identity.json))
    }

    // MARK: Events

    /// Creates the request with events; a server counts a payload's identifier once.
    package func events(_ body: [UInt8], payloadID: String) async -> HTTPRequest {
        var request = post(dialect.paths.events, body)
        request.headers["X-LaunchDarkly-Event-Schema"] = String(dialect.eventSchema)
        request.headers["X-LaunchDarkly-Payload-ID"] = payloadID
        return await completed(request)
    }

    /// Makes the request with one diagnostic event.
    package func diagnostic(_ body: [UInt8]) async -> HTTPRequest {
        await completed(post(dialect.paths.diagnostics, body))
    }

    private func post(_ path: String, _ body: [UInt8]) -> HTTPRequest {
        var request = HTTPRequest(
            LaunchDarklyEndpoints.join(endpoints.events, path), method: "POST",
            headers: ["Content-Type": "application/json", "Accept": "application/json"], body: body)
        if compressesEvents {
            request.headers["Content-Encoding"] = "gzip"
            request.body = Gzip.compressed(body)
        }
        return request
    }

    private func completed(_ request: HTTPRequest) async -> HTTPRequest {
        var request = request
        for headers in [commonHeaders, dialect.headers, additionalHeaders] {
            for name in headers.names { request.headers[name] = headers[name] }
        }
        if let headerProvider { request.headers = await headerProvider(request.url, request.headers) }
        return request
    }
}
