// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing

@Suite("A table with flags on top")
struct OverlaidTableTests {
    private func values(_ table: FlagTable) -> [String: FlagValue] {
        table.reduce(into: [:]) { $0[$1.key] = $1.value }
    }

    private func table(_ values: [String: FlagValue]) -> FlagTable {
        FlagTable(values.map { Flag($0, $1, origin: .default) })
    }

    @Test("nothing on top: the very table of the provider")
    func nothing() {
        let base = table(["a": 1, "b": 2])
        var overlaid = OverlaidTable()
        overlaid.setBase(base)
        #expect(overlaid.table.changes(since: base).isEmpty)
        #expect(overlaid.table["a"] === base["a"])
    }

    @Test("what is on top hides the provider's flag, also one that changes or goes, and adds its own")
    func hides() {
        var overlaid = OverlaidTable(table(["a": 1, "b": 2]))
        overlaid.setTop(table(["a": true, "c": 3]))
        #expect(values(overlaid.table) == ["a": true, "b": 2, "c": 3])
        overlaid.setBase(table(["b": 5]))
        #expect(values(overlaid.table) == ["a": true, "b": 5, "c": 3])
        overlaid.setTop(table(["c": 4]))
        #expect(values(overlaid.table) == ["b": 5, "c": 4])
        overlaid.setTop(FlagTable())
        #expect(values(overlaid.table) == ["b": 5])
    }

    @Test("one flag of the provider changes: all others stay the same objects")
    func sharing() {
        var base = table(Dictionary(uniqueKeysWithValues: (0..<1000).map { ("f\($0)", .int(Int64($0))) }))
        var overlaid = OverlaidTable(base)
        overlaid.setTop(table(["f1": true, "f2": true, "own": true]))
        let before = overlaid.table
        base.set(Flag("f500", "new", origin: .default))
        overlaid.setBase(base)
        var different: [String] = []
        overlaid.table.forEachDifference(since: before) { old, new in different.append((new ?? old)?.key ?? "") }
        #expect(different == ["f500"])
    }

    @Test("any row of changes gives what merging anew would give")
    func random() {
        let random = SeededRandom(seed: 7)
        var (base, top): ([String: FlagValue], [String: FlagValue]) = ([:], [:])
        var overlaid = OverlaidTable()
        for step in 0..<600 {
            let count = Int(random.next() % 5)
            for _ in 0...count {
                let key = "k\(random.next() % 40)"
                let value: FlagValue? = random.next() % 3 == 0 ? nil : .int(Int64(step))
                if random.next() % 2 == 0 { base[key] = value } else if random.next() % 3 == 0 { top[key] = value }
            }
            if step % 50 == 0 { base = [:] }
            if step % 70 == 0 { top = [:] }
            if random.next() % 2 == 0 { overlaid.setBase(table(base)) } else { overlaid.setTop(table(top)) }
            let expected = values(overlaid.base).merging(values(overlaid.top)) { $1 }
            #expect(values(overlaid.table) == expected)
        }
    }
}
