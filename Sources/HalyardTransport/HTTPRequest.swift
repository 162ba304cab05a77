// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One HTTP request, as a transport sends it.
public struct HTTPRequest: Sendable, Hashable {
    /// The absolute URL.
    public var url: String
    /// The method, in upper case.
    public var method: String
    /// The header fields.
    public var headers: HTTPHeaders
    /// What is sent behind the header; nil for nothing.
    public var body: [UInt8]?

    /// Makes a request.
    public init(_ url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8]? = nil) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method, who is asked, and the names of the header fields; path, query, values and body may be secret.
    public var description: String { "\(method) \(WebOrigin.text(of: url)) \(headers)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
