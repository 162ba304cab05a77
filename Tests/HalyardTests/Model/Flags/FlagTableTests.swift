// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@testable import Halyard

@Suite("FlagTable")
struct FlagTableTests {
    private let origin = Origin(.memory, provider: "test")

    private func flag(_ key: String, _ value: FlagValue) -> EvaluatedFlag { EvaluatedFlag(key, value, origin: origin) }

    private func values(_ table: FlagTable) -> [String: FlagValue] {
        Dictionary(table.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("Finds every flag, and the last of several with the same key")
    func building() {
        let table = FlagTable([flag("a", 1), flag("b", 2), flag("a", 3)])
        #expect(table.count == 2)
        #expect(table["a"]?.value == 3)
        #expect(table["b"]?.value == 2)
        #expect(table["c"] == nil)
        #expect(table.keys == ["a", "b"])
        #expect(FlagTable().isEmpty)
    }

    @Test("Reuses the previous table's objects for equal flags")
    func reusing() {
        let facts = EvaluatedFlag(
            "facts", 1, variant: "on", version: 3, reason: .split, metadata: ["x": 1], origin: origin)
        let failed = EvaluatedFlag("failed", .null, reason: .error, origin: origin, error: FlagError(.general, "odd"))
        let earlier = FlagTable([flag("same", 1), flag("other", 1), flag("gone", 1), facts, failed])
        let again = EvaluatedFlag(
            "facts", 1, variant: "on", version: 3, reason: .split, metadata: ["x": 1], origin: origin)
        let failedAgain = EvaluatedFlag(
            "failed", .null, reason: .error, origin: origin, error: FlagError(.general, "odd"))
        let table = FlagTable(
            [flag("new", 1), flag("same", 1), flag("other", 2), again, failedAgain], reusing: earlier)
        #expect(values(table) == ["new": 1, "same": 1, "other": 2, "facts": 1, "failed": .null])
        #expect(table["same"] === earlier["same"])
        #expect(table["facts"] === facts)
        #expect(table["failed"] === failed)
        #expect(table["other"] !== earlier["other"])
        // The last flag of a key counts, even if an earlier one equals the previous table's flag.
        let twice = FlagTable([flag("same", 1), flag("same", 2)], reusing: earlier)
        #expect(twice["same"]?.value == 2)
        #expect(FlagTable([flag("same", 1)], reusing: FlagTable())["same"]?.value == 1)
    }

    @Test("Keeps a new flag that differs in anything but its value")
    func notReused() {
        let full = EvaluatedFlag(
            "a", 1, variant: "on", version: 3, reason: .split, metadata: ["x": 1], origin: origin,
            error: FlagError(.general, "odd"))
        let others = [
            EvaluatedFlag(
                "a", 1, variant: "off", version: 3, reason: .split, metadata: ["x": 1], origin: origin,
                error: full.error),
            EvaluatedFlag(
                "a", 1, variant: "on", version: 4, reason: .split, metadata: ["x": 1], origin: origin, error: full.error
            ),
            EvaluatedFlag(
                "a", 1, variant: "on", version: 3, reason: .static, metadata: ["x": 1], origin: origin,
                error: full.error),
            EvaluatedFlag(
                "a", 1, variant: "on", version: 3, reason: .split, metadata: ["x": 2], origin: origin, error: full.error
            ),
            EvaluatedFlag(
                "a", 1, variant: "on", version: 3, reason: .split, metadata: ["x": 1],
                origin: Origin(.network, provider: "test"), error: full.error),
            EvaluatedFlag("a", 1, variant: "on", version: 3, reason: .split, metadata: ["x": 1], origin: origin),
        ]
        for other in others { #expect(FlagTable([other], reusing: FlagTable([full]))["a"] === other) }
    }

    @Test("Compares keys byte by byte")
    func opaqueKeys() {
        let table = FlagTable([flag("", 0), flag("a.b", 1), flag("A.b", 2), flag("a.b ", 3), flag("🏴‍☠️", 4)])
        #expect(values(table) == ["": 0, "a.b": 1, "A.b": 2, "a.b ": 3, "🏴‍☠️": 4])
        #expect(table["a.B"] == nil)
    }

    @Test("Matches a dictionary after 1,000 random changes, as do its copies")
    func agreesWithDictionary() {
        let random = SeededRandom(seed: 42)
        var table = FlagTable()
        var model: [String: FlagValue] = [:]
        var generations: [(FlagTable, [String: FlagValue])] = []
        for step in 0..<1000 {
            let key = "flag-\(random.next() % 200)"
            if random.unit() < 0.3 {
                table.remove(key)
                model[key] = nil
            } else {
                table.set(flag(key, .int(Int64(step))))
                model[key] = .int(Int64(step))
            }
            #expect(table.count == model.count)
            if step % 100 == 0 { generations.append((table, model)) }
        }
        #expect(values(table) == model)
        for (table, model) in generations { #expect(values(table) == model) }
        for key in model.keys { #expect(table[key]?.value == model[key]) }
    }

    @Test("Finds the same changes between copies as between dictionaries")
    func changesAgree() {
        let random = SeededRandom(seed: 7)
        var table = FlagTable((0..<500).map { flag("flag-\($0)", 0) })
        var earlier: [FlagTable] = []
        for step in 0..<200 {
            if step % 20 == 0 { earlier.append(table) }
            let key = "flag-\(random.next() % 600)"
            if random.unit() < 0.4 { table.remove(key) } else { table.set(flag(key, .int(Int64(step % 5)))) }
        }
        for before in earlier {
            let (old, new) = (values(before), values(table))
            let expected = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
            #expect(table.changes(since: before).map(\.key) == expected)
            #expect(before.changes(since: table).map(\.key) == expected)
        }
        #expect(table.changes(since: table).isEmpty)
    }

    @Test("Finds and removes flags in a table of 40,000")
    func manyFlags() {
        let flags = (0..<40_000).map { flag("name-\($0)", .int(Int64($0))) }
        var table = FlagTable(flags)
        #expect(table.count == 40_000)
        #expect(flags.allSatisfy { table[$0.key] === $0 })
        for flag in flags.prefix(20_000) { table.remove(flag.key) }
        #expect(table.count == 20_000)
        #expect(flags.prefix(20_000).allSatisfy { table[$0.key] == nil })
        #expect(flags.suffix(20_000).allSatisfy { table[$0.key] === $0 })
    }

    @Test(
        "Distinguishes flags with equal or similar hashes",
        arguments: [[7, 7, 7], [0, 1 << 63, 1 << 62], [.max, .max, .max >> 1], [5, 5, 5 | 1 << 63]] as [[UInt64]])
    func collisions(hashes: [UInt64]) {
        let flags = zip(["a", "b", "c"], hashes).map { EvaluatedFlag($0, 1, hash: $1) }
        let built = FlagChunks(flags)
        var grown = FlagChunks()
        for flag in flags { grown.set(flag) }
        #expect(grown.hasSame(as: built))
        for chunks in [built, grown] {
            #expect(chunks.count == 3)
            for flag in flags { #expect(chunks.flag(flag.key, hash: flag.hash) === flag) }
            #expect(chunks.flag("d", hash: hashes[0]) == nil)
            var replaced = chunks
            replaced.set(EvaluatedFlag("b", 2, hash: hashes[1]))
            #expect(replaced.count == 3)
            #expect(replaced.flag("b", hash: hashes[1])?.value == 2)
            #expect(differences(replaced, since: chunks) == ["b: 1 -> 2"])
            #expect(!replaced.hasSame(as: chunks))
            var removed = replaced
            removed.remove("b", hash: hashes[1])
            removed.remove("d", hash: hashes[1])
            #expect(removed.count == 2)
            #expect(removed.flag("b", hash: hashes[1]) == nil)
            #expect(removed.flag("c", hash: hashes[2]) === flags[2])
            #expect(differences(removed, since: chunks) == ["b: 1 -> absent"])
            #expect(differences(chunks, since: removed) == ["b: absent -> 1"])
            removed.remove("a", hash: hashes[0])
            removed.remove("c", hash: hashes[2])
            #expect(removed.count == 0)
            #expect(removed.anyFlag == nil)
        }
    }

    @Test("Compares flag objects, regardless of their insertion order")
    func sameFlags() {
        let flags = (0..<500).map { flag("flag-\($0)", .int(Int64($0))) }
        let table = FlagTable(flags)
        #expect(FlagTable(flags.reversed()).hasSame(as: table))
        #expect(!FlagTable((0..<500).map { flag("flag-\($0)", .int(Int64($0))) }).hasSame(as: table))
        var changed = table
        changed.set(flag("flag-7", 7))
        #expect(!changed.hasSame(as: table))
        changed.set(flags[7])
        #expect(changed.hasSame(as: table))
        changed.remove("flag-7")
        changed.set(flag("other", 7))
        #expect(!changed.hasSame(as: table))
    }

    private func differences(_ new: FlagChunks, since old: FlagChunks) -> [String] {
        var lines: [String] = []
        new.forEachDifference(since: old) { old, new in
            lines.append(FlagChange(key: (new ?? old)?.key ?? "", old: old, new: new).description)
        }
        return lines
    }

    @Test("Shares the other flags with the previous table when one changes")
    func sharing() {
        let table = FlagTable((0..<10_000).map { flag("flag-\($0)", 0) })
        var next = table
        next.set(flag("flag-77", 1))
        #expect(next.changes(since: table).map(\.description) == ["flag-77: 0 -> 1"])
        let before = Set(table.map(ObjectIdentifier.init))
        #expect(next.count(where: { before.contains(ObjectIdentifier($0)) }) == 9999)
    }

    @Test("Finds the changes between two tables, without undone changes")
    func changeSets() throws {
        let first = FlagTable([flag("a", 1), flag("b", 2), flag("c", 3)])
        var second = first
        second.set(flag("b", 4))
        var set = ChangeSet(from: first, to: second)
        #expect(!set.isEmpty)
        #expect(set.keys == ["b"])
        #expect(set["b"]?.description == "b: 2 -> 4")
        #expect(set.withoutForced().count == 1)
        #expect(set.only(["a"]).isEmpty)
        set.merge(ChangeSet(from: second, to: first))
        #expect(set.isEmpty, "An undone change cancels out.")
        #expect(ChangeSet(from: first, to: first).isEmpty)
        #expect(ChangeSet(from: FlagTable(), to: first).count == 3)
        var overlaid = first
        overlaid.set(EvaluatedFlag("a", 9, origin: Origin(.override, provider: nil)))
        #expect(ChangeSet(from: first, to: overlaid).withoutForced().isEmpty)
    }

    @Test("Ignores a new version of an equal value, but not a new variant")
    func equalFlags() {
        let table = FlagTable([flag("a", 1)])
        let other = FlagTable([EvaluatedFlag("a", 1, version: 2, origin: origin)])
        #expect(other.changes(since: table).isEmpty)
        #expect(FlagTable([EvaluatedFlag("a", 1, variant: "b", origin: origin)]).changes(since: table).count == 1)
    }

    @Test("Drops the validator when a flag set gets another table")
    func deriving() {
        let flagSet = FlagSet(
            [], for: .anonymous, validator: "\"tag\"", providerData: 1, confirmedAt: Instant(millisecondsSinceEpoch: 5),
            missingFlags: .off)
        let derived = flagSet.deriving([flag("a", 1)])
        #expect(flagSet.validator == "\"tag\"")
        #expect(derived.validator == nil)
        #expect(derived.table.count == 1)
        #expect(derived.providerData == 1)
        #expect(derived.missingFlags == .off)
    }

    @Test("Returns the confirmation time of the part that supplied a flag")
    func confirmation() {
        let old = FlagSet([], for: .anonymous, confirmedAt: Instant(millisecondsSinceEpoch: 1))
        let whole = FlagSet(
            [], for: .anonymous, confirmedAt: Instant(millisecondsSinceEpoch: 9), parts: ["child": old])
        #expect(whole.confirmedAt(for: Origin(.network, provider: "child")).millisecondsSinceEpoch == 1)
        #expect(whole.confirmedAt(for: Origin(.network, provider: "other")).millisecondsSinceEpoch == 9)
        #expect(whole.confirmedAt(for: .default).millisecondsSinceEpoch == 9)
        let request = FlagRequest(context: .anonymous, resume: whole)
        #expect(request.forChild("child").resume?.confirmedAt.millisecondsSinceEpoch == 1)
        #expect(request.forChild("other").resume == nil)
    }
}
