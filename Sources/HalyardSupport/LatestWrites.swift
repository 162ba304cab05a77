// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Hands values to a slow writer, one at a time; of several that wait under one key only the newest is written.
///
/// So what waits is bounded by the number of keys, and an older value never overwrites a newer one.
package final class LatestWrites<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var waiting: [(key: Key, value: Value)] = []
        var isWriting = false
        var settling: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())
    private let write: @Sendable (Key, Value) async -> Void

    /// Makes a queue in front of a writer, which is called from a task of the queue's own.
    package init(_ write: @escaping @Sendable (Key, Value) async -> Void) {
        self.write = write
    }

    /// Puts a value in line, in the place of one that waits under the same key; may be called under a lock.
    package func put(_ key: Key, _ value: Value) {
        let isIdle = state.withLock { state -> Bool in
            state.waiting.removeAll { $0.key == key }
            state.waiting.append((key, value))
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isIdle { Task { await self.drain() } }
    }

    /// Takes what waits under some keys out of the line; what is being written just now still is.
    package func remove(where isUnwanted: (Key) -> Bool) {
        state.withLock { state in state.waiting.removeAll { isUnwanted($0.key) } }
    }

    /// Returns when everything that was put in line before has been written.
    package func settle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state -> Bool in
                if state.isWriting { state.settling.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume() }
        }
    }

    private func drain() async {
        while let next = next() { await write(next.key, next.value) }
    }

    /// The next value; nil when nothing waits, which also resumes the callers of ``settle()``.
    private func next() -> (key: Key, value: Value)? {
        let (next, settling) = state.withLock {
            state -> ((key: Key, value: Value)?, [CheckedContinuation<Void, Never>])
            in
            if !state.waiting.isEmpty { return (state.waiting.removeFirst(), []) }
            state.isWriting = false
            defer { state.settling = [] }
            return (nil, state.settling)
        }
        for continuation in settling { continuation.resume() }
        return next
    }
}
