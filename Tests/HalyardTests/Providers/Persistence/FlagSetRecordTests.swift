// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@testable import Halyard

@Suite("FlagSetRecord")
struct FlagSetRecordTests {
    private let moment = Instant(millisecondsSinceEpoch: 1_767_225_600_456)

    private func roundTrip(_ flagSet: FlagSet) throws -> StoredFlags {
        let bytes = FlagSetRecord.bytes(of: StoredFlags(flagSet, savedAt: moment))
        return try FlagSetRecord(bytes).stored(for: flagSet.context)
    }

    @Test("Restores every flag unchanged", arguments: SnapshotSamples.flags)
    func flag(flag: EvaluatedFlag) throws {
        let stored = try roundTrip(FlagSet([flag], for: .anonymous))
        #expect(stored.flagSet.table.count == 1)
        let back = stored.resume?.table[flag.key]
        #expect(SnapshotSamples.facts(back) == SnapshotSamples.facts(flag))
        #expect(back?.value == flag.value, "1 and 1.0 are different values.")
        #expect(back?.vendor == flag.vendor)
        #expect((back?.variantValue == nil) == (flag.variantValue == nil), "A missing payload differs from null.")
    }

    @Test("Restores a snapshot without its expiration date and layers")
    func snapshot() throws {
        var flagSet = SnapshotSamples.everything
        flagSet.expiresAt = moment
        flagSet.layerReports = [FlagSet.LayerReport(layer: "persisted", isServing: true, "")]
        let stored = try roundTrip(flagSet)
        let resumed = try #require(stored.resume)
        #expect(SnapshotSamples.facts(resumed) == SnapshotSamples.facts(SnapshotSamples.everything))
        #expect(stored.flagSet.context == SnapshotSamples.context)
        #expect(stored.savedAt == moment)
        #expect(stored.isSameContext)
        #expect(stored.flagSet.expiresAt == nil)
        #expect(stored.flagSet.layerReports == [])
    }

    @Test("Marks restored flags and the flags of parts as persisted")
    func kind() throws {
        let flagSet = try roundTrip(SnapshotSamples.everything).flagSet
        #expect(flagSet.table["int"]?.origin == Origin(.persisted, provider: "p"))
        #expect(flagSet.table["nobody's"]?.origin == Origin(.persisted, provider: nil))
        #expect(flagSet.parts["q"]?.table["part"]?.origin == Origin(.persisted, provider: "q"))
    }

    @Test("Restores flags, but no resume data, for other attributes")
    func contexts() throws {
        let bytes = FlagSetRecord.bytes(of: StoredFlags(SnapshotSamples.everything, savedAt: moment))
        let same = try FlagSetRecord(bytes).stored(for: SnapshotSamples.context)
        #expect(same.resume?.validator == "W/\"abc\"")
        #expect(same.resume?.table["int"]?.origin == Origin(.network, provider: "p"))
        let stored = try FlagSetRecord(bytes).stored(for: .user("a", ["plan": "free"]))
        #expect(!stored.isSameContext)
        #expect(stored.flagSet.table["int"]?.value == 5)
        #expect(stored.flagSet.context == .user("a", ["plan": "free"]))
        #expect((stored.flagSet.validator, stored.flagSet.providerData) == (nil, .null))
        #expect((stored.flagSet.parts["q"]?.validator, stored.flagSet.parts["q"]?.providerData) == (nil, .null))
        #expect(stored.resume == nil)
        #expect(throws: FlagSetRecord.Fault.foreign) { try FlagSetRecord(bytes).stored(for: .user("b")) }
    }

    @Test("Contains no keys or attributes of the context")
    func privacy() throws {
        let context = EvaluationContext.user("anna@example.com", ["plan": "gold-plan"])
        let flagSet = FlagSet(["x": true], from: "p", for: context)
        let text = String(
            decoding: FlagSetRecord.bytes(of: StoredFlags(flagSet, savedAt: moment)), as: UTF8.self)
        #expect(!text.contains("anna"))
        #expect(!text.contains("gold-plan"))
    }

    @Test("Restores values as deeply nested as a provider can read")
    func depth() throws {
        // A reader supports 128 levels, and a flag's value is at least one level below the document.
        let deep = (0..<126).reduce(FlagValue.int(1)) { value, _ in [value] }
        #expect(try JSONReader().read("{\"flags\":\(deep)}")["flags"] == deep)
        let stored = try roundTrip(FlagSet(["deep": deep], from: "p", for: .anonymous))
        #expect(stored.flagSet.table["deep"]?.value == deep)
    }

    @Test("Merges flag keys that are canonically equivalent in Unicode")
    func equivalentNames() throws {
        let origin = Origin(.network, provider: "p")
        let table: FlagTable = [
            EvaluatedFlag("caf\u{E9}", 1, origin: origin), EvaluatedFlag("cafe\u{301}", 2, origin: origin),
        ]
        #expect(table.count == 2)
        let stored = try roundTrip(FlagSet(table, for: .anonymous))
        #expect(stored.flagSet.table.count == 1)
    }
}
