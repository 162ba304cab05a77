// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@Suite("InstallationID")
struct InstallationIDTests {
    private let disk = FaultyFiles()
    private let findings = Recorder<String>()
    private let drawn = Recorder<String>()

    /// The identifier as a run of the app sees it.
    private func launched() -> InstallationID {
        InstallationID(
            StoreKey.Scope(provider: "test", environment: ""),
            store: FileFlagStore(folder: "/state", files: disk, time: ManualTime()), time: ManualTime(),
            draw: { [drawn] in
                drawn.add("drawn-\(drawn.all.count + 1)")
                return drawn.all.last ?? ""
            },
            finding: { Diagnostic("idNotStored", .warning, "\($0)", suggestion: "") })
    }

    private func value(_ id: InstallationID, given: String? = nil) async -> String {
        await id.value(given: given) { [findings] in findings.add($0.code.rawValue) }
    }

    @Test("later runs have the identifier of the first")
    func laterRuns() async {
        let first = await value(launched())
        #expect(await value(launched()) == first)
        #expect(findings.all == [])
    }

    @Test("an identifier survives a launch before the device's first unlock")
    func beforeFirstUnlock() async {
        let first = await value(launched())
        disk.fault = .broken
        let locked = launched()
        let provisional = await value(locked)
        #expect(provisional != first)
        #expect(await value(locked) == provisional)
        #expect(findings.all == ["idNotStored"])
        disk.fault = nil
        #expect(await value(locked) == first)
        #expect(locked.known == first)
        #expect(await value(launched()) == first)
    }

    @Test("an identifier that could not be stored is stored as soon as the disk takes it")
    func storedLater() async {
        disk.fault = .full
        let id = launched()
        let first = await value(id)
        #expect(await value(id) == first)
        disk.fault = nil
        #expect(await value(id) == first)
        #expect(await value(launched()) == first)
        #expect(findings.all == ["idNotStored"])
    }

    @Test("an identifier that flags were stored with is used and stored where the store has none")
    func given() async {
        #expect(await value(launched(), given: "earlier") == "earlier")
        #expect(await value(launched()) == "earlier")
    }

    @Test("a forgotten identifier does not come back, even where stored flags remember it")
    func forgotten() async {
        let id = launched()
        let first = await value(id)
        await id.forget()
        #expect(id.known == nil)
        let second = await value(id, given: first)
        #expect(second != first)
        #expect(await value(launched()) == second)
    }
}
