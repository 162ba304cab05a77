// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The overrides of all sources: code wins over arguments, arguments over the environment, the environment over the file.
struct OverrideStack: Sendable {
    private var layers: [OverrideSource: [String: OverrideEntry]] = [:]
    /// The overrides in effect.
    private(set) var table = FlagTable()

    /// The override in effect for a flag; nil when there is none.
    func entry(_ name: String) -> OverrideEntry? {
        OverrideSource.allCases.lazy.compactMap { layers[$0]?[name] }.first
    }

    /// Sets or removes an override set in code.
    mutating func set(_ name: String, _ value: FlagValue?) {
        layers[.code, default: [:]][name] = value.map { OverrideEntry(name, $0, from: .code, at: nil) }
        settle(name)
    }

    /// Removes all overrides set in code.
    mutating func removeAll() {
        let names = layers.removeValue(forKey: .code)?.keys.map { $0 } ?? []
        for name in names { settle(name) }
    }

    /// Replaces all overrides except those set in code; entries that are the same keep their flags.
    mutating func replace(with entries: [OverrideEntry]) {
        var next: [OverrideSource: [String: OverrideEntry]] = [.code: layers[.code] ?? [:]]
        for entry in entries {
            let name = entry.flag.key
            let before = layers[entry.source]?[name]
            let isSame = before?.flag.differs(from: entry.flag) == false && before?.place == entry.place
            next[entry.source, default: [:]][name] = isSame ? before : entry
        }
        let names = Set((layers.values.map(\.keys) + next.values.map(\.keys)).joined())
        layers = next
        for name in names { settle(name) }
    }

    private mutating func settle(_ name: String) {
        let flag = entry(name)?.flag
        if table[name] === flag { return }
        if let flag { table.set(flag) } else { table.remove(name) }
    }
}
