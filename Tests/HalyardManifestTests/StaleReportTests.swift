// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing

@Suite struct StaleReportTests {
    private let flags = FlagManifest.read(
        manifest(
            #""new-nav": { "flagType": "boolean", "defaultValue": false, "metadata": { "owner": "nav", "expires": "2026-10-01" } }"#,
            #""old-checkout": { "flagType": "boolean", "defaultValue": false, "metadata": { "expires": "2026-11-25" } }"#,
            #""promo": { "flagType": "boolean", "defaultValue": false, "metadata": { "expires": "2026-11-24" } }"#,
            #""kill": { "flagType": "boolean", "defaultValue": false, "metadata": { "permanent": true, "expires": "2020-01-01" } }"#
        )
    ).manifest

    private func report(
        provider: StaleReport.Provider? = nil, runs: [Set<String>]? = nil, sources: StaleReport.Sources? = nil
    ) throws -> [String] {
        let today = try #require(CalendarDay("2026-11-25"))
        let report = StaleReport(
            manifest: flags, file: "flags.json", today: today, provider: provider, runs: runs, sources: sources)
        return report.findings.map { finding in
            ([finding.kind.rawValue, finding.key, finding.reason] + finding.places.map(\.description)).joined(
                separator: " | ")
        }
    }

    @Test("Reports expired flags after their last day, except permanent ones")
    func expired() throws {
        #expect(
            try report() == [
                "expired | new-nav | expired 2026-10-01, owner nav | flags.json:3",
                "expired | promo | expired 2026-11-24 | flags.json:5",
            ])
    }

    @Test("Skips lists that weren't requested, and an empty list of runs")
    func notAsked() throws {
        #expect(try report(runs: []).count == 2)
    }

    @Test("Sorts results by kind and then by the order of the manifest")
    func joined() throws {
        let home = SourcePlace(file: "Sources/App/Home.swift", position: TextPosition(line: 41, column: 9))
        let sources = StaleReport.Sources(name: "Sources", places: ["new-nav": [home, home], "kill": []])
        let findings = try report(
            provider: .init(name: "unleash", keys: ["new-nav", "promo", "kill", "beta-pay", "alpha"]),
            runs: [["new-nav"], [], ["old-checkout", "beta-pay"]], sources: sources)
        #expect(
            findings == [
                "expired | new-nav | expired 2026-10-01, owner nav | Sources/App/Home.swift:41 | Sources/App/Home.swift:41",
                "expired | promo | expired 2026-11-24 | flags.json:5",
                "unknownToProvider | old-checkout | declared, unknown to unleash | flags.json:4",
                "undeclared | alpha | known to unleash, declared nowhere",
                "undeclared | beta-pay | known to unleash, declared nowhere",
                "neverRead | promo | never read in 3 runs | flags.json:5",
                "notFoundByName | old-checkout | not found by name in Sources | flags.json:4",
                "notFoundByName | promo | not found by name in Sources | flags.json:5",
                "notFoundByName | kill | not found by name in Sources | flags.json:6",
            ])
    }

    @Test("Uses the singular for one run")
    func oneRun() throws {
        #expect(
            try report(runs: [["new-nav", "promo"]]).suffix(1) == [
                "neverRead | old-checkout | never read in 1 run | flags.json:4"
            ])
    }
}
