// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@testable import Halyard

/// Tables whose flags are made of bytes when they are asked for.
@Suite("Tables of bytes")
struct LazyTableTests {
    private let origin = Origin(.network, provider: "p")
    private let form = FlagForm("test") { key, text, origin in
        Flag(key, text.value ?? .null, origin: origin)
    }

    private func lazy(_ text: String, _ origin: Origin? = nil) throws -> LazyFlags {
        let index = try #require(FlagIndex.members(of: Array(text.utf8), JSONShape([])))
        // Values that are not objects do not have the shape; here they must be flags anyway.
        return LazyFlags(
            try #require(FlagIndex(index.bytes, index.rows)), form, origin: origin ?? self.origin)
    }

    private func table(_ text: String) throws -> FlagTable { FlagTable(try lazy(text)) }

    private func flag(_ key: String, _ value: FlagValue) -> Flag { Flag(key, value, origin: origin) }

    private func text(_ table: FlagTable) -> [String] { table.map { "\($0.key)=\($0.value)" }.sorted() }

    private func text(_ changes: [FlagChange]) -> [String] { changes.map(\.description) }

    @Test("a flag is made once, and is the same object in every copy")
    func identity() throws {
        let table = try table(#"{"a":1,"b":{"x":[true]}}"#)
        let copy = table
        #expect(table.count == 2)
        #expect(table["a"]?.value == 1)
        #expect(table["b"]?.value == ["x": [true]])
        #expect(table["c"] == nil)
        #expect(table["a"] === copy["a"])
        #expect(Set(table.map(ObjectIdentifier.init)) == Set(copy.map(ObjectIdentifier.init)))
        #expect(table.keys == ["a", "b"])
        #expect(table.anyFlag === table["a"])
    }

    @Test("many threads that ask at once get one object, whose count is right")
    func threads() async throws {
        for _ in 0..<20 {
            let table = try table("{" + (0..<50).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}")
            let made = await withTaskGroup(of: Set<ObjectIdentifier>.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        Set((0..<50).compactMap { table["f\($0)"] }.map(ObjectIdentifier.init))
                    }
                }
                return await group.reduce(into: Set()) { $0.formUnion($1) }
            }
            #expect(made.count == 50)
        }
    }

