// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing

@Suite("Layered table")
struct LayeredTableTests {
    private func values(_ table: FlagTable) -> [String: FlagValue] {
        table.reduce(into: [:]) { $0[$1.key] = $1.value }
    }

    private func table(_ values: [String: FlagValue]) -> FlagTable {
        FlagTable(values.map { EvaluatedFlag($0, $1, origin: .default) })
    }

    @Test("Returns the provider's table if no layer is above it")
    func nothing() {
        let base = table(["a": 1, "b": 2])
        var layers = LayeredTable()
        layers.set(.provider, base)
        #expect(layers.table.changes(since: base).isEmpty)
        #expect(layers.table["a"] === base["a"])
    }

    @Test("Replaces the provider's flags with flags from higher layers")
    func hides() {
        var layers = LayeredTable()
        layers.set(.provider, table(["a": 1, "b": 2]))
        layers.set(.code, table(["a": true, "c": 3]))
        #expect(values(layers.table) == ["a": true, "b": 2, "c": 3])
        layers.set(.provider, table(["b": 5]))
        #expect(values(layers.table) == ["a": true, "b": 5, "c": 3])
        layers.set(.code, table(["c": 4]))
        #expect(values(layers.table) == ["b": 5, "c": 4])
        layers.set(.code, FlagTable())
        #expect(values(layers.table) == ["b": 5])
    }

    @Test("Keeps other flag objects when one flag of the provider changes")
    func sharing() {
        var base = table(Dictionary(uniqueKeysWithValues: (0..<1000).map { ("f\($0)", .int(Int64($0))) }))
        var layers = LayeredTable()
        layers.set(.provider, base)
        layers.set(.code, table(["f1": true, "f2": true, "own": true]))
        let before = layers.table
        base.set(EvaluatedFlag("f500", "new", origin: .default))
        layers.set(.provider, base)
        var different: [String] = []
        layers.table.forEachDifference(since: before) { old, new in different.append((new ?? old)?.key ?? "") }
        #expect(different == ["f500"])
    }

    @Test("Applies layers in order, and reveals a lower layer on removal")
    func order() {
        var layers = LayeredTable()
        var expected: [FlagValue?] = []
        for layer in FlagLayer.allCases.reversed() {
            layers.set(layer, table(["a": .string(layer.name)]))
            expected.append(layers.table["a"]?.value)
        }
        #expect(expected == ["killSwitch", "killSwitch", "killSwitch", "killSwitch", "killSwitch", "killSwitch"])
        #expect(layers.forced["a"]?.value == "killSwitch")
        #expect(layers.forcedByOverrides["a"]?.value == "code")
        for (layer, below) in zip(FlagLayer.allCases.reversed(), FlagLayer.allCases.reversed().dropFirst()) {
            layers.set(layer, FlagTable())
            #expect(layers.table["a"]?.value == .string(below.name))
        }
        layers.set(.provider, FlagTable())
        #expect(layers.table.isEmpty)
    }

    @Test("Keeps the flag objects of equal flags")
    func keeping() {
        let before = table(["a": 1, "b": 2])
        let after = FlagTable(
            [EvaluatedFlag("a", 1, origin: .default), EvaluatedFlag("b", 3, origin: .default)], keeping: before)
        #expect(after["a"] === before["a"])
        #expect(after["b"]?.value == 3)
        let other = FlagTable([EvaluatedFlag("a", 1, metadata: ["place": "x"], origin: .default)], keeping: before)
        #expect(other["a"] !== before["a"], "a flag with other metadata is a different flag")
    }

    @Test("Matches a full merge after any sequence of changes")
    func random() {
        let random = SeededRandom(seed: 7)
        var values: [FlagLayer: [String: FlagValue]] = [:]
        var layers = LayeredTable()
        for step in 0..<600 {
            let layer = FlagLayer.allCases[Int(random.next() % 6)]
            for _ in 0...(random.next() % 5) {
                let key = "k\(random.next() % 40)"
                values[layer, default: [:]][key] = random.next() % 3 == 0 ? nil : .int(Int64(step))
            }
            if random.next() % 20 == 0 { values[layer] = [:] }
            layers.set(layer, table(values[layer] ?? [:]))
            let expected = FlagLayer.allCases.reduce(into: [:]) { $0.merge(values[$1] ?? [:]) { $1 } }
            #expect(self.values(layers.table) == expected)
        }
    }
}
