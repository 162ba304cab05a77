// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(FoundationNetworking)
    import Foundation
    package import FoundationNetworking
#else
    package import Foundation
#endif

extension HTTPRequest {
    /// The request as the platform wants it.
    ///
    /// - Parameter timeout: After how many seconds without a byte the platform gives up by itself.
    package func urlRequest(timeout: Double) throws(TransportError) -> URLRequest {
        // On Linux, a scheme in capitals is an unknown one.
        let scheme = url.prefix { $0 != ":" }
        let address = URL(string: scheme.lowercased() + url.dropFirst(scheme.count), encodingInvalidCharacters: false)
        guard WebOrigin(url) != nil, let address else {
            throw TransportError(.malformed, "The URL of a request is not a whole http or https URL")
        }
        // The platform drops what it cannot send without a word, or reads it as something else.
        guard HTTPHeaders.isToken(method) else { throw malformed("The method is not an HTTP token") }
        guard body == nil || (method != "GET" && method != "HEAD") else { throw malformed("\(method) has no body") }
        var result = URLRequest(url: address)
        // On Linux, a timeout that is handed to the initialiser does not count.
        result.timeoutInterval = timeout
        result.httpMethod = method
        result.httpBody = body.map { Data($0) }
        result.httpShouldHandleCookies = false
        for name in headers.names {
            guard HTTPHeaders.isToken(name), let value = headers[name],
                !value.utf8.contains(where: HTTPHeaders.isControl)
            else {
                throw malformed("The header field \(HTTPHeaders.isToken(name) ? name : "?") cannot be sent")
            }
            result.setValue(value, forHTTPHeaderField: name)
        }
        // Without it the platform says that the body is a form.
        if body != nil, headers["Content-Type"] == nil {
            result.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        return result
    }

    private func malformed(_ message: String) -> TransportError {
        TransportError(.malformed, message, url: WebOrigin.text(of: url))
    }
}

extension HTTPResponseHead {
    /// The head of an answer; nil when it did not come over HTTP.
    package init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        var headers: HTTPHeaders = [:]
        // On Linux, two spellings of a name are two entries, in no order.
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        self.init(status: response.statusCode, headers: headers, url: response.url?.absoluteString ?? "")
    }
}
