// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@Suite("InstallationID")
struct InstallationIDTests {
    private let disk = FaultyFiles()
    private let diagnostics = Recorder<String>()
    private let drawn = Recorder<String>()

    /// Creates the identifier, as a launch of the app would.
    private func launched() -> InstallationID {
        InstallationID(
            StoreKey.Scope(provider: "test", environment: ""),
            store: FileFlagStore(folder: "/state", files: disk, time: ManualTime()), time: ManualTime(),
            draw: { [drawn] in
                drawn.add("drawn-\(drawn.all.count + 1)")
                return drawn.all.last ?? ""
            },
            diagnostic: { Diagnostic("idNotStored", .warning, "\($0)", suggestion: "") })
    }

    private func value(_ id: InstallationID, given: String? = nil) async -> String {
        await id.value(given: given) { [diagnostics] in diagnostics.add($0.code.rawValue) }
    }

    @Test("Keeps the identifier across launches")
    func laterRuns() async {
        let first = await value(launched())
        #expect(await value(launched()) == first)
        #expect(diagnostics.all == [])
    }

    @Test("Keeps the identifier if a launch can't read it before first unlock")
    func beforeFirstUnlock() async {
        let first = await value(launched())
        disk.fault = .broken
        let locked = launched()
        let provisional = await value(locked)
        #expect(provisional != first)
        #expect(await value(locked) == provisional)
        #expect(diagnostics.all == ["idNotStored"])
        disk.fault = nil
        #expect(await value(locked) == first)
        #expect(locked.known == first)
        #expect(await value(launched()) == first)
    }

    @Test("Stores the identifier when the disk recovers")
    func storedLater() async {
        disk.fault = .full
        let id = launched()
        let first = await value(id)
        #expect(await value(id) == first)
        disk.fault = nil
        #expect(await value(id) == first)
        #expect(await value(launched()) == first)
        #expect(diagnostics.all == ["idNotStored"])
    }

    @Test("Uses and stores a given identifier if none is stored")
    func given() async {
        #expect(await value(launched(), given: "earlier") == "earlier")
        #expect(await value(launched()) == "earlier")
    }

    @Test("Doesn't restore a forgotten identifier from a given one")
    func forgotten() async {
        let id = launched()
        let first = await value(id)
        await id.deleteID()
        #expect(id.known == nil)
        let second = await value(id, given: first)
        #expect(second != first)
        #expect(await value(launched()) == second)
    }
}
