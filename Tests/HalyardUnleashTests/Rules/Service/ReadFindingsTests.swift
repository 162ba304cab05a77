// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@testable import HalyardUnleash

@Suite("Diagnostics of reads")
struct ReadFindingsTests {
    private func channel(_ reports: Recorder<String>) -> FlagChannel {
        FlagChannel({ _ in true }, report: { reports.add($0.message) })
    }

    private func finding(_ message: String) -> Diagnostic { Diagnostic("patternLimit", .warning, message) }

    @Test("Reports a diagnostic once")
    func once() async {
        let (findings, reports) = (ReadFindings(), Recorder<String>())
        await findings.reporting(to: channel(reports)) {
            for message in ["a", "b", "a", "b"] { findings.report(finding(message)) }
        }
        #expect(reports.all == ["a", "b"])
    }

    @Test("Reports to the most recent active client")
    func lastClient() async {
        let (findings, first, second) = (ReadFindings(), Recorder<String>(), Recorder<String>())
        await findings.reporting(to: channel(first)) {
            findings.report(finding("a"))
            await findings.reporting(to: channel(second)) {
                findings.report(finding("a"))
                findings.report(finding("b"))
            }
            findings.report(finding("c"))
        }
        #expect(first.all == ["a", "c"])
        #expect(second.all == ["b"])
    }

    @Test("Reports a diagnostic again if no client received it")
    func noClient() async {
        let (findings, reports) = (ReadFindings(), Recorder<String>())
        findings.report(finding("a"))
        await findings.reporting(to: channel(reports)) { findings.report(finding("a")) }
        findings.report(finding("b"))
        #expect(reports.all == ["a"])
    }

    @Test("Reports a new diagnostic after a thousand other diagnostics")
    func afterMany() async {
        let (findings, reports) = (ReadFindings(), Recorder<String>())
        await findings.reporting(to: channel(reports)) {
            for number in 0...1000 { findings.report(finding("\(number)")) }
            findings.report(finding("1000"))
        }
        #expect(reports.count == 1001)
        #expect(reports.all.last == "1000")
    }
}
