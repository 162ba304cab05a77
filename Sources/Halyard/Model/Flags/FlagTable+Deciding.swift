// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagTable {
    /// Makes a table of all flags that are decided.
    ///
    /// - Parameter earlier: A table before; where little is other than in it, the rest is shared.
    init(_ decided: DecidedFlags, sharing earlier: FlagTable?) {
        guard var table = earlier, !table.isEmpty, table.decided == nil else {
            var flags: [Flag] = []
            flags.reserveCapacity(decided.set.keys.count)
            decided.forEach { flags.append($0) }
            self.init(flags)
            return
        }
        var (changed, count): ([Flag], Int) = ([], 0)
        decided.forEach { flag in
            count += 1
            if table.flag(flag.key, hash: flag.hash) !== flag { changed.append(flag) }
        }
        if changed.count > count / 4 {
            self.init(decided, sharing: nil)
            return
        }
        for flag in changed { table.set(flag) }
        if table.count > count {
            for key in table.keys where decided.flag(key, hash: KeyHash.of(key)) == nil { table.remove(key) }
        }
        self = table
    }
}
