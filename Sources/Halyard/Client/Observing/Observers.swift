// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The observations of a client, by their owners.
///
/// An observation ends with the first update after its owner was released. Without an update, it ends when the number of
/// observations has doubled.
@MainActor
final class Observers {
    private struct Entry {
        weak var owner: AnyObject?
        let task: Task<Void, Never>
    }

    private var entries: [Entry] = []
    /// The number of observations that triggers the next cleanup.
    private var limit = 64

    nonisolated init() {}

    func add(_ owner: AnyObject, _ task: Task<Void, Never>) {
        if entries.count >= limit { removeReleased() }
        entries.append(Entry(owner: owner, task: task))
    }

    private func removeReleased() {
        for entry in entries where entry.owner == nil { entry.task.cancel() }
        entries.removeAll { $0.owner == nil || $0.task.isCancelled }
        limit = max(64, 2 * entries.count)
    }
}
