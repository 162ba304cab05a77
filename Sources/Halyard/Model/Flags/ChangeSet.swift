// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// All changes that became visible together, at most one for each key.
///
/// The flags of a lazy table are made when the changes are first read.
public struct ChangeSet: Sendable {
    /// The changes by key, or what is needed to find them.
    private enum Content: Sendable {
        case listed([String: FlagChange])
        case pending(PendingChanges)
    }

    private var content: Content

    private var changes: [String: FlagChange] {
        switch content {
        case .listed(let changes): changes
        case .pending(let pending): pending.changes
        }
    }

    /// Makes a set; several changes of one key are merged, from the first's old side to the last's new side.
    public init(_ changes: some Sequence<FlagChange> = []) {
        var merged: [String: FlagChange] = [:]
        for change in changes { Self.add(change, to: &merged) }
        content = .listed(merged)
    }

    /// Makes a set of what an observer of one table sees change in the next.
    init(from old: FlagTable, to new: FlagTable) {
        self.init(old.isLazy || new.isLazy ? [] : new.changes(since: old))
        if old.isLazy || new.isLazy { content = .pending(PendingChanges(from: old, to: new)) }
    }

    /// Whether nothing changed.
    public var isEmpty: Bool {
        switch content {
        case .listed(let changes): changes.isEmpty
        case .pending(let pending): pending.isEmpty
        }
    }

    /// How many keys changed.
    public var count: Int { changes.count }

    /// The keys that changed, in ascending order.
    public var keys: [String] { changes.keys.sorted() }

    /// The change of a key; nil when it did not change.
    public subscript(key: String) -> FlagChange? { changes[key] }

    /// The change of a typed key; nil when it did not change.
    public subscript<Value>(key: FlagKey<Value>) -> FlagChange? { changes[key.name] }

    /// Merges later changes, so that a slow reader sees one change for each key and none that was undone.
    public mutating func merge(_ later: ChangeSet) {
        if case .listed(let changes) = content, changes.isEmpty {
            content = later.content
            return
        }
        if case .listed(let changes) = later.content, changes.isEmpty { return }
        var merged = changes
        for change in later.changes.values { Self.add(change, to: &merged) }
        content = .listed(merged)
    }

    /// The set without the changes of other keys.
    public func only(_ keys: Set<String>) -> ChangeSet {
        filtered { keys.contains($0.key) }
    }

    /// The set without flags that lie on top of every provider.
    func withoutForced() -> ChangeSet {
        if case .pending(let pending) = content, !pending.hasForced { return self }
        let isForced = { (flag: Flag?) in flag?.origin.isForced == true }
        guard changes.values.contains(where: { isForced($0.old) || isForced($0.new) }) else { return self }
        return filtered { !isForced($0.old) && !isForced($0.new) }
    }

    private func filtered(_ isWanted: (FlagChange) -> Bool) -> ChangeSet {
        var selected = self
        selected.content = .listed(changes.filter { isWanted($0.value) })
        return selected
    }

    private static func add(_ change: FlagChange, to changes: inout [String: FlagChange]) {
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
        changes.values.sorted { $0.key < $1.key }.makeIterator()
    }
}
