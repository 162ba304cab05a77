// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Passes values to a slow writer, one at a time.
///
/// If several values wait under one key, only the newest is written. So the number of waiting values is at most the number of
/// keys, and an older value never overwrites a newer one. Safe to use from any thread.
package final class LatestWrites<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let waiting = Lock<[(key: Key, value: Value)]>([])
    private let work = SerialWork()
    private let write: @Sendable (Key, Value) async -> Void

    /// Creates a queue in front of a writer, which runs in tasks of the queue.
    package init(_ write: @escaping @Sendable (Key, Value) async -> Void) {
        self.write = write
    }

    /// Adds a value at the end of the queue, and removes a value that waits under the same key.
    ///
    /// Doesn't call the writer, so you can call this under a lock.
    package func enqueue(_ key: Key, _ value: Value) {
        waiting.withLock { waiting in
            let count = waiting.count
            waiting.removeAll { $0.key == key }
            waiting.append((key, value))
            // Each waiting value has one task, which writes the value that is first when the task runs.
            if waiting.count > count { work.enqueue { await self.writeFirst() } }
        }
    }

    /// Removes the waiting values of some keys, but not the value that is being written.
    package func remove(where isUnwanted: (Key) -> Bool) {
        waiting.withLock { waiting in waiting.removeAll { isUnwanted($0.key) } }
    }

    /// Returns when all earlier values have been written.
    package func settle() async { await work.run {} }

    private func writeFirst() async {
        if let first = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { await write(first.key, first.value) }
    }
}
