// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The events of an open request in order: one head, then bytes.
///
/// The sequence ends if the server ended the body correctly, and otherwise throws a ``TransportError``.
public struct HTTPStream: AsyncSequence, Sendable {
    /// An event of a stream.
    public enum Event: Sendable, Hashable {
        /// The beginning of the response, which might come again after an intermediate response (103, or a proxy's response).
        case head(HTTPResponseHead)
        /// A chunk of the decoded body, split at any byte.
        case bytes([UInt8])
    }

    /// An iterator over the events.
    public struct Iterator: AsyncIteratorProtocol {
        let nextEvent: @Sendable () async throws(TransportError) -> Event?

        /// Returns the next event, or `nil` at the end.
        public mutating func next() async throws(TransportError) -> Event? { try await nextEvent() }

        /// Returns the next event, or `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> Event? {
            try await nextEvent()
        }
    }

    private let start: @Sendable () -> @Sendable () async throws(TransportError) -> Event?

    /// Creates a stream.
    ///
    /// - Parameter start: Called once for each iteration. Returns a function that returns the next event, or `nil` at the end.
    public init(_ start: @escaping @Sendable () -> @Sendable () async throws(TransportError) -> Event?) {
        self.start = start
    }

    /// Starts the request.
    public func makeAsyncIterator() -> Iterator { Iterator(nextEvent: start()) }
}
