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

/// Performs the HTTP requests of a client: the place for a `URLSession` of an app's own, and for whatever changes requests.
///
/// Asked one call at a time on a queue of the client's own. The handler may be called on any thread, also before
/// ``perform(_:completionHandler:)`` returns; a second call of it changes nothing, and one that never comes counts as no
/// answer after a minute.
public protocol PollerSession {
    /// Sends a request and hands the answer to the handler.
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
    /// The session that is used unless another one is given: `URLSession.shared`.
    public static func sharedSession() -> sending any PollerSession { URLSession.shared }

    /// Makes a poller of Foundation's types.
    ///
    /// - Parameters:
    ///   - refreshInterval: The seconds from one fetch to the next; nil for 15.
    ///   - unleashUrl: The URL of the Frontend API or of Edge.
    ///   - apiKey: The frontend token.
    ///   - session: What performs the requests.
    ///   - storageProvider: Where flags are also kept; nil for nowhere.
    ///   - customHeaders: Further header fields.
    ///   - customHeadersProvider: Gives header fields before each request.
    ///   - bootstrap: Flags to begin with.
    ///   - appName: The name of the app.
    ///   - connectionId: What tells this poller apart for the service.
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

/// Sends requests with an app's session, which it keeps on a queue, so that it need not be safe for several threads.
actor SessionTransport: HTTPTransport {
    private typealias Answer = Result<HTTPResponse, TransportError>

    private nonisolated let queue = ConfinementQueue()
    private let session: any PollerSession
    private let time: any TimeSource

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ session: sending any PollerSession, time: any TimeSource) {
        self.session = session
        self.time = time
    }

    nonisolated func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError)
        -> HTTPResponse
    {
        var urlRequest = try request.urlRequest(timeout: limits.deadline / .seconds(1))
        // A cache would turn a 304 into an old 200.
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        let answer = FirstResult<Answer>()
        let task = Task { [urlRequest] in
            await perform(urlRequest) { data, response, error in answer.set(Self.answer(data, response, error)) }
        }
        defer { task.cancel() }
        return try await answer.value(
            within: limits.deadline, on: time,
            late: .failure(TransportError(.timedOut, "The session did not answer within \(limits.deadline)")),
            cancelled: .failure(TransportError(.cancelled, "The request was given up"))
        ).get()
    }

    /// Flags are polled for, so nobody asks for a stream.
    nonisolated func open(_ request: HTTPRequest, within limits: HTTPStreamLimits) -> HTTPStream {
        HTTPStream {
            { () async throws(TransportError) -> HTTPStream.Event? in
                throw TransportError(.other, "A PollerSession has no streams")
            }
        }
    }

    /// The session is the app's.
    nonisolated func close() async {}

    private func perform(
        _ request: URLRequest, _ handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        if !Task.isCancelled { session.perform(request, completionHandler: handler) }
    }

    private static func answer(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Answer {
        if let error { return .failure(TransportError(error, hasHead: response != nil, url: "")) }
        guard let response, let head = HTTPResponseHead(response) else {
            return .failure(TransportError(.malformed, "The session gave no HTTP response"))
        }
        return .success(HTTPResponse(head, body: data.map { Array($0) } ?? []))
    }
}
