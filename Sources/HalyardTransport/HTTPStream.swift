// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What comes over an open request, in order: one head, then bytes.
///
/// The sequence ends where the server ended the body as it should, and throws a ``TransportError`` otherwise.
public struct HTTPStream: AsyncSequence, Sendable {
    /// A piece of what comes.
    public enum Event: Sendable, Hashable {
        /// The answer begins; after an intermediate answer (103, a proxy's) it may begin again.
        case head(HTTPResponseHead)
        /// A piece of the decoded body, cut anywhere.
        case bytes([UInt8])
    }

    /// Walks over the events.
    public struct Iterator: AsyncIteratorProtocol {
        let nextEvent: @Sendable () async throws(TransportError) -> Event?

        /// The next event; nil at the end.
        public mutating func next() async throws(TransportError) -> Event? { try await nextEvent() }

        /// The next event; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> Event? {
            try await nextEvent()
        }
    }

    private let start: @Sendable () -> @Sendable () async throws(TransportError) -> Event?

    /// Makes a stream.
    ///
    /// - Parameter start: Called once for each iteration; gives what returns the next event, nil at the end.
    public init(_ start: @escaping @Sendable () -> @Sendable () async throws(TransportError) -> Event?) {
        self.start = start
    }

    /// Begins the request.
    public func makeAsyncIterator() -> Iterator { Iterator(nextEvent: start()) }
}
