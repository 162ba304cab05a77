// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@Suite("DiagnosticDeduplicator")
struct DiagnosticDeduplicatorTests {
    private let reported = Recorder<String>()
    private var reportOnce: DiagnosticDeduplicator { DiagnosticDeduplicator { [reported] in reported.add($0.message) } }

    private func failure(_ message: String, _ cause: String?, subject: String = "company") -> Diagnostic {
        Diagnostic("fetchFailed", .warning, subject: subject, message, cause: cause)
    }

    @Test("Compares causes, even if the messages differ")
    func cause() {
        let reportOnce = reportOnce
        reportOnce(failure("Could not connect after 3 ms", "unreachable"))
        reportOnce(failure("Could not connect after 4 ms", "unreachable"))
        reportOnce(failure("responded with status 401", "status 401"))
        reportOnce(failure("Could not connect after 5 ms", "unreachable", subject: "other"))
        #expect(
            reported.all == [
                "Could not connect after 3 ms", "responded with status 401", "Could not connect after 5 ms",
            ])
    }

    @Test("Creates a diagnostic once, even if the result is nil")
    func nothing() {
        let reportOnce = reportOnce
        var count = 0
        for _ in 0..<2 {
            reportOnce("unlisted", about: "a") {
                count += 1
                return nil
            }
        }
        #expect(count == 1)
        #expect(reported.all == [])
    }

    @Test("Compares messages of diagnostics without a cause")
    func message() {
        let reportOnce = reportOnce
        for text in ["a", "b", "a"] { reportOnce(failure(text, nil)) }
        #expect(reported.all == ["a", "b"])
    }

    @Test("Reports a rejected key once after 5,000 other failures")
    func afterMany() {
        let reportOnce = reportOnce
        for number in 0..<5000 { reportOnce(failure("\(number)", "kind \(number)")) }
        reportOnce(failure("responded with status 401", "status 401"))
        reportOnce(failure("responded with status 401", "status 401"))
        #expect(reported.count == 5001)
        #expect(reported.all.last == "responded with status 401")
    }
}
