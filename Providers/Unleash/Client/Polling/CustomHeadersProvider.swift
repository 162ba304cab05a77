// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider of header fields that change during the lifetime of a client, such as a token.
///
/// The client calls it before each request, one call at a time, on a serial queue and never on the main thread. It can
/// block. The client ignores `Content-Type`, `If-None-Match`, and names that begin with `unleash-`.
public protocol CustomHeadersProvider {
    /// Returns header fields of the next request, which override the client's `customHeaders`.
    func getCustomHeaders() -> [String: String]
}

/// A provider without header fields.
public struct DefaultCustomHeadersProvider: CustomHeadersProvider, Sendable {
    /// Creates a provider.
    public init() {}

    /// Returns an empty dictionary.
    public func getCustomHeaders() -> [String: String] { [:] }
}

/// An app's headers provider, which doesn't need to be thread-safe.
struct HeadersHost: Sendable {
    private let provider: Confined<any CustomHeadersProvider>

    init(_ provider: sending any CustomHeadersProvider) { self.provider = Confined(provider) }

    func headers() async -> [String: String] { await provider.run { $0.getCustomHeaders() } }
}
