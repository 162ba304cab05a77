// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An immutable map from keys to flags whose copies share the unchanged parts.
///
/// Copying a table is free. Setting a flag copies 1/64 of the table, which takes about a microsecond for ten thousand
/// flags. If you set many flags, each costs less. A table is a value and can be used on any thread.
public struct FlagTable: Sendable {
    private var chunks: FlagChunks
    /// The number of flags in the table.
    public var count: Int { chunks.count }

    /// An empty table.
    static let empty = FlagTable()

    /// Creates a table.
    ///
    /// If several flags have the same key, the last one wins.
    public init(_ flags: some Sequence<EvaluatedFlag> = []) {
        chunks = FlagChunks(Array(flags))
    }

    /// Creates a table that reuses the objects of equal flags in an earlier table, because clients count evaluations by object.
    ///
    /// - Parameters:
    ///   - flags: The flags. If several have the same key, the last one wins.
    ///   - earlier: The previous table, such as the table of ``FlagRequest/resume``.
    public init(_ flags: some Sequence<EvaluatedFlag>, reusing earlier: FlagTable) {
        self.init(
            flags.map { flag in
                if let known = earlier.flag(flag.key, hash: flag.hash), known.isEqual(to: flag) { known } else { flag }
            })
    }

    /// A Boolean value that indicates whether the table is empty.
    public var isEmpty: Bool { count == 0 }

    /// All flags, in no particular order.
    private var flags: [EvaluatedFlag] {
        var flags: [EvaluatedFlag] = []
        flags.reserveCapacity(chunks.count)
        chunks.forEach { flags.append($0) }
        return flags
    }

    /// Accesses the flag of a key, or `nil` if the table has none.
    ///
    /// Allocates nothing.
    public subscript(key: String) -> EvaluatedFlag? { flag(key, hash: KeyHash.of(key)) }

    /// Sets a flag, replacing an earlier one with its key.
    public mutating func set(_ flag: EvaluatedFlag) { chunks.set(flag) }

    /// Removes the flag of a key, if there is one.
    public mutating func remove(_ key: String) { chunks.remove(key, hash: KeyHash.of(key)) }

    /// The keys in ascending order.
    public var keys: [String] { flags.map(\.key).sorted() }

    func flag(_ key: String, hash: UInt64) -> EvaluatedFlag? { chunks.flag(key, hash: hash) }

    /// Any one of the flags, or `nil` if there's none.
    var anyFlag: EvaluatedFlag? { chunks.anyFlag }

    /// Returns true if the tables have the same flag objects.
    ///
    /// Costs no more than the parts that the two tables don't share.
    func hasSame(as other: FlagTable) -> Bool { chunks.hasSame(as: other.chunks) }

    /// Calls `body` with the old and the new flag of each key if they aren't the same object.
    ///
    /// Costs no more than the parts that the two tables don't share.
    func forEachDifference(since earlier: FlagTable, _ body: (_ old: EvaluatedFlag?, _ new: EvaluatedFlag?) -> Void) {
        chunks.forEachDifference(since: earlier.chunks, body)
    }

    /// Returns the changes that an observer of the earlier table would see, in the order of their keys.
    ///
    /// Costs no more than the parts that the two tables don't share.
    public func changes(since earlier: FlagTable) -> [FlagChange] {
        var changes: [FlagChange] = []
        forEachChange(since: earlier) { old, new in
            if let key = (new ?? old)?.key { changes.append(FlagChange(key: key, old: old, new: new)) }
        }
        return changes.sorted(by: \.key)
    }

    /// Returns true if ``changes(since:)`` would return any.
    package func hasChanges(since earlier: FlagTable) -> Bool {
        if earlier.isEmpty || isEmpty { return isEmpty != earlier.isEmpty }
        var hasAny = false
        forEachChange(since: earlier) { _, _ in hasAny = true }
        return hasAny
    }

    /// Calls `body` with the old and the new flag of each change that an observer of the earlier table would see.
    func forEachChange(since earlier: FlagTable, _ body: (EvaluatedFlag?, EvaluatedFlag?) -> Void) {
        forEachDifference(since: earlier) { old, new in
            if let old, let new, !new.differs(from: old) { return }
            body(old, new)
        }
    }
}

extension FlagTable: Sequence {
    /// Returns an iterator over the flags, in no particular order.
    public func makeIterator() -> IndexingIterator<[EvaluatedFlag]> { flags.makeIterator() }
}

extension FlagTable: ExpressibleByArrayLiteral {
    /// Creates a table of the given flags.
    public init(arrayLiteral elements: EvaluatedFlag...) { self.init(elements) }
}
