// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Provides header fields that change during the lifetime of a client, such as a token.
///
/// Called before each request, one call at a time, on the client's own queue and never on the main thread; it may
/// block. `Content-Type`, `If-None-Match` and names that begin with `unleash-` are removed from what it returns.
public protocol CustomHeadersProvider {
    /// The header fields of the next request; they override the client's `customHeaders`.
    func getCustomHeaders() -> [String: String]
}

/// Provides no header fields.
public struct DefaultCustomHeadersProvider: CustomHeadersProvider, Sendable {
    /// Makes a provider.
    public init() {}

    /// None.
    public func getCustomHeaders() -> [String: String] { [:] }
}

/// An app's headers provider, which need not be thread-safe.
struct HeadersHost: Sendable {
    private let provider: Confined<any CustomHeadersProvider>

    init(_ provider: sending any CustomHeadersProvider) { self.provider = Confined(provider) }

    func headers() async -> [String: String] { await provider.run { $0.getCustomHeaders() } }
}
