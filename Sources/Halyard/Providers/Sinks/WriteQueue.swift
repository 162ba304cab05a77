// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Accepts elements on any thread, and writes them in order on a thread that can block.
///
/// Adding an element costs a short lock, and a task if nothing is being written. A writer runs only while there is something to
/// write.
final class WriteQueue<Element: Sendable>: Sendable {
    private struct State: ~Copyable {
        var machine: WriteMachine<Element>
        var feed: EventFeed?
        var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastFlush = 0
    }

    private let state: Lock<State>
    private let write: @Sendable ([Element]) -> WriteReport

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - target: The name of the destination in diagnostics.
    ///   - capacity: The maximum number of queued elements, without the elements of the current write.
    ///   - write: Writes a batch. It can block, and is called for one batch at a time.
    init(target: String, capacity: Int, write: @escaping @Sendable ([Element]) -> WriteReport) {
        state = Lock(State(machine: WriteMachine(target: target, capacity: capacity)))
        self.write = write
    }

    var droppedCount: Int { state.withLock { $0.machine.droppedCount } }

    func attach(_ feed: EventFeed) { state.withLock { $0.feed = feed } }

    func add(_ element: Element) {
        if state.withLock({ $0.machine.add(element) }) { startWriter() }
    }

    /// Returns when all elements that are currently queued have been written, or writing has failed.
    func flush() async {
        await withCheckedContinuation { continuation in
            let (waits, starts) = state.withLock { state in
                state.lastFlush += 1
                let (waits, starts) = state.machine.flush(state.lastFlush)
                if waits { state.continuations[state.lastFlush] = continuation }
                return (waits, starts)
            }
            if starts { startWriter() }
            if !waits { continuation.resume() }
        }
    }

    func discard(where isUnwanted: @escaping @Sendable (Element) -> Bool) {
        state.withLock { $0.machine.discard(where: isUnwanted) }
    }

    private func startWriter() {
        Task {
            var finished: WriteMachine<Element>.Finished?
            while let batch = advance(finished) {
                finished = .init(batch: batch, report: await BlockingWork.run { self.write(batch) })
            }
        }
    }

    private func advance(_ finished: WriteMachine<Element>.Finished?) -> [Element]? {
        let (effects, feed, continuations) = state.withLock { state in
            let effects = state.machine.advance(finished)
            return (effects, state.feed, effects.flushed.compactMap { state.continuations.removeValue(forKey: $0) })
        }
        for diagnostic in effects.diagnostics { feed?.report(diagnostic) }
        for continuation in continuations { continuation.resume() }
        return effects.batch
    }
}
