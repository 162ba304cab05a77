// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What two tables do not share, where flags may have to be made to compare them.
///
/// Flags that are the same byte for byte are not made for the comparison.
struct FlagTableDifference {
    private let old: FlagTable
    private let new: FlagTable
    /// Whether equal flags that are two objects count as a difference.
    private let isOfObjects: Bool

    init(_ old: FlagTable, _ new: FlagTable, isOfObjects: Bool) {
        (self.old, self.new, self.isOfObjects) = (old, new, isOfObjects)
    }

    /// Calls `body` with each key's old and new flag where they may differ, until it returns false.
    func forEach(_ body: (Flag?, Flag?) -> Bool) {
        if old.decided != nil || new.decided != nil { return compareDecided(body) }
        switch (old.base, new.base) {
        case (nil, nil):
            var goesOn = true
            new.chunks.forEachDifference(since: old.chunks) { old, new in if goesOn { goesOn = body(old, new) } }
        case (let before?, let base?) where before.flags === base.flags:
            var touched: [Flag] = []
            new.chunks.forEachDifference(since: old.chunks) { touched += [$0, $1].compactMap(\.self) }
            base.removed.forEachDifference(since: before.removed) { touched += [$0, $1].compactMap(\.self) }
            compare(touched, body)
        case (let before?, let base?) where !isOfObjects && before.flags.index === base.flags.index:
            var touched: [Flag] = []
            for chunks in [old.chunks, new.chunks, before.removed, base.removed] { chunks.forEach { touched.append($0) } }
            compare(touched, body)
        default: compareAll(body)
        }
    }

    /// Compares what the two tables have for the keys of some flags.
    private func compare(_ touched: [Flag], _ body: (Flag?, Flag?) -> Bool) {
        var goesOn = true
        // Each key once.
        FlagChunks(touched).forEach { flag in
            guard goesOn else { return }
            let (before, now) = (old.flag(flag.key, hash: flag.hash), new.flag(flag.key, hash: flag.hash))
            if before !== now { goesOn = body(before, now) }
        }
    }

    private func compareDecided(_ body: (Flag?, Flag?) -> Bool) {
        for flag in new {
            let before = old.flag(flag.key, hash: flag.hash)
            if before !== flag, !body(before, flag) { return }
        }
        for flag in old where !new.has(flag.key, hash: flag.hash) { if !body(flag, nil) { return } }
    }

    private func compareAll(_ body: (Flag?, Flag?) -> Bool) {
        var goesOn = true
        new.chunks.forEach { flag in
            guard goesOn else { return }
            let before = old.flag(flag.key, hash: flag.hash)
            if before !== flag { goesOn = body(before, flag) }
        }
        new.forEachRow { flags, row in
            guard goesOn, mayDiffer(flags, row) else { return }
            let flag = flags.flag(row)
            let before = old.flag(flag.key, hash: flag.hash)
            if before !== flag { goesOn = body(before, flag) }
        }
        old.chunks.forEach { flag in
            if goesOn, !new.has(flag.key, hash: flag.hash) { goesOn = body(flag, nil) }
        }
        old.forEachRow { flags, row in
            guard goesOn, !new.has(flags.index.key(row), hash: flags.index.rows[row].hash) else { return }
            goesOn = body(flags.flag(row), nil)
        }
    }

    /// Whether a row of the new table has to be compared.
    private func mayDiffer(_ flags: LazyFlags, _ row: Int) -> Bool {
        if isOfObjects { return true }
        let (key, hash) = (flags.index.key(row), flags.index.rows[row].hash)
        guard let base = old.base, let other = old.row(key, hash: hash, in: base) else { return true }
        if base.flags.says(other, as: row, of: flags) { return false }
        // Made for this comparison only, unless they differ.
        return flags.passing(row).differs(from: base.flags.passing(other))
    }
}
