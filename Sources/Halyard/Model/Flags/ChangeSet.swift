// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// All changes that became visible together, at most one for each key.
///
/// ```swift
/// for await changes in flags.changes where changes[.newNav] != nil {
///     showNewNavigation()
/// }
/// ```
public struct ChangeSet: Sendable {
    private var changes: [String: FlagChange] = [:]

    /// Creates a set.
    ///
    /// Several changes of one key are merged into one, from the old flag of the first to the new flag of the last.
    public init(_ changes: some Sequence<FlagChange> = []) {
        for change in changes { add(change) }
    }

    /// Creates a set of the changes between two tables that an observer would see.
    init(from old: FlagTable, to new: FlagTable) {
        new.forEachChange(since: old) { old, new in
            if let key = (new ?? old)?.key { add(FlagChange(key: key, old: old, new: new)) }
        }
    }

    /// A Boolean value that indicates whether nothing changed.
    public var isEmpty: Bool { changes.isEmpty }

    /// The number of keys that changed.
    public var count: Int { changes.count }

    /// The keys that changed, in ascending order.
    public var keys: [String] { changes.keys.sorted(by: \.self) }

    /// Accesses the change of a key, or `nil` if its flag didn't change.
    public subscript(key: String) -> FlagChange? { changes[key] }

    /// Accesses the change of a typed key, or `nil` if its flag didn't change.
    public subscript<Value>(key: FlagKey<Value>) -> FlagChange? { changes[key.name] }

    /// Merges later changes, so that a slow reader sees one change for each key and no change that was undone.
    public mutating func merge(_ later: ChangeSet) {
        if changes.isEmpty {
            changes = later.changes
            return
        }
        for change in later.changes.values { add(change) }
    }

    /// Returns a copy with the changes of some keys only.
    public func only(_ keys: Set<String>) -> ChangeSet {
        filtered { keys.contains($0.key) }
    }

    /// Returns a copy without changes of overrides and kill switch values.
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
    /// Returns an iterator over the changes in the order of their keys.
    public func makeIterator() -> IndexingIterator<[FlagChange]> {
        changes.values.sorted(by: \.key).makeIterator()
    }
}
