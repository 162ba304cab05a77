// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Tables whose flags are made on demand.

extension FlagTable {
    /// Whether some flags may not have been made yet.
    var isLazy: Bool { base != nil }

    /// Whether the table has the same flag as a row of other flags; nil when the bytes alone cannot decide.
    package func hasSame(_ row: Int, of flags: LazyFlags) -> Bool? {
        let (key, hash) = (flags.index.key(row), flags.index.rows[row].hash)
        if chunks.flag(key, hash: hash) != nil { return nil }
        guard let base, let own = self.row(key, hash: hash, in: base) else { return false }
        return base.flags.says(own, as: row, of: flags) && base.flags.origin == flags.origin ? true : nil
    }

    /// Calls `body` with every flag; those that have not been requested yet are made for this call only.
    func forEachPassing(_ body: (Flag) -> Void) {
        if decided != nil { return forEach(body) }
        chunks.forEach(body)
        forEachRow { body($0.passing($1)) }
    }

    /// Calls `body` with each row of the base whose flag is in the table.
    func forEachRow(_ body: (LazyFlags, Int) -> Void) {
        guard let base else { return }
        for row in base.flags.rows where hasRow(row, of: base) { body(base.flags, row) }
    }

    /// Any one of the base's flags; nil when there is none.
    var anyBaseFlag: Flag? {
        guard let base else { return nil }
        return base.flags.rows.first { hasRow($0, of: base) }.map { base.flags.flag($0) }
    }

    /// The flag of the base, if it was not removed.
    func baseFlag(_ key: String, hash: UInt64, _ base: Base) -> Flag? {
        if base.removed.count > 0, base.removed.flag(key, hash: hash) != nil { return nil }
        return base.flags.flag(key, hash: hash)
    }

    /// Whether a key has a flag, without making it.
    func has(_ key: String, hash: UInt64) -> Bool {
        if chunks.flag(key, hash: hash) != nil { return true }
        return base.map { row(key, hash: hash, in: $0) != nil } ?? (decided?.flag(key, hash: hash) != nil)
    }

    /// The row of a key in the base, if its flag is in the table.
    func row(_ key: String, hash: UInt64, in base: Base) -> Int? {
        if chunks.count > 0, chunks.flag(key, hash: hash) != nil { return nil }
        if base.removed.count > 0, base.removed.flag(key, hash: hash) != nil { return nil }
        return base.flags.row(key, hash: hash)
    }

    /// Whether the flag in a row has been neither removed nor replaced.
    private func hasRow(_ row: Int, of base: Base) -> Bool {
        if base.removed.count == 0, chunks.count == 0 { return true }
        let (key, hash) = (base.flags.index.key(row), base.flags.index.rows[row].hash)
        return self.row(key, hash: hash, in: base) != nil
    }
}
