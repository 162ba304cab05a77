// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(FoundationNetworking)
    import Foundation
    package import FoundationNetworking
#else
    package import Foundation
#endif

package import HalyardTransport

extension HTTPRequest {
    /// Returns the request as a `URLRequest`.
    ///
    /// - Parameter timeout: The time in seconds without a byte after which the platform gives up.
    package func urlRequest(timeout: Double) throws(TransportError) -> URLRequest {
        try check()
        // On Linux, an uppercase scheme is unknown.
        let scheme = url.prefix { $0 != ":" }
        guard let address = URL(string: scheme.lowercased() + url.dropFirst(scheme.count)) else {
            throw TransportError(
                .malformed, "The platform doesn't accept the URL of a request", url: WebOrigin.text(of: url))
        }
        var result = URLRequest(url: address)
        // On Linux, a timeout that is passed to the initializer has no effect.
        result.timeoutInterval = timeout
        result.httpMethod = method
        result.httpBody = body.map { Data($0) }
        result.httpShouldHandleCookies = false
        for name in headers.names { result.setValue(headers[name], forHTTPHeaderField: name) }
        if body != nil, headers["Content-Type"] == nil {
            result.setValue(Self.defaultContentType, forHTTPHeaderField: "Content-Type")
        }
        return result
    }
}

extension HTTPResponseHead {
    /// Creates the head of a response, or returns `nil` if the response isn't an HTTP response.
    package init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        var headers: HTTPHeaders = [:]
        // On Linux, two spellings of a name are two entries in no particular order.
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        self.init(status: response.statusCode, headers: headers, url: response.url?.absoluteString ?? "")
    }
}
