// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Gives header fields that change while a client lives, such as a token.
///
/// Asked before each request, one call at a time, on a queue of the client's own and never on the main thread; it may
/// take its time. `Content-Type`, `If-None-Match` and what begins with `unleash-` are left out of what it returns.
public protocol CustomHeadersProvider {
    /// The header fields of the next request; they win over the client's `customHeaders`.
    func getCustomHeaders() -> [String: String]
}

/// Gives no header fields.
public struct DefaultCustomHeadersProvider: CustomHeadersProvider, Sendable {
    /// Makes a provider.
    public init() {}

    /// None.
    public func getCustomHeaders() -> [String: String] { [:] }
}

/// Keeps an app's headers provider on a queue, so that it need not be safe for several threads.
actor HeadersHost {
    private nonisolated let queue = ConfinementQueue()
    private let provider: any CustomHeadersProvider

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ provider: sending any CustomHeadersProvider) { self.provider = provider }

    func headers() -> [String: String] { provider.getCustomHeaders() }
}
