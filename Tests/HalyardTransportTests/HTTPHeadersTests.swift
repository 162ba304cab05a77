// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing
import TestSupport

@Suite("HTTPHeaders")
struct HTTPHeadersTests {
    @Test("Ignores case in names, and keeps the last value and spelling")
    func names() {
        var headers: HTTPHeaders = ["Content-Type": "text/plain", "ETag": "a", "etag": "b"]
        #expect(headers["content-type"] == "text/plain")
        #expect(headers["ETAG"] == "b")
        #expect(headers.names == ["Content-Type", "etag"])
        headers["CONTENT-TYPE"] = nil
        #expect(headers["Content-Type"] == nil)
        #expect(headers.names == ["etag"])
    }

    // MARK: Fields of an app

    @Test(
        "Reports an invalid field with a suggestion and without its value",
        arguments: [
            ("X-Team", "shop", nil, nil),
            (
                "X-Team", "", "The value of \"X-Team\" is empty, or isn't valid in a header field.",
                "Use a single line of text."
            ),
            (
                "X-Team", "s3cret\r\nX: y", "The value of \"X-Team\" is empty, or isn't valid in a header field.",
                "Use a single line of text."
            ),
            (
                "X-Team", "s3cret\u{7F}", "The value of \"X-Team\" is empty, or isn't valid in a header field.",
                "Use a single line of text."
            ),
            ("", "x", "\"\" isn't a valid header field name.", "Use letters, digits, and \"-\"."),
            ("a b", "x", "\"a b\" isn't a valid header field name.", "Use letters, digits, and \"-\"."),
            ("a:", "x", "\"a:\" isn't a valid header field name.", "Use letters, digits, and \"-\"."),
            ("ACCEPT", "", "The provider sets the header field \"ACCEPT\".", "Remove it."),
        ] as [(String, String, String?, String?)])
    func problems(name: String, value: String, message: String?, suggestion: String?) {
        let problem = HTTPHeaders.problem(with: name, value) { $0.lowercased() == "accept" }
        #expect(problem?.message == message)
        #expect(problem?.suggestion == suggestion)
    }

    @Test("Accepts values of up to 4096 bytes")
    func longValue() {
        #expect(HTTPHeaders.problem(with: "a", String(repeating: "x", count: 4096), isReserved: { _ in false }) == nil)
        #expect(HTTPHeaders.problem(with: "a", String(repeating: "x", count: 4097), isReserved: { _ in false }) != nil)
    }

    @Test("Waits for the app's header fields until the timeout")
    func fetched() async throws {
        struct NoToken: Error, CustomStringConvertible { let description = "no token yet" }
        let time = ManualTime()
        #expect(try await HTTPHeaders.fields(from: nil, within: .seconds(1), on: time) == [:])
        #expect(try await HTTPHeaders.fields(from: { ["a": "b"] }, within: .seconds(1), on: time) == ["a": "b"])
        let failure = await #expect(throws: TransportError.self) {
            try await HTTPHeaders.fields(from: { throw NoToken() }, within: .seconds(1), on: time)
        }
        #expect(failure == TransportError(.other, "The headers provider failed: no token yet"))
        let late = Task {
            await #expect(throws: TransportError.self) {
                try await HTTPHeaders.fields(
                    from: {
                        try await Task.sleep(for: .seconds(3600))
                        return [:]
                    }, within: .seconds(1), on: time)
            }
        }
        await time.awaitSleepers()
        time.advance(by: .seconds(1))
        #expect(await late.value == TransportError(.timedOut, "The headers provider took longer than 1.0 seconds"))
    }
}
