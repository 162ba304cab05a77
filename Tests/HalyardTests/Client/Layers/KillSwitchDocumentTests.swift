// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardSupport
import Testing

@Suite("Kill switch document")
struct KillSwitchDocumentTests {
    private let now = Instant(millisecondsSinceEpoch: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

    private func diagnostics(_ text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try KillSwitchDocument(Array(text.utf8), file: "kill.json", at: now)
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }

    @Test("Reports each error of an invalid document with its location and fix")
    func refused() {
        #expect(
            diagnostics(
                """
                {"killSwitch": 2,
                 "note": 5, "flag": {"checkout": false}}
                """) == [
                    "kill.json:1:1: error: Missing setting \"expires\". Add it: "
                        + "\"expires\": \"2026-12-01T00:00:00Z\", at most 30 days ahead.",
                    "kill.json:1:1: error: Missing setting \"flags\". Add it: an object of values by flag key.",
                    "kill.json:1:16: error: /killSwitch: Expected version 1, found 2. "
                        + "Use 1, or use a release of Halyard that supports the other version.",
                    "kill.json:2:10: error: /note: Expected a string, found a number. Use \"…\".",
                    "kill.json:2:13: error: /flag: Unknown setting \"flag\". Did you mean \"flags\"?",
                ])
    }

    @Test("Rejects an invalid expiry or one more than 30 days ahead")
    func expiries() {
        #expect(
            diagnostics(#"{"killSwitch": 1, "expires": "tomorrow", "flags": {}}"#) == [
                #"kill.json:1:30: error: /expires: "tomorrow" isn't a valid date and time. "#
                    + #"Use "expires": "2026-12-01T00:00:00Z", at most 30 days ahead."#
            ])
        #expect(
            diagnostics(#"{"killSwitch": 1, "expires": "2026-01-31T00:00:00.001Z", "flags": {}}"#) == [
                "kill.json:1:30: error: /expires: The kill switch expires at 2026-01-31T00:00:00.001Z, "
                    + "more than 30 days from now. Use a date at most 30 days ahead, and renew it if necessary."
            ])
        #expect(diagnostics(#"{"killSwitch": 1, "expires": "2026-01-31T00:00:00Z", "flags": {}}"#) == [])
        #expect(diagnostics(#"{"killSwitch": 1, "expires": 5, "flags": {}}"#).count == 1)
        #expect(diagnostics(#"{"killSwitch": 1, "expires": {"$env": "HOME"}, "flags": {}}"#).count == 1)
    }

    @Test(
        "Rejects text that isn't a kill switch document",
        arguments: [
            "", "[]", "{}", "7", #"{"killSwitch": 1"#,
            #"{"killSwitch": 1, "expires": "2026-01-02T00:00:00Z", "flags": []}"#,
            #"{"killSwitch": 1, "expires": "2026-01-02T00:00:00Z"}"#,
            #"{"killSwitch": 1, "killSwitch": 1, "expires": "2026-01-02T00:00:00Z", "flags": {}}"#,
        ])
    func noDocument(text: String) {
        #expect(!diagnostics(text).isEmpty)
    }

    @Test("Reads the expiry, note, and values of a document")
    func good() throws {
        let text = #"""
            {"$schema": "x", "killSwitch": 1, "expires": "2026-01-02T01:00:00+01:00", "note": "INC-4711",
             "flags": {"checkout": false, "limit": 0, "theme": {"accent": "grey"}, "none": null}}
            """#
        let document = try KillSwitchDocument(Array(text.utf8), file: "kill.json", at: now)
        #expect(document.expires == now + .seconds(86_400))
        #expect(document.note == "INC-4711")
        #expect(document.values == ["checkout": false, "limit": 0, "theme": ["accent": "grey"], "none": .null])
    }
}
