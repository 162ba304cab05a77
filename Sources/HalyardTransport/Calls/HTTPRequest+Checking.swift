// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension HTTPRequest {
    /// Throws what keeps the request from being sent, if anything: libraries drop such parts without a word, or read them as
    /// something else.
    package func check() throws(TransportError) {
        guard let address = WebAddress(url) else {
            throw TransportError(.malformed, "The URL of a request is not a whole http or https URL")
        }
        guard address.userInfo == nil else {
            throw malformed("The URL has a user or a password. Send them as a header field")
        }
        guard url.utf8.count <= Self.longestURL else {
            throw malformed("The URL has \(url.utf8.count) bytes, and no more than \(Self.longestURL) can be sent")
        }
        guard HTTPHeaders.isToken(method) else { throw malformed("The method is not an HTTP token") }
        guard body == nil || (method != "GET" && method != "HEAD") else { throw malformed("\(method) has no body") }
        for name in headers.names {
            guard HTTPHeaders.isToken(name) else { throw malformed("The name of a header field is not an HTTP token") }
            guard let value = headers[name], !value.utf8.contains(where: HTTPHeaders.isControl) else {
                throw malformed("The header field \(name) has a control character")
            }
        }
    }

    /// How many bytes a URL may have: libcurl's limit, beyond which it says that there is no memory.
    package static let longestURL = 8_000_000

    /// The type of a body whose request names none; libraries would call it a form.
    package static let defaultContentType = "application/octet-stream"

    private func malformed(_ message: String) -> TransportError {
        TransportError(.malformed, message, url: WebOrigin.text(of: url))
    }
}
