// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension HTTPRequest {
    /// Throws an error if the request can't be sent.
    ///
    /// Libraries silently drop invalid parts or interpret them differently.
    package func check() throws(TransportError) {
        guard let address = WebAddress(url) else {
            throw TransportError(.malformed, "The URL of a request isn't an absolute http or https URL")
        }
        guard address.userInfo == nil else {
            throw malformed("The URL contains a user or a password. Send them in a header field")
        }
        guard url.utf8.count <= Self.longestURL else {
            throw malformed("The URL has \(url.utf8.count) bytes. The limit is \(Self.longestURL) bytes")
        }
        guard HTTPHeaders.isToken(method) else { throw malformed("The method isn't an HTTP token") }
        guard body == nil || (method != "GET" && method != "HEAD") else {
            throw malformed("\(method) can't have a body")
        }
        for name in headers.names {
            guard HTTPHeaders.isToken(name) else { throw malformed("The name of a header field isn't an HTTP token") }
            guard let value = headers[name], !value.utf8.contains(where: HTTPHeaders.isControl) else {
                throw malformed("The header field \(name) contains a control character")
            }
        }
    }

    /// The maximum size of a URL in bytes, above which libcurl reports that it is out of memory.
    package static let longestURL = 8_000_000

    /// The content type of a body if the request doesn't set one, because libraries would use a form's type.
    package static let defaultContentType = "application/octet-stream"

    private func malformed(_ message: String) -> TransportError {
        TransportError(.malformed, message, url: WebOrigin.text(of: url))
    }
}
