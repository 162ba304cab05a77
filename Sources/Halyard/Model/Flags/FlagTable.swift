// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An immutable map from keys to flags whose generations share what did not change.
///
/// Copying a table is free; setting one flag costs the same few hundred nanoseconds among a hundred flags and among ten
/// thousand (it copies one path of a trie). A table that a provider or a store read from bytes makes each of its flags on
/// first use, and keeps the bytes. A table is a value and may cross threads.
public struct FlagTable: Sendable {
    /// Flags that are made on demand, and which of them were removed.
    struct Base {
        let flags: LazyFlags
        var removed = FlagTrie([])
    }

    /// All flags that were set one by one; they hide those of the base.
    private(set) var trie: FlagTrie
    /// The flags below the trie; nil for none.
    private(set) var base: Base?
    /// The flags below the trie of a context that rules decide for; nil for none.
    ///
    /// There is no base then.
    private(set) var decided: DecidedFlags?
    private var countOfOthers: Int
    /// The number of flags in the table.
    ///
    /// Where rules decide them, each is decided to be counted.
    public var count: Int { decided == nil ? countOfOthers : flags.count }

    /// No flags.
    static let empty = FlagTable()

    /// Makes a table; of several flags with one key, the last wins.
    public init(_ flags: some Sequence<Flag> = []) {
        trie = FlagTrie(Array(flags))
        countOfOthers = trie.count
    }

    /// Makes a table in which a flag that is equal to the earlier table's is the same object, as clients count by it.
    ///
    /// - Parameters:
    ///   - flags: The flags; of several with one key, the last wins.
    ///   - earlier: What was published before, such as the table of ``FlagRequest/resume``.
    public init(_ flags: some Sequence<Flag>, reusing earlier: FlagTable) {
        self.init(
            flags.map { flag in
                if let known = earlier.flag(flag.key, hash: flag.hash), known.isEqual(to: flag) { known } else { flag }
            })
    }

    /// Makes a table of flags that rules decide, and flags that hide them.
    init(_ decided: DecidedFlags, below forced: FlagTable = .empty) {
        trie = forced.trie
        self.decided = decided
        countOfOthers = 0
    }

    /// Makes a table of flags that are made on demand.
    package init(_ flags: LazyFlags) {
        trie = FlagTrie([])
        base = Base(flags: flags)
        countOfOthers = flags.count
    }

    /// Whether the table holds no flag.
    public var isEmpty: Bool { count == 0 }

    /// All flags, in no particular order.
    private var flags: [Flag] {
        var flags: [Flag] = []
        flags.reserveCapacity(countOfOthers)
        trie.forEach { flags.append($0) }
        forEachRow { flags.append($0.flag($1)) }
        decided?.forEach { if trie.flag($0.key, hash: $0.hash) == nil { flags.append($0) } }
        return flags
    }

    /// The flag of a key; nil when the table has none.
    ///
    /// Memory only, allocates nothing, except for the first time in a table that was read from bytes.
    public subscript(key: String) -> Flag? { flag(key, hash: KeyHash.of(key)) }

    /// Sets a flag, replacing an earlier one with its key.
    public mutating func set(_ flag: Flag) {
        let isNew = base != nil && !has(flag.key, hash: flag.hash)
        trie = trie.setting(flag)
        countOfOthers = base == nil ? trie.count : countOfOthers + (isNew ? 1 : 0)
    }

    /// Removes the flag of a key, if there is one.
    public mutating func remove(_ key: String) {
        let hash = KeyHash.of(key)
        // What rules decide cannot be taken out of them.
        if decided != nil { self = FlagTable(flags) }
        if base != nil {
            guard has(key, hash: hash) else { return }
            if let base, let flag = base.flags.flag(key, hash: hash) { self.base?.removed = base.removed.setting(flag) }
            countOfOthers -= 1
        }
        trie = trie.removing(key, hash: hash)
        if base == nil { countOfOthers = trie.count }
    }

    /// The keys in ascending order.
    public var keys: [String] {
        if decided != nil { return flags.map(\.key).sorted() }
        var keys: [String] = []
        keys.reserveCapacity(countOfOthers)
        trie.forEach { keys.append($0.key) }
        forEachRow { keys.append($0.index.key($1)) }
        return keys.sorted()
    }

    func flag(_ key: String, hash: UInt64) -> Flag? {
        // Not asked when it is empty: that would count a reference to a node that all threads share.
        if trie.count > 0, let flag = trie.flag(key, hash: hash) { return flag }
        if let base { return baseFlag(key, hash: hash, base) }
        return decided?.flag(key, hash: hash)
    }

    /// Any one of the flags; nil when there is none.
    var anyFlag: Flag? { trie.anyFlag ?? anyBaseFlag ?? (decided == nil ? nil : flags.first) }

    /// Whether all flags are in the trie.
    private var isWhole: Bool { base == nil && decided == nil }

    /// True if one table is a copy of the other, so that both have the same flags.
    ///
    /// Costs a few comparisons of references. Two tables with equal flags that were built separately give false.
    func isSame(as other: FlagTable) -> Bool {
        trie === other.trie && decided === other.decided && base?.flags === other.base?.flags
            && base?.removed === other.base?.removed
    }

    /// Calls `body` with each key's old and new flag where the two are not the same object.
    ///
    /// Costs no more than the parts that the two tables do not share.
    func forEachDifference(since earlier: FlagTable, _ body: (_ old: Flag?, _ new: Flag?) -> Void) {
        if isWhole, earlier.isWhole { return trie.forEachDifference(since: earlier.trie, body) }
        FlagTableDifference(earlier, self, isOfObjects: true).forEach { old, new in
            body(old, new)
            return true
        }
    }

    /// The flags that an observer of the earlier table would see change, in the order of their keys.
    ///
    /// Costs no more than the parts that the two tables do not share.
    public func changes(since earlier: FlagTable) -> [FlagChange] {
        var changes: [FlagChange] = []
        forEachChange(since: earlier) { old, new in
            if let key = (new ?? old)?.key { changes.append(FlagChange(key: key, old: old, new: new)) }
            return true
        }
        return changes.sorted { $0.key < $1.key }
    }

    /// Whether ``changes(since:)`` would return any.
    package func hasChanges(since earlier: FlagTable) -> Bool {
        if earlier.isEmpty || isEmpty { return isEmpty != earlier.isEmpty }
        var hasAny = false
        forEachChange(since: earlier) { _, _ in
            hasAny = true
            return false
        }
        return hasAny
    }

    private func forEachChange(since earlier: FlagTable, _ body: (Flag?, Flag?) -> Bool) {
        FlagTableDifference(earlier, self, isOfObjects: false).forEach { old, new in
            if let old, let new, !new.differs(from: old) { return true }
            return body(old, new)
        }
    }
}

extension FlagTable: Sequence {
    /// Walks over the flags, in no particular order.
    public func makeIterator() -> IndexingIterator<[Flag]> { flags.makeIterator() }
}

extension FlagTable: ExpressibleByArrayLiteral {
    /// Makes a table of the given flags.
    public init(arrayLiteral elements: Flag...) { self.init(elements) }
}
