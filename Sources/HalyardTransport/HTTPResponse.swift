// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The status and the header fields of a response.
public struct HTTPResponseHead: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The URL that responded, which differs from the request's URL after a redirect.
    public var url: String

    /// Creates a head.
    public init(status: Int, headers: HTTPHeaders = [:], url: String = "") {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

/// A complete response.
public struct HTTPResponse: Sendable, Hashable {
    /// The status and the header fields.
    public var head: HTTPResponseHead
    /// The decoded body.
    public var body: [UInt8]

    /// Creates a response.
    public init(_ head: HTTPResponseHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// Creates a response for a custom transport.
    public init(status: Int, headers: HTTPHeaders = [:], body: String = "") {
        self.init(HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8))
    }
}

extension HTTPResponseHead: CustomStringConvertible, CustomReflectable {
    /// The status, the origin, and the names of the header fields.
    ///
    /// The path, the query, and header values might be secret.
    public var description: String { "\(status) \(WebOrigin.text(of: url)) \(headers)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// The head and the size of the body.
    public var description: String { "\(head), \(body.count) bytes" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
