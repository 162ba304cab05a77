// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The flags of one context, either from a table, or from rules, which evaluate a flag when it's read.
///
/// This is an immutable value.
struct ContextFlags: Sendable {
    static let none = ContextFlags(.empty)

    /// Flags from a table, which hide flags from rules.
    private let known: FlagTable
    /// The flags that rules evaluate, or `nil` for none.
    private let decided: DecidedFlags?

    /// Creates the flags of a table.
    init(_ table: FlagTable) {
        known = table
        decided = nil
    }

    /// Creates the flags that rules evaluate, below flags that hide them.
    init(_ decided: DecidedFlags, below forced: FlagTable = .empty) {
        known = forced
        self.decided = decided
    }

    /// All flags.
    ///
    /// Evaluates each flag if rules evaluate them. Otherwise it's free.
    var table: FlagTable {
        guard let decided else { return known }
        var table = FlagTable(decided)
        for flag in known { table.set(flag) }
        return table
    }

    /// Any one of the flags, or `nil` if there's none.
    var anyFlag: EvaluatedFlag? { known.anyFlag ?? decided?.anyFlag }

    /// Returns the flag of a key, or `nil` if there's none.
    ///
    /// Allocates nothing.
    func flag(_ key: String, hash: UInt64) -> EvaluatedFlag? {
        // An empty table is skipped, because a lookup would count a reference to memory that all threads share.
        if !known.isEmpty, let flag = known.flag(key, hash: hash) { return flag }
        return decided?.flag(key, hash: hash)
    }

    /// Returns these flags below flags that hide them.
    func below(_ forced: FlagTable) -> ContextFlags {
        if let decided, known.isEmpty { return ContextFlags(decided, below: forced) }
        var table = table
        for flag in forced { table.set(flag) }
        return ContextFlags(table)
    }

    /// Returns true if both have the same flag objects.
    ///
    /// Costs no more than the parts of the tables that aren't shared. Flags that rules evaluate are the same only in a copy.
    func hasSame(as other: ContextFlags) -> Bool { decided === other.decided && known.hasSame(as: other.known) }
}
