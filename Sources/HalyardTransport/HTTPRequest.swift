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
