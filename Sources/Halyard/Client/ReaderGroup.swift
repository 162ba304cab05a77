// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Those who read flags through one provider's turn; tells when the last of them has left.
///
/// Every published state of the turn holds on to the group, and every read to the state that it is served from. So a
/// provider that was replaced is closed after the last read that it answered.
final class ReaderGroup: Sendable {
    /// Ends when all have left, or nobody waits for them any more.
    struct Departure: Sendable {
        let stream: AsyncStream<Never>
        let continuation: AsyncStream<Never>.Continuation

        /// How long readers are waited for: somebody may keep a view of a provider's flags for ever.
        private static let patience = Duration.seconds(1)

        func wait(on time: any TimeSource) async {
            await withDeadline(Self.patience, on: time) { for await _ in stream {} }
        }

        /// Ends the wait.
        func cut() { continuation.finish() }
    }

    let departure: Departure

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        departure = Departure(stream: stream, continuation: continuation)
    }

    deinit { departure.cut() }
}
