// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// A source of the requests for one mobile key, in the format of one dialect.
///
/// The header fields of a request are, in ascending precedence, the required fields, the additional fields, and the result
/// of the header provider. This type is a value. Creating a request doesn't perform I/O, unless the header provider does.
package struct LaunchDarklyRequests: Sendable {
    /// A function that receives the URL and the fields so far, and returns all fields to send, except for the ETag.
    package typealias HeaderProvider = @Sendable (_ url: String, _ headers: HTTPHeaders) async -> HTTPHeaders

    package let mobileKey: Secret
    package var endpoints: LaunchDarklyEndpoints
    package var dialect: any LaunchDarklyDialect
    /// The header fields of every request: the key, the user agent, the wrapper, and tags.
    package var commonHeaders: HTTPHeaders
    package var additionalHeaders: HTTPHeaders
    package var headerProvider: HeaderProvider?
    /// A Boolean value that indicates whether event bodies are compressed.
    package var compressesEvents = false
    /// The secure mode hash that proves that the identity is genuine, or `nil` for none.
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
        self.commonHeaders["Authorization"] = dialect.keyPrefix + mobileKey.reveal()
        self.additionalHeaders = additionalHeaders
        self.headerProvider = headerProvider
    }

    // MARK: Flags

    /// Returns the request for all flags of an identity.
    ///
    /// - Parameters:
    ///   - identity: The identity that the flags are evaluated for.
    ///   - usesReport: A Boolean value that indicates whether a `REPORT` contains the identity in its body, not in its URL.
    ///   - withReasons: A Boolean value that indicates whether reasons are requested.
    package func poll(
        _ identity: some LaunchDarklyIdentity, usesReport: Bool = false, withReasons: Bool = false
    ) async -> HTTPRequest {
        let path = usesReport ? dialect.paths.pollReport : dialect.paths.poll + "/" + Self.encoded(identity)
        return await flags(LaunchDarklyEndpoints.join(endpoints.polling, path), identity, usesReport, withReasons)
    }

    /// Returns the request for a stream of all flags of an identity and their changes.
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
            // Use exactly this value, because the Relay Proxy rejects a type with parameters.
            request.headers["Content-Type"] = "application/json"
            request.body = JSONWriter.bytes(identity.json)
        }
        return await completed(request)
    }

    /// Returns an identity for a path: unpadded base64 with the URL-safe alphabet.
    static func encoded(_ identity: some LaunchDarklyIdentity) -> String {
        URLBase64.text(JSONWriter.bytes(identity.json))
    }

    // MARK: Rules

    /// Returns the request for all rules.
    ///
    /// - Parameter filter: The key of the payload filter, or `nil` for all flags.
    func rules(filter: String?) async -> HTTPRequest {
        await rules(LaunchDarklyEndpoints.join(endpoints.polling, dialect.paths.poll), filter)
    }

    /// Returns the request for a stream of all rules and their changes.
    func ruleStream(filter: String?) async -> HTTPRequest {
        await rules(LaunchDarklyEndpoints.join(endpoints.streaming, dialect.paths.stream), filter)
    }

    private func rules(_ url: String, _ filter: String?) async -> HTTPRequest {
        await completed(HTTPRequest(filter.map { "\(url)?filter=\(ServiceURL.escaped($0))" } ?? url))
    }

    // MARK: Events

    /// Returns the request with events, whose payload identifier a server counts only once.
    package func events(_ body: [UInt8], payloadID: String) async -> HTTPRequest {
        var request = post(dialect.paths.events, body)
        request.headers["X-LaunchDarkly-Event-Schema"] = String(dialect.eventSchema)
        request.headers["X-LaunchDarkly-Payload-ID"] = payloadID
        return await completed(request)
    }

    /// Returns the request with one diagnostic event.
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
