// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardTransport

@Suite("ResponseHeadReader")
struct ResponseHeadReaderTests {
    /// Returns the outcomes of the lines, except `.more`.
    private func outcomes(of lines: String...) -> [ResponseHeadReader.Outcome] {
        var reader = ResponseHeadReader(url: "http://a")
        return lines.map { reader.add(Array(($0 + "\r\n").utf8)) }.filter { $0 != .more }
    }

    @Test("Completes a head at its empty line")
    func complete() {
        var reader = ResponseHeadReader(url: "http://a")
        for line in ["HTTP/1.1 200 OK\r\n", "A: b \r\n", "a:c\r\n"] { _ = reader.add(Array(line.utf8)) }
        #expect(!reader.isComplete)
        let outcome = reader.add(Array("\r\n".utf8))
        #expect(outcome == .head(HTTPResponseHead(status: 200, headers: ["A": "b, c"], url: "http://a")))
        #expect(reader.isComplete)
    }

    @Test("Ignores informational heads, trailers, and a missing reason phrase")
    func leftOut() {
        #expect(
            outcomes(of: "HTTP/1.1 103 Early", "Link: x", "", "HTTP/2 204", "A: b", "", "Sum: 1", "")
                == [.head(HTTPResponseHead(status: 204, headers: ["A": "b"], url: "http://a"))])
    }

    @Test(
        "Reports the reason for a malformed head",
        arguments: [
            (["A: b"], "The response doesn't begin with a status line"),
            (["HTTP/1.1 2000 OK"], "The status line has no status"), (["HTTP/1.1 x"], "The status line has no status"),
            (["HTTP/1.1"], "The status line has no status"), (["HTTP/1.1 099 X"], "The status line has no status"),
            (["HTTP/1.1 200", "no colon"], "A header line has no colon"),
            (["HTTP/1.1 200", "a b: c"], "The name of a header field isn't an HTTP token"),
            (["HTTP/1.1 200", "A: " + String(repeating: "x", count: 262_144)], "The head has more than 262144 bytes"),
        ])
    func malformed(lines: [String], reason: String) {
        var reader = ResponseHeadReader(url: "")
        #expect(lines.map { reader.add(Array($0.utf8)) }.last == .malformed(reason))
    }

    @Test("Unfolds values, and replaces invalid UTF-8")
    func values() {
        var reader = ResponseHeadReader(url: "")
        for line in ["HTTP/1.1 200 OK", "A: b", "\tc "] { _ = reader.add(Array(line.utf8)) }
        _ = reader.add(Array("B: ".utf8) + [0xFF])
        let outcome = reader.add([13, 10])
        #expect(outcome == .head(HTTPResponseHead(status: 200, headers: ["A": "b c", "B": "\u{FFFD}"])))
    }
}
