// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport

/// Creates the requests to one service, with the same header fields for all of them.
struct UnleashService: Sendable {
    var token: UnleashTokenKind
    let url: ServiceURL
    let metricsURL: ServiceURL?
    var headers: UnleashHeaders
    let fetchMethod: UnleashOptions.FetchMethod
    let headersProvider: UnleashOptions.HeadersProvider?
    let timeout: Duration
    let time: any TimeSource

    init(_ options: UnleashOptions, connectionId: String, time: any TimeSource) throws(ConfigurationError) {
        token = .frontend
        url = try ServiceURL(options.url, option: "url")
        metricsURL = if let url = options.metricsUrl { try ServiceURL(url, option: "metricsUrl") } else { nil }
        headers = UnleashHeaders(
            headerName: options.headerName, clientKey: options.clientKey.reveal(), appName: options.appName,
            connectionId: connectionId, flavor: options.flavor, custom: options.headers)
        fetchMethod = options.fetchMethod
        headersProvider = options.headersProvider
        timeout = options.requestTimeout
        self.time = time
    }

    var limits: HTTPLimits { HTTPLimits(deadline: timeout) }

    /// Returns the polling policy of the service.
    func policy(every interval: Duration) -> PollingPolicy { PollingPolicy(interval: interval, limits: limits) }

    /// Creates the request for the flags of a context.
    func fetch(_ context: UnleashContext) async throws(TransportError) -> HTTPRequest {
        switch fetchMethod {
        case .get: try await request(url.text(query: context.queryItems))
        // The server accepts only the wrapped form, and Edge accepts both.
        case .post: try await request(url.text(), body: ["context": context.json])
        }
    }

    /// Creates the request that reports the number of flag reads.
    func report(_ metrics: FlagValue) async throws(TransportError) -> HTTPRequest {
        try await request(metricsURL?.text() ?? url.text(adding: ["client", "metrics"]), body: metrics)
    }

    func request(_ url: String, body: FlagValue? = nil) async throws(TransportError) -> HTTPRequest {
        let fetched = try await HTTPHeaders.fields(from: headersProvider, within: timeout, on: time)
        return HTTPRequest(
            url, method: body == nil ? "GET" : "POST", headers: headers.fields(adding: fetched, hasBody: body != nil),
            body: body.map(JSONWriter.bytes))
    }
}
