// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@testable import HalyardUnleash

@Suite("Diagnostics of reads")
struct ReadDiagnosticsTests {
    private func channel(_ reports: Recorder<String>) -> FlagChannel {
        FlagChannel({ _ in true }, report: { reports.add($0.message) })
    }

    private func diagnostic(_ message: String) -> Diagnostic { Diagnostic("patternLimit", .warning, message) }

    @Test("Reports a diagnostic once")
    func once() async {
        let (diagnostics, reports) = (ReadDiagnostics(), Recorder<String>())
        await diagnostics.reporting(to: channel(reports)) {
            for message in ["a", "b", "a", "b"] { diagnostics.report(diagnostic(message)) }
        }
        #expect(reports.all == ["a", "b"])
    }

    @Test("Reports to the most recent active client")
    func lastClient() async {
        let (diagnostics, first, second) = (ReadDiagnostics(), Recorder<String>(), Recorder<String>())
        await diagnostics.reporting(to: channel(first)) {
            diagnostics.report(diagnostic("a"))
            await diagnostics.reporting(to: channel(second)) {
                diagnostics.report(diagnostic("a"))
                diagnostics.report(diagnostic("b"))
            }
            diagnostics.report(diagnostic("c"))
        }
        #expect(first.all == ["a", "c"])
        #expect(second.all == ["b"])
    }

    @Test("Reports a diagnostic again if no client received it")
    func noClient() async {
        let (diagnostics, reports) = (ReadDiagnostics(), Recorder<String>())
        diagnostics.report(diagnostic("a"))
        await diagnostics.reporting(to: channel(reports)) { diagnostics.report(diagnostic("a")) }
        diagnostics.report(diagnostic("b"))
        #expect(reports.all == ["a"])
    }

    @Test("Reports a new diagnostic after a thousand other diagnostics")
    func afterMany() async {
        let (diagnostics, reports) = (ReadDiagnostics(), Recorder<String>())
        await diagnostics.reporting(to: channel(reports)) {
            for number in 0...1000 { diagnostics.report(diagnostic("\(number)")) }
            diagnostics.report(diagnostic("1000"))
        }
        #expect(reports.count == 1001)
        #expect(reports.all.last == "1000")
    }
}
