// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import Testing
import TestSupport

@Suite("OFREP bootstrap files")
struct OFREPBootstrapTests {
    private func contents(_ text: String) throws -> BootstrapFormat.Contents {
        BootstrapFormat.ofrep.contents(of: try JSONReader().read(text), origin: Origin(.bootstrap, provider: "p"))
    }

    @Test(
        "Recognizes only JSON with a list of flags",
        arguments: [
            (#"{"flags": []}"#, true), (#"{"flags": [], "metadata": {}}"#, true), (#"{"flags": {}}"#, false),
            (#"{"toggles": []}"#, false), ("{}", false), ("[]", false), ("7", false),
        ])
    func recognition(text: String, isAnswer: Bool) throws {
        #expect(BootstrapFormat.ofrep.recognizes(try JSONReader().read(text)) == isAnswer)
    }

    @Test("Reads errors, metadata, and locations as in a response")
    func tolerance() throws {
        let contents = try contents(
            """
            {"flags": [7, {"key": "a", "value": 1, "reason": "STATIC", "variant": "on"}, {"key": "a", "value": 2},
              {"key": "error", "errorCode": "FLAG_CONFIG", "errorDetails": "odd"}, {"key": "default"},
              {"key": "gone", "errorCode": "FLAG_NOT_FOUND"}], "metadata": {"flagSetId": "s"}}
            """)
        #expect(
            contents.flags.map { "\($0.key) \($0.value) \($0.variant ?? "-") \($0.reason) \($0.error?.code ?? "-")" }
                == [
                    "a 1 on STATIC -", "a 2 - UNKNOWN -", "error null - ERROR GENERAL", "default null - UNKNOWN -",
                ])
        #expect(contents.flags.map(\.metadata) == Array(repeating: ["flagSetId": "s"], count: 4))
        #expect(
            contents.diagnostics.map(\.description) == [
                "warning: /flags/0: The item has no key, so it was skipped. Add a string \"key\"."
            ])
    }

    @Test("Neither opens nor reports the event streams of a bootstrap file")
    func streams() throws {
        let contents = try contents(
            #"{"flags": [], "eventStreams": [{"type": "sse", "url": "https://a/?token=t"}, {"type": "sse"}]}"#)
        #expect(contents.flags.isEmpty)
        #expect(contents.diagnostics == [])
    }

    @Test("Distinguishes OFREP and Halyard bootstrap files by their content")
    func serving() async {
        for text in [#"{"flags": [{"key": "a", "value": true}]}"#, #"{"flags": {"a": true}}"#] {
            let client = FlagClient(
                provider: FileFlagProvider(.text(text), name: "file", formats: [.halyard, .ofrep]), options: .manual())
            #expect(await client.start() == .ready)
            #expect(client.allFlags == ["a": true])
            await client.shutdown()
        }
    }
}
