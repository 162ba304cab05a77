// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An immutable map from keys to flags whose generations share what did not change.
///
/// Copying a table is free; setting one flag costs the same few hundred nanoseconds among a hundred flags and among ten
/// thousand (it copies one path of a trie). A table is a value and may cross threads.
public struct FlagTable: Sendable {
    private var trie: FlagTrie

    /// Makes a table; of several flags with one key the last stays.
    public init(_ flags: some Sequence<Flag> = []) {
        trie = FlagTrie(Array(flags))
    }

    /// How many flags the table holds.
    public var count: Int { trie.count }

    /// Whether the table holds no flag.
    public var isEmpty: Bool { count == 0 }

    /// The flag of a key; nil when the table has none.
    ///
    /// Memory only, allocates nothing.
    public subscript(key: String) -> Flag? { flag(key, hash: KeyHash.of(key)) }

    /// Puts a flag in, in the place of an earlier one with its key.
    public mutating func set(_ flag: Flag) { trie = trie.setting(flag) }

    /// Takes the flag of a key out, if there is one.
    public mutating func remove(_ key: String) { trie = trie.removing(key, hash: KeyHash.of(key)) }

    /// The keys in ascending order.
    public var keys: [String] { map(\.key).sorted() }

    func flag(_ key: String, hash: UInt64) -> Flag? { trie.flag(key, hash: hash) }

    /// Any one of the flags; nil when there is none.
    var anyFlag: Flag? { trie.anyFlag }

    /// Calls `body` with each key's old and new flag where the two are not the same object.
    ///
    /// Costs no more than the parts that the two tables do not share.
    func forEachDifference(since earlier: FlagTable, _ body: (_ old: Flag?, _ new: Flag?) -> Void) {
        trie.forEachDifference(since: earlier.trie, body)
    }

    /// The flags that an observer of the earlier table would see change, in the order of their keys.
    ///
    /// Costs no more than the parts that the two tables do not share.
    public func changes(since earlier: FlagTable) -> [FlagChange] {
        var changes: [FlagChange] = []
        trie.forEachDifference(since: earlier.trie) { old, new in
            if let old, let new, !new.differs(from: old) { return }
            if let key = (new ?? old)?.key { changes.append(FlagChange(key: key, old: old, new: new)) }
        }
        return changes.sorted { $0.key < $1.key }
    }
}

extension FlagTable: Sequence {
    /// Walks over the flags, in no particular order.
    public func makeIterator() -> IndexingIterator<[Flag]> {
        var flags: [Flag] = []
        flags.reserveCapacity(count)
        trie.forEach { flags.append($0) }
        return flags.makeIterator()
    }
}

extension FlagTable: ExpressibleByArrayLiteral {
    /// Makes a table of the given flags.
    public init(arrayLiteral elements: Flag...) { self.init(elements) }
}
