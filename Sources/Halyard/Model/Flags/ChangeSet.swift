// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// All changes that became visible together, at most one for each key.
public struct ChangeSet: Sendable {
    private var changes: [String: FlagChange] = [:]

    /// Makes a set; several changes of one key are merged, from the first's old side to the last's new side.
    public init(_ changes: some Sequence<FlagChange> = []) {
        for change in changes { add(change) }
    }

    /// Makes a set of what an observer of one table sees change in the next.
    init(from old: FlagTable, to new: FlagTable) {
        new.forEachChange(since: old) { old, new in
            if let key = (new ?? old)?.key { add(FlagChange(key: key, old: old, new: new)) }
        }
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { changes.isEmpty }

    /// How many keys changed.
    public var count: Int { changes.count }

    /// The keys that changed, in ascending order.
    public var keys: [String] { changes.keys.sorted(by: \.self) }

    /// The change of a key; nil when it did not change.
    public subscript(key: String) -> FlagChange? { changes[key] }

    /// The change of a typed key; nil when it did not change.
    public subscript<Value>(key: FlagKey<Value>) -> FlagChange? { changes[key.name] }

    /// Merges later changes, so that a slow reader sees one change for each key and none that was undone.
    public mutating func merge(_ later: ChangeSet) {
        if changes.isEmpty {
            changes = later.changes
            return
        }
        for change in later.changes.values { add(change) }
    }

    /// The set without the changes of other keys.
    public func only(_ keys: Set<String>) -> ChangeSet {
        filtered { keys.contains($0.key) }
    }

    /// The set without flags that lie on top of every provider.
    func withoutForced() -> ChangeSet {
        let isForced = { (flag: EvaluatedFlag?) in flag?.origin.isForced == true }
        guard changes.values.contains(where: { isForced($0.old) || isForced($0.new) }) else { return self }
        return filtered { !isForced($0.old) && !isForced($0.new) }
    }

    private func filtered(_ isWanted: (FlagChange) -> Bool) -> ChangeSet {
        var selected = self
        selected.changes = changes.filter { isWanted($0.value) }
        return selected
    }

    private mutating func add(_ change: FlagChange) {
        let merged = FlagChange(
            key: change.key, old: changes[change.key].map(\.old) ?? change.old, new: change.new)
        let isUndone =
            switch (merged.old, merged.new) {
            case (nil, nil): true
            case (let old?, let new?): !new.differs(from: old)
            default: false
            }
        changes[change.key] = isUndone ? nil : merged
    }
}

extension ChangeSet: Sequence {
    /// Walks over the changes in the order of their keys.
    public func makeIterator() -> IndexingIterator<[FlagChange]> {
        changes.values.sorted(by: \.key).makeIterator()
    }
}
