// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

import HalyardSupport
import HalyardTransport
import HalyardURLSession

/// A session that performs the HTTP requests of a client.
///
/// Use it to pass the app's own `URLSession`, or to change requests.
///
/// The client calls it with one request at a time, on a serial queue. The handler can be called on any thread, and also
/// before ``perform(_:completionHandler:)`` returns. A second call of the handler has no effect. If the handler isn't
/// called within 1 minute, that counts as no response. A response without data (`nil`) to a request for flags means that
/// the flags haven't changed.
public protocol PollerSession {
    /// Sends a request and passes the response to the handler.
    func perform(
        _ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void)
}

extension URLSession: PollerSession {
    /// Sends a request as a data task.
    public func perform(
        _ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        dataTask(with: request, completionHandler: completionHandler).resume()
    }
}

extension Poller {
    /// The default session: `URLSession.shared`.
    public static func sharedSession() -> sending any PollerSession { URLSession.shared }

    /// Creates a poller from Foundation's types.
    ///
    /// - Parameters:
    ///   - refreshInterval: The interval between fetches, in seconds, or `nil` for 15 seconds.
    ///   - unleashUrl: The URL of the Frontend API or of Edge.
    ///   - apiKey: The frontend token.
    ///   - session: The session that performs requests.
    ///   - storageProvider: An additional store for flags, or `nil` to store them in memory only.
    ///   - customHeaders: Additional header fields.
    ///   - customHeadersProvider: A provider of header fields for each request.
    ///   - bootstrap: The initial flags.
    ///   - appName: The name of the app.
    ///   - connectionId: An identifier of this poller for the service.
    public convenience init(
        refreshInterval: Int? = nil, unleashUrl: URL, apiKey: String,
        session: sending any PollerSession = Poller.sharedSession(),
        storageProvider: sending (any StorageProvider)? = nil, customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider(),
        bootstrap: Bootstrap = .toggles([]), appName: String = "unleash-swift-client", connectionId: UUID
    ) {
        self.init(
            refreshInterval: refreshInterval, unleashUrl: unleashUrl.absoluteString, apiKey: apiKey, session: session,
            storageProvider: storageProvider, customHeaders: customHeaders,
            customHeadersProvider: customHeadersProvider, bootstrap: bootstrap, appName: appName,
            connectionId: connectionId.uuidString.lowercased())
    }
}

/// A transport that sends requests with an app's session, which doesn't need to be thread-safe.
struct SessionTransport: HTTPTransport {
    private typealias Answer = Result<HTTPResponse, TransportError>

    private let session: Confined<any PollerSession>
    private let time: any TimeSource

    init(_ session: sending any PollerSession, time: any TimeSource) {
        self.session = Confined(session)
        self.time = time
    }

    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError)
        -> HTTPResponse
    {
        var urlRequest = try request.urlRequest(timeout: limits.deadline / .seconds(1))
        // With a cache, a 304 response would become an old 200 response.
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        let answer = FirstResult<Answer>()
        session.later { [urlRequest] session in
            // Nothing is sent if the caller has been canceled in the meantime.
            if answer.isSet { return }
            session.perform(urlRequest) { data, response, error in
                answer.set(Self.answer(to: request, data, response, error))
            }
        }
        return try await answer.value(
            within: limits.deadline, on: time,
            late: .failure(TransportError(.timedOut, "The session didn't respond within \(limits.deadline)")),
            cancelled: .failure(TransportError(.cancelled, "The request was canceled"))
        ).get()
    }

    /// Fails, because flags are polled and no stream is ever opened.
    func stream(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream {
            { () async throws(TransportError) -> HTTPStream.Event? in
                throw TransportError(.other, "The session doesn't support streams")
            }
        }
    }

    /// Does nothing, because the session belongs to the app.
    func close() async {}

    private static func answer(
        to request: HTTPRequest, _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
    ) -> Answer {
        if let error { return .failure(TransportError(error, hasHead: response != nil, url: "")) }
        guard let response, var head = HTTPResponseHead(response) else {
            return .failure(TransportError(.malformed, "The session didn't return an HTTP response"))
        }
        if data == nil, request.method == "GET", head.status < 400 { head.status = 304 }
        return .success(HTTPResponse(head, body: data.map { Array($0) } ?? []))
    }
}
