// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import FoundationNetworking
import HalyardTransport
import HalyardUnleashClient

/// The simulated network, with the interface of an app's own session.
final class SimSession: PollerSession {
    private let transport: SimTransport

    init(_ transport: SimTransport) { self.transport = transport }

    func perform(
        _ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        guard let url = request.url else { return completionHandler(nil, nil, URLError(.badURL)) }
        var headers: HTTPHeaders = [:]
        for (name, value) in request.allHTTPHeaderFields ?? [:] { headers[name] = value }
        let sent = HTTPRequest(
            url.absoluteString, method: request.httpMethod ?? "GET", headers: headers,
            body: request.httpBody.map { Array($0) })
        let limits = HTTPLimits(deadline: .seconds(request.timeoutInterval))
        Task { [transport] in
            do throws(TransportError) {
                let answer = try await transport.send(sent, within: limits)
                var fields: [String: String] = [:]
                for name in answer.head.headers.names { fields[name] = answer.head.headers[name] }
                completionHandler(
                    Data(answer.body),
                    HTTPURLResponse(
                        url: url, statusCode: answer.head.status, httpVersion: "HTTP/1.1", headerFields: fields), nil)
            } catch {
                completionHandler(nil, nil, URLError(error.kind == .timedOut ? .timedOut : .networkConnectionLost))
            }
        }
    }
}
