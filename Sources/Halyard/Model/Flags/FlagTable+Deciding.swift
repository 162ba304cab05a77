// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagTable {
    /// Creates a table of all flags that rules evaluate.
    ///
    /// - Parameter earlier: The previous flag set. If few flags are different, the table shares the rest with it.
    init(_ decided: DecidedFlags, for context: EvaluationContext, after earlier: FlagSet?) {
        if let earlier, earlier.context == context, let changed = decided.set.indices(changedSince: earlier.ruleSet) {
            self = earlier.table
            for place in changed { set(decided.flag(place), of: decided.keys[place]) }
            return
        }
        guard let table = earlier?.table, !table.isEmpty else {
            self.init(decided)
            return
        }
        var (changed, count): ([EvaluatedFlag], Int) = ([], 0)
        decided.forEach { flag in
            count += 1
            if table.flag(flag.key, hash: flag.hash) !== flag { changed.append(flag) }
        }
        if changed.count > count / 4 {
            self.init(decided)
            return
        }
        self = table
        for flag in changed { set(flag) }
        if self.count > count {
            for key in keys where decided.flag(key, hash: KeyHash.of(key)) == nil { remove(key) }
        }
    }

    /// Creates a table of the flags that rules evaluate for a context.
    init(_ decided: DecidedFlags) {
        var flags: [EvaluatedFlag] = []
        flags.reserveCapacity(decided.keys.count)
        decided.forEach { flags.append($0) }
        self.init(flags)
    }

    private mutating func set(_ flag: EvaluatedFlag?, of key: String) {
        guard let flag else { return remove(key) }
        if self.flag(key, hash: flag.hash) !== flag { set(flag) }
    }
}
