// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Those who read flags through one provider's turn; tells when the last of them has left.
///
/// Every published state of the turn holds on to the group, and every read that takes the long way to the state that it is
/// served from. So a provider that was replaced is closed after the last of these. Reads that end in a cell copy a word and
/// are over; cells are shut before the group is waited for.
final class ReaderGroup: Sendable {
    /// Ends when all have left, or nobody waits for them any more.
    final class Departure: Sendable {
        private let stream: AsyncStream<Never>
        private let continuation: AsyncStream<Never>.Continuation
        private let isOver = Atomic(false)

        /// How long readers are waited for: somebody may keep a view of a provider's flags for ever.
        private static let patience = Duration.seconds(1)

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func wait(on time: any TimeSource) async {
            // Reads are short: most often the last one has ended before a timer would be worth it.
            for _ in 0..<16 where !isOver.load(ordering: .relaxed) { await Task.yield() }
            if isOver.load(ordering: .relaxed) { return }
            await withDeadline(Self.patience, on: time) { [stream] in for await _ in stream {} }
        }

        /// Ends the wait.
        func cut() {
            isOver.store(true, ordering: .relaxed)
            continuation.finish()
        }
    }

    let departure = Departure()

    deinit { departure.cut() }
}