    @Test("flags that were made are let go with the last table")
    func lifetime() throws {
        weak var flag: Flag?
        weak var other: Flag?
        do {
            var table = try table(#"{"a":1,"b":2}"#)
            flag = table["a"]
            other = table["b"]
            table.remove("a")
            #expect(flag != nil)
            table = FlagTable()
        }
        #expect(flag == nil)
        #expect(other == nil)
    }

    @Test("what cannot be indexed is left to a reader of the whole text")
    func refused() {
        for text in [
            #"{"a":1,"a":2}"#, #"{"\u0061":1}"#, #"{"é":1}"#, "[]", "1", "{", #"{"a":1} x"#, #"{"a":01}"#, "",
        ] {
            #expect(FlagIndex.members(of: Array(text.utf8), JSONShape([])) == nil, "\(text)")
        }
        #expect(FlagIndex.members(of: Array("\u{FEFF} { } ".utf8), JSONShape([]))?.count == 0)
    }

    @Test("a thousand random changes agree with a table of ready flags, and so do the differences between them")
    func agrees() throws {
        let random = SeededRandom(seed: 7)
        let text = "{" + (0..<100).map { "\"flag-\($0)\":\($0)" }.joined(separator: ",") + "}"
        var (table, model) = (try table(text), FlagTable())
        for number in 0..<100 { model.set(flag("flag-\(number)", .int(Int64(number)))) }
        var earlier: [(FlagTable, FlagTable)] = []
        for step in 0..<1000 {
            let key = "flag-\(random.next() % 150)"
            if random.unit() < 0.3 {
                table.remove(key)
                model.remove(key)
            } else {
                let flag = flag(key, .int(Int64(step)))
                table.set(flag)
                model.set(flag)
            }
            #expect(table.count == model.count)
            if step % 100 == 0 { earlier.append((table, model)) }
        }
        #expect(self.text(table) == self.text(model))
        #expect(table.keys == model.keys)
        for (before, modelBefore) in earlier {
            #expect(self.text(table.changes(since: before)) == self.text(model.changes(since: modelBefore)))
            #expect(self.text(before.changes(since: table)) == self.text(modelBefore.changes(since: model)))
            #expect(table.hasChanges(since: before) == !model.changes(since: modelBefore).isEmpty)
            var objects: [String] = []
            table.forEachDifference(since: before) { objects.append(($1 ?? $0)?.key ?? "") }
            #expect(Set(objects).count == objects.count)
        }
    }

    @Test("two texts are compared flag by flag; equal values are no change, whatever their origin")
    func texts() throws {
        let first = try table(#"{"a":1,"b":2,"c":3}"#)
        let second = try table(#"{"b":2,"c":4,"d":5}"#)
        #expect(text(second.changes(since: first)) == ["a: 1 -> absent", "c: 3 -> 4", "d: absent -> 5"])
        #expect(second.hasChanges(since: first))
        let same = FlagTable(try lazy(#"{"c":3,"b":2,"a":1}"#, Origin(.persisted, provider: "p")))
        #expect(!same.hasChanges(since: first))
        #expect(text(same.changes(since: first)) == [])
        var objects: [String] = []
        same.forEachDifference(since: first) { old, new in objects.append("\(old?.key ?? "-") \(new?.key ?? "-")") }
        #expect(objects.sorted() == ["a a", "b b", "c c"])
        #expect(text(first.changes(since: FlagTable())).count == 3)
        #expect(text(FlagTable().changes(since: first)).count == 3)
        #expect(text(first.changes(since: [flag("a", 1), flag("b", 0)])) == ["b: 0 -> 2", "c: absent -> 3"])
    }

    @Test("one text under two origins is two sets of objects, and no change")
    func origins() throws {
        let flags = try lazy(#"{"a":1,"b":2}"#)
        let stored = FlagTable(flags)
        var fresh = FlagTable(LazyFlags(flags.index, form, origin: Origin(.persisted, provider: "p")))
        #expect(!fresh.hasChanges(since: stored))
        #expect(fresh["a"] !== stored["a"])
        fresh.set(flag("b", 3))
        fresh.remove("a")
        #expect(text(fresh.changes(since: stored)) == ["a: 1 -> absent", "b: 2 -> 3"])
    }

    @Test("a set of changes is computed when it is read, and is what a list of them would be")
    func changeSets() throws {
        let first = try table(#"{"a":1,"b":2,"c":3}"#)
        var second = first
        second.set(flag("b", 4))
        var set = ChangeSet(from: first, to: second)
        #expect(!set.isEmpty)
        #expect(set.keys == ["b"])
        #expect(set["b"]?.description == "b: 2 -> 4")
        #expect(set.withoutForced().count == 1)
        #expect(set.only(["a"]).isEmpty)
        set.merge(ChangeSet(from: second, to: first))
        #expect(set.isEmpty, "what was undone is none")
        #expect(ChangeSet(from: first, to: first).isEmpty)
        #expect(ChangeSet(from: FlagTable(), to: first).count == 3)
        var overlaid = first
        overlaid.set(Flag("a", 9, origin: Origin(.override, provider: nil)))
        #expect(ChangeSet(from: first, to: overlaid).withoutForced().isEmpty)
    }

    @Test("Recognizes a copy of a table")
    func copies() throws {
        let text = #"{"a":1,"b":2}"#
        let first = try table(text)
        #expect(first.hasSame(as: first))
        #expect(!first.hasSame(as: try table(text)), "equal, and read anew")
        var patched = first
        patched.set(flag("a", 5))
        #expect(!patched.hasSame(as: first))
        var removed = first
        removed.remove("b")
        #expect(!removed.hasSame(as: first))
        let copy = removed
        #expect(copy.hasSame(as: removed))
    }

    @Test("an update keeps the objects of flags that say the same, also of flags that were never read")
    func updates() throws {
        let first = try table("{" + (0..<20).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}")
        let one = "{" + (0..<20).map { "\"f\($0)\":\($0 == 3 ? -1 : $0)" }.joined(separator: ",") + "}"
        let same: (Flag, FlagValue) -> Bool = { $0.value == $1 }
        let patched = try #require(TableUpdate(of: first, to: try lazy(one)).table(isSame: same))
        #expect(text(patched.changes(since: first)) == ["f3: 3 -> -1"])
        #expect(patched["f4"] === first["f4"])
        #expect(TableUpdate(of: patched, to: try lazy(one)).table(isSame: same) == nil, "nothing is new")
        // Most of it is new, and some is gone.
        let others = "{" + (0..<15).map { "\"f\($0)\":\($0 < 5 ? $0 : -$0)" }.joined(separator: ",") + "}"
        let exchanged = try #require(TableUpdate(of: patched, to: try lazy(others)).table(isSame: same))
        #expect(exchanged.count == 15)
        #expect(exchanged["f4"] === first["f4"])
        #expect(exchanged["f14"]?.value == -14)
        let fewer = "{" + (0..<14).map { "\"f\($0)\":\($0 < 5 ? $0 : -$0)" }.joined(separator: ",") + "}"
        let shorter = try #require(TableUpdate(of: exchanged, to: try lazy(fewer)).table(isSame: same))
        #expect(text(shorter.changes(since: exchanged)) == ["f14: -14 -> absent"])
        #expect(shorter["f13"] === exchanged["f13"])
    }
}
