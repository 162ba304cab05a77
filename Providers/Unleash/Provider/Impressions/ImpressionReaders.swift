// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The impression readers of all clients that share a provider.
///
/// Safe to use from any thread.
final class ImpressionReaders: Sendable {
    typealias Handler = @Sendable (UnleashImpression, EvaluatedFlag?, _ number: Int) -> Void

    private struct State: ~Copyable {
        var handlers: [(number: Int, handler: Handler)] = []
        var last = 0
        var feeds = EventFeeds()
        /// The unreported losses of slow readers, by reader.
        var losses: [Int: Int] = [:]
    }

    private let state = Lock(State())

    /// The maximum number of impressions that wait for a reader.
    private static let capacity = 1000

    /// Returns a stream of future impressions.
    ///
    /// For a slow reader, the newest 1,000 impressions are kept. The others are counted and reported.
    func stream() -> AsyncStream<UnleashImpression> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: UnleashImpression.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let number = add { [weak self] impression, _, number in
            switch continuation.yield(impression) {
            case .dropped: self?.state.withLock { $0.losses[number, default: 0] += 1 }
            case .enqueued, .terminated: self?.reportLosses(of: number)
            @unknown default: break
            }
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.handlers.removeAll { $0.number == number } }
            self?.reportLosses(of: number)
        }
        return stream
    }

    /// Calls a handler with each future impression and its flag.
    func listen(_ handler: @escaping @Sendable (UnleashImpression, EvaluatedFlag?) -> Void) {
        _ = add { impression, flag, _ in handler(impression, flag) }
    }

    private func add(_ handler: @escaping Handler) -> Int {
        state.withLock { state in
            state.last += 1
            state.handlers.append((state.last, handler))
            return state.last
        }
    }

    /// Passes an impression to all readers, and creates it only if there are any.
    func hand(_ impression: () -> UnleashImpression, of flag: EvaluatedFlag?) {
        let handlers = state.withLock { $0.handlers }
        if handlers.isEmpty { return }
        let impression = impression()
        for (number, handler) in handlers { handler(impression, flag, number) }
    }

    /// Adds a feed that reports losses.
    func attach(_ feed: EventFeed) { state.withLock { $0.feeds.attach(feed) } }

    /// Reports the losses of one reader, or of all readers.
    func reportLosses(of reader: Int? = nil) {
        let (count, feeds) = state.withLock { state -> (Int, EventFeeds) in
            if let reader { return (state.losses.removeValue(forKey: reader) ?? 0, state.feeds) }
            defer { state.losses = [:] }
            return (state.losses.values.reduce(0, +), state.feeds)
        }
        guard count > 0 else { return }
        let diagnostic = Diagnostic(
            "eventsDropped", .warning,
            "Impressions dropped: \(count), the oldest. At most \(Self.capacity) can wait for a reader.",
            suggestion: "Read impressions faster, or use an event sink of the client.")
        for feed in feeds.all { feed.report(diagnostic) }
    }
}
