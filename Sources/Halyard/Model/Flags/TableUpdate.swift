// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Turns a table into one that holds exactly the flags of a new text, so that a flag that has not changed stays the same
/// object.
///
/// If little changed, the table is patched; if much changed, it is replaced.
package struct TableUpdate {
    private let earlier: FlagTable
    private let flags: LazyFlags
    /// Flags that are not among those of the text's rows.
    private var kept: [Flag] = []
    private var added: [Flag] = []

    /// Begins an update.
    package init(of earlier: FlagTable, to flags: LazyFlags) {
        (self.earlier, self.flags) = (earlier, flags)
    }

    /// Records a flag of the earlier table that stays.
    package mutating func keep(_ flag: Flag) { kept.append(flag) }

    /// Records a flag that is new, or replaces an earlier one.
    package mutating func add(_ flag: Flag) { added.append(flag) }

    /// The new table; nil when it would equal the earlier one.
    ///
    /// - Parameter isSame: Whether a flag is the one in a row's JSON, where the bytes alone cannot decide.
    package func table(isSame: (Flag, FlagValue) -> Bool) -> FlagTable? {
        if earlier.isEmpty { return flags.count + added.count == 0 ? nil : exchanged(same: []) }
        var (changed, same) = ([Int](), [Int]())
        for row in flags.rows { if says(row, isSame) { same.append(row) } else { changed.append(row) } }
        // Everything from before is still there, so there can be nothing else.
        if changed.isEmpty, added.isEmpty, same.count + kept.count == earlier.count { return nil }
        return changed.count > same.count / 4 ? exchanged(same: same) : patched(changed)
    }

    private func says(_ row: Int, _ isSame: (Flag, FlagValue) -> Bool) -> Bool {
        if let known = earlier.hasSame(row, of: flags) { return known }
        guard let flag = earlier.flag(flags.index.key(row), hash: flags.index.rows[row].hash) else { return false }
        return flag.origin == flags.origin && isSame(flag, flags.index.json(row))
    }

    private func exchanged(same: [Int]) -> FlagTable {
        for row in same {
            if let flag = earlier.flag(flags.index.key(row), hash: flags.index.rows[row].hash) { flags.take(row, flag) }
        }
        var table = FlagTable(flags)
        for flag in kept + added { table.set(flag) }
        return table
    }

    private func patched(_ changed: [Int]) -> FlagTable {
        var table = earlier
        for row in changed { table.set(flags.flag(row)) }
        for flag in added { table.set(flag) }
        let others = Set((kept + added).map(\.key))
        for key in earlier.keys where flags.row(key, hash: KeyHash.of(key)) == nil && !others.contains(key) {
            table.remove(key)
        }
        return table
    }
}
