// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An HTTP request.
public struct HTTPRequest: Sendable, Hashable {
    /// The absolute URL.
    public var url: String
    /// The method, in uppercase.
    public var method: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, or `nil` for none.
    public var body: [UInt8]?

    /// Creates a request.
    public init(_ url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8]? = nil) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method, the origin, and the names of the header fields.
    ///
    /// The path, the query, header values, and the body might be secret.
    public var description: String { "\(method) \(WebOrigin.text(of: url)) \(headers)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
