// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The changes from one table to the next, found on demand.
///
/// Keeps both tables, which share what did not change.
final class PendingChanges: Sendable {
    private let old: FlagTable
    private let new: FlagTable
    private let found = Lock<(isEmpty: Bool?, changes: [String: FlagChange]?)>((nil, nil))

    init(from old: FlagTable, to new: FlagTable) {
        (self.old, self.new) = (old, new)
    }

    /// Whether there are none.
    var isEmpty: Bool {
        if let known = found.withLock({ $0.isEmpty ?? $0.changes?.isEmpty }) { return known }
        let isEmpty = !new.hasChanges(since: old)
        found.withLock { $0.isEmpty = isEmpty }
        return isEmpty
    }

    /// The changes by key.
    var changes: [String: FlagChange] {
        if let known = found.withLock({ $0.changes }) { return known }
        // Found outside of the lock; two concurrent readers find the same.
        let changes = Dictionary(new.changes(since: old).map { ($0.key, $0) }) { _, last in last }
        found.withLock { $0.changes = changes }
        return changes
    }

    /// Whether a flag that lies on top of every provider may be among them; such flags are never made from bytes.
    var hasForced: Bool {
        var hasForced = false
        for table in [old, new] { table.chunks.forEach { hasForced = hasForced || $0.origin.isForced } }
        return hasForced
    }
}
