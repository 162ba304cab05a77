// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One key's change: it appeared, went away, or has another value or variant.
public struct FlagChange: Sendable {
    /// The flag's name.
    public let key: String
    /// The flag before; nil when it was not there.
    public let old: Flag?
    /// The flag now; nil when it is gone.
    public let new: Flag?

    /// Makes a change.
    public init(key: String, old: Flag?, new: Flag?) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension FlagChange: CustomStringConvertible {
    /// The key with the value before and after: `new-nav: false -> true`.
    public var description: String {
        "\(key): \(old.map { $0.value.description } ?? "absent") -> \(new.map { $0.value.description } ?? "absent")"
    }
}

/// All changes that became visible together, at most one for each key.
public struct ChangeSet: Sendable {
    private var changes: [String: FlagChange]

    /// Makes a set; of several changes of one key, the first's old side meets the last's new side.
    public init(_ changes: some Sequence<FlagChange> = []) {
        self.changes = [:]
        for change in changes { add(change) }
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { changes.isEmpty }

    /// How many keys changed.
    public var count: Int { changes.count }

    /// The keys that changed, in ascending order.
    public var keys: [String] { changes.keys.sorted() }

    /// The change of a key; nil when it did not change.
    public subscript(key: String) -> FlagChange? { changes[key] }

    /// The change of a typed key; nil when it did not change.
    public subscript<Value>(key: FlagKey<Value>) -> FlagChange? { changes[key.name] }

    /// Appends what happened later, so that a slow reader sees one change for each key and none that was undone.
    public mutating func merge(_ later: ChangeSet) {
        for change in later.changes.values { add(change) }
    }

    /// The set without the changes of other keys.
    public func only(_ keys: Set<String>) -> ChangeSet {
        var selected = self
        selected.changes = changes.filter { keys.contains($0.key) }
        return selected
    }

    /// The set without what lies on top of every provider.
    func withoutOverlay() -> ChangeSet {
        let isOverlay = { (flag: Flag?) in flag?.origin.isOverlay == true }
        guard changes.values.contains(where: { isOverlay($0.old) || isOverlay($0.new) }) else { return self }
        var selected = self
        selected.changes = changes.filter { !isOverlay($0.value.old) && !isOverlay($0.value.new) }
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
        changes.values.sorted { $0.key < $1.key }.makeIterator()
    }
}
