// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider's table with a client's own flags on top of it.
///
/// A change of either costs as much as what differs, or as what lies on top if that is less; what is the same is shared.
struct OverlaidTable: Sendable {
    /// The provider's flags.
    private(set) var base: FlagTable
    /// The client's own flags, which take precedence.
    private(set) var top = FlagTable()
    /// The table that is read.
    private(set) var table: FlagTable

    init(_ base: FlagTable = FlagTable()) {
        (self.base, table) = (base, base)
    }

    /// Replaces the provider's table below.
    mutating func setBase(_ new: FlagTable) {
        let old = base
        base = new
        if top.isEmpty {
            table = new
            return
        }
        var differences: [(key: String, flag: Flag?)] = []
        new.forEachDifference(since: old) { old, new in
            if let key = (new ?? old)?.key { differences.append((key, new)) }
        }
        if differences.count > top.count {
            table = new
            for flag in top { table.set(flag) }
            return
        }
        for (key, flag) in differences where top[key] == nil { put(key, flag) }
    }

    /// Replaces the client's own flags on top.
    mutating func setTop(_ new: FlagTable) {
        let old = top
        top = new
        new.forEachDifference(since: old) { old, new in
            if let key = (new ?? old)?.key { put(key, new ?? base[key]) }
        }
    }

    private mutating func put(_ key: String, _ flag: Flag?) {
        if let flag { table.set(flag) } else { table.remove(key) }
    }
}
