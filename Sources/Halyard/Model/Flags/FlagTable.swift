// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An immutable map from keys to flags whose generations share what did not change.
///
/// Copying a table is free. Setting one flag of a copy costs about a microsecond, also among ten thousand flags: it copies a
/// 64th of the table. Setting more of them costs less for each. A table that a provider or a store read from bytes makes each of
/// its flags on first use, and keeps the bytes. A table is a value and may cross threads.
public struct FlagTable: Sendable {
    /// Flags that are made on demand, and which of them were removed.
    struct Base {
        let flags: LazyFlags
        var removed = FlagChunks()
    }

    /// All flags that were set one by one; they hide those of the base.
    private(set) var chunks: FlagChunks
    /// The flags below those; nil for none.
    private(set) var base: Base?
    /// The flags below those, of a context that rules decide for; nil for none.
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
        chunks = FlagChunks(flags)
        countOfOthers = chunks.count
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
        chunks = forced.chunks
        self.decided = decided
        countOfOthers = 0
    }

    /// Makes a table of flags that are made on demand.
    package init(_ flags: LazyFlags) {
        chunks = FlagChunks()
        base = Base(flags: flags)
        countOfOthers = flags.count
    }

    /// Whether the table holds no flag.
    public var isEmpty: Bool { count == 0 }

    /// All flags, in no particular order.
    private var flags: [Flag] {
        var flags: [Flag] = []
        flags.reserveCapacity(countOfOthers)
        chunks.forEach { flags.append($0) }
        forEachRow { flags.append($0.flag($1)) }
        decided?.forEach { if chunks.flag($0.key, hash: $0.hash) == nil { flags.append($0) } }
        return flags
    }

    /// The flag of a key; nil when the table has none.
    ///
    /// Memory only, allocates nothing, except for the first time in a table that was read from bytes.
    public subscript(key: String) -> Flag? { flag(key, hash: KeyHash.of(key)) }

    /// Sets a flag, replacing an earlier one with its key.
    public mutating func set(_ flag: Flag) {
        let isNew = base != nil && !has(flag.key, hash: flag.hash)
        chunks.set(flag)
        countOfOthers = base == nil ? chunks.count : countOfOthers + (isNew ? 1 : 0)
    }

    /// Removes the flag of a key, if there is one.
    public mutating func remove(_ key: String) {
        let hash = KeyHash.of(key)
        // What rules decide cannot be taken out of them.
        if decided != nil { self = FlagTable(flags) }
        if base != nil {
            guard has(key, hash: hash) else { return }
            if let flag = base?.flags.flag(key, hash: hash) { base?.removed.set(flag) }
            countOfOthers -= 1
        }
        chunks.remove(key, hash: hash)
        if base == nil { countOfOthers = chunks.count }
    }

    /// The keys in ascending order.
    public var keys: [String] {
        if decided != nil { return flags.map(\.key).sorted() }
        var keys: [String] = []
        keys.reserveCapacity(countOfOthers)
        chunks.forEach { keys.append($0.key) }
        forEachRow { keys.append($0.index.key($1)) }
        return keys.sorted()
    }

    func flag(_ key: String, hash: UInt64) -> Flag? {
        // Not asked when they are empty: that would count a reference to memory that all threads share.
        if chunks.count > 0, let flag = chunks.flag(key, hash: hash) { return flag }
        if let base { return baseFlag(key, hash: hash, base) }
        return decided?.flag(key, hash: hash)
    }

    /// Any one of the flags; nil when there is none.
    var anyFlag: Flag? { chunks.anyFlag ?? anyBaseFlag ?? (decided == nil ? nil : flags.first) }

    /// Whether all flags are in the chunks.
    private var isWhole: Bool { base == nil && decided == nil }

    /// True if the tables have the same flag objects.
    ///
    /// Costs no more than the parts that the two tables don't share. Tables that make flags on demand, or whose flags are decided
    /// by rules, have the same flags only if one is a copy of the other.
    func hasSame(as other: FlagTable) -> Bool {
        guard decided === other.decided, base?.flags === other.base?.flags, chunks.hasSame(as: other.chunks) else { return false }
        guard let base, let otherBase = other.base else { return true }
        return base.removed.hasSame(as: otherBase.removed)
    }

    /// Calls `body` with each key's old and new flag where the two are not the same object.
    ///
    /// Costs no more than the parts that the two tables do not share.
    func forEachDifference(since earlier: FlagTable, _ body: (_ old: Flag?, _ new: Flag?) -> Void) {
        if isWhole, earlier.isWhole { return chunks.forEachDifference(since: earlier.chunks, body) }
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
