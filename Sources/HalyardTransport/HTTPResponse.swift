// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a server answers before the body.
public struct HTTPResponseHead: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The URL that answered, which is another one than that of the request after a redirect.
    public var url: String

    /// Makes a head.
    public init(status: Int, headers: HTTPHeaders = [:], url: String = "") {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

/// A whole answer of a server.
public struct HTTPResponse: Sendable, Hashable {
    /// What came before the body.
    public var head: HTTPResponseHead
    /// The decoded body.
    public var body: [UInt8]

    /// Makes a response.
    public init(_ head: HTTPResponseHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// Creates a response, for a transport of your own.
    public init(status: Int, headers: HTTPHeaders = [:], body: String = "") {
        self.init(HTTPResponseHead(status: status, headers: headers), body: Array(body.utf8))
    }
}

extension HTTPResponseHead: CustomStringConvertible, CustomReflectable {
    /// The status, who answered, and the names of the header fields; path, query and values may be secret.
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
