// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

@Suite("FindingsOnce")
struct FindingsOnceTests {
    private let reported = Recorder<String>()
    private var reportOnce: FindingsOnce { FindingsOnce { [reported] in reported.add($0.message) } }

    private func failure(_ message: String, _ cause: String?, subject: String = "company") -> Diagnostic {
        Diagnostic("fetchFailed", .warning, subject: subject, message, cause: cause)
    }

    @Test("compares causes, whatever the messages say")
    func cause() {
        let reportOnce = reportOnce
        reportOnce(failure("Could not connect after 3 ms", "unreachable"))
        reportOnce(failure("Could not connect after 4 ms", "unreachable"))
        reportOnce(failure("answered 401", "status 401"))
        reportOnce(failure("Could not connect after 5 ms", "unreachable", subject: "other"))
        #expect(reported.all == ["Could not connect after 3 ms", "answered 401", "Could not connect after 5 ms"])
    }

    @Test("compares messages where there is no cause")
    func message() {
        let reportOnce = reportOnce
        for text in ["a", "b", "a"] { reportOnce(failure(text, nil)) }
        #expect(reported.all == ["a", "b"])
    }

    @Test("reports a wrong key after any number of failures of other kinds")
    func afterMany() {
        let reportOnce = reportOnce
        for number in 0..<5000 { reportOnce(failure("\(number)", "kind \(number)")) }
        reportOnce(failure("answered 401", "status 401"))
        reportOnce(failure("answered 401", "status 401"))
        #expect(reported.count == 5001)
        #expect(reported.all.last == "answered 401")
    }
}
