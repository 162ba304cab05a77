// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The readers of the impressions of all clients that share a provider.
///
/// Safe to use from any thread.
final class ImpressionReaders: Sendable {
    typealias Handler = @Sendable (UnleashImpression, EvaluatedFlag?, _ number: Int) -> Void

    private struct State: ~Copyable {
        var handlers: [(number: Int, handler: Handler)] = []
        var last = 0
        var feeds = EventFeeds()
        /// The losses of slow readers that have not been reported yet, by reader.
        var losses: [Int: Int] = [:]
    }

    private let state = Lock(State())

    /// How many impressions wait for a reader.
    private static let capacity = 1000

    /// The impressions from now on; for a slow reader the newest thousand are kept, and the others are counted and
    /// reported.
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

    /// Calls a handler with each impression from now on, and the flag that was read.
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

    /// Passes an impression to all readers, if there are any.
    func hand(_ impression: () -> UnleashImpression, of flag: EvaluatedFlag?) {
        let handlers = state.withLock { $0.handlers }
        if handlers.isEmpty { return }
        let impression = impression()
        for (number, handler) in handlers { handler(impression, flag, number) }
    }

    /// Adds a feed to report losses to.
    func attach(_ feed: EventFeed) { state.withLock { $0.feeds.attach(feed) } }

    /// Reports the losses of one reader, or of all.
    func reportLosses(of reader: Int? = nil) {
        let (count, feeds) = state.withLock { state -> (Int, EventFeeds) in
            if let reader { return (state.losses.removeValue(forKey: reader) ?? 0, state.feeds) }
            defer { state.losses = [:] }
            return (state.losses.values.reduce(0, +), state.feeds)
        }
        guard count > 0 else { return }
        let finding = Diagnostic(
            "eventsDropped", .warning,
            "Impressions dropped: \(count), the oldest. Only \(Self.capacity) wait for a reader.",
            suggestion: "Read them faster, or take them from a sink of the client.")
        for feed in feeds.all { feed.report(finding) }
    }
}
