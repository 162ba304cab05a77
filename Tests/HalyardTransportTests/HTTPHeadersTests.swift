// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing
import TestSupport

@Suite("HTTPHeaders")
struct HTTPHeadersTests {
    @Test("names are compared without regard to case; the last value and spelling stay")
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
        "a field that cannot be sent has a problem, which says what to do and does not hold the value",
        arguments: [
            ("X-Team", "shop", nil, nil),
            (
                "X-Team", "", "The value of \"X-Team\" is empty, or cannot stand in a header field.",
                "Write it on one line."
            ),
            (
                "X-Team", "s3cret\r\nX: y", "The value of \"X-Team\" is empty, or cannot stand in a header field.",
                "Write it on one line."
            ),
            (
                "X-Team", "s3cret\u{7F}", "The value of \"X-Team\" is empty, or cannot stand in a header field.",
                "Write it on one line."
            ),
            ("", "x", "\"\" cannot be the name of a header field.", "Use letters, digits and \"-\"."),
            ("a b", "x", "\"a b\" cannot be the name of a header field.", "Use letters, digits and \"-\"."),
            ("a:", "x", "\"a:\" cannot be the name of a header field.", "Use letters, digits and \"-\"."),
            ("ACCEPT", "", "The header field \"ACCEPT\" is set by the provider.", "Leave it out."),
        ] as [(String, String, String?, String?)])
    func problems(name: String, value: String, message: String?, suggestion: String?) {
        let problem = HTTPHeaders.problem(with: name, value) { $0.lowercased() == "accept" }
        #expect(problem?.message == message)
        #expect(problem?.suggestion == suggestion)
    }

    @Test("a value may have 4096 bytes, and no more")
    func longValue() {
        #expect(HTTPHeaders.problem(with: "a", String(repeating: "x", count: 4096), isReserved: { _ in false }) == nil)
        #expect(HTTPHeaders.problem(with: "a", String(repeating: "x", count: 4097), isReserved: { _ in false }) != nil)
    }

    @Test(
        "a list as environment variables write it: bad pieces are left out and counted",
        arguments: [
            ("", [:], 0), (",,", [:], 0), ("X-Team=shop,X-Region=eu", ["X-Team": "shop", "X-Region": "eu"], 0),
            (" X-Team = shop , X-Region=eu ", ["X-Team": "shop", "X-Region": "eu"], 0),
            ("Authorization=Basic%20dTpw", ["Authorization": "Basic dTpw"], 0),
            ("X%2DTeam=a%2Cb", ["X-Team": "a,b"], 0), ("Selector=flagSetId=shop", ["Selector": "flagSetId=shop"], 0),
            ("a=1,a=2", ["a": "2"], 0), ("a=%C3%BC", ["a": "ü"], 0), ("a=%E2%9C%93", ["a": "✓"], 0),
            ("a,=x,a b=1,b=,c=1", ["c": "1"], 4), ("a=%,b=%2,c=%zz,d=1", ["d": "1"], 3),
            ("a=%FF,b=%C3,c=1", ["c": "1"], 2), ("a=%0D%0AX:%20y,b=1", ["b": "1"], 1),
            ("a=%+1,b=%-1,c=1", ["c": "1"], 2),
        ] as [(String, [String: String], Int)])
    func list(text: String, fields: [String: String], invalidCount: Int) {
        let list = HTTPHeaders.list(text)
        #expect(list.fields == fields)
        #expect(list.invalidCount == invalidCount)
    }

    @Test("fields that an app makes are waited for as long as a request may take")
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
