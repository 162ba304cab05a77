// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The readers of one provider session's flags; its drain ends when the last of them has left.
///
/// Every published state of the session retains the group, and so does every read on the slow path, through the state that
/// it is served from. So a provider that was replaced is closed after the last of these. A read that ends in a
/// slot retains no state.
final class ReaderGroup: Sendable {
    let drain = ReaderDrain()

    deinit { drain.end() }
}

/// Waits until the readers of a group have left.
final class ReaderDrain: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation
    private let isOver = Lock(false)

    /// An app may keep a view of a provider's flags for ever.
    private static let maximumWait = Duration.seconds(1)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func wait(on time: any TimeSource) async {
        // Reads are short: the last one has usually ended before a timer would be worth it.
        for _ in 0..<16 where !isOver.withLock({ $0 }) { await Task.yield() }
        if isOver.withLock({ $0 }) { return }
        await withDeadline(Self.maximumWait, on: time) { [stream] in for await _ in stream {} }
    }

    /// Ends the wait.
    func end() {
        isOver.withLock { $0 = true }
        continuation.finish()
    }
}
