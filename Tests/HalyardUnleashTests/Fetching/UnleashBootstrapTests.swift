// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash
import Testing
import TestSupport

@Suite("Unleash bootstrap files")
struct UnleashBootstrapTests {
    private func contents(_ text: String) throws -> BootstrapFormat.Contents {
        BootstrapFormat.unleash.contents(
            of: try JSONReader().read(text), origin: Origin(.bootstrap, provider: "unleash"))
    }

    @Test("Recognizes the bootstrap example of the Unleash documentation")
    func documentedExample() async {
        let text = """
            {"toggles": [
                {"name": "no-variant", "enabled": true},
                {"name": "disabled-with-variant-disabled-no-payload", "enabled": false,
                 "variant": {"name": "foo", "enabled": false, "feature_enabled": false}},
                {"name": "enabled-with-variant-enabled-and-payload", "enabled": true,
                 "variant": {"name": "bar", "enabled": true, "feature_enabled": true,
                             "payload": {"type": "string", "value": "baz"}}}
            ]}
            """
        let client = FlagClient(
            provider: FileFlagProvider(.text(text), name: "unleash", formats: [.halyard, .unleash]), options: .manual()
        )
        #expect(await client.start() == .ready)
        let details = [
            "no-variant", "disabled-with-variant-disabled-no-payload", "enabled-with-variant-enabled-and-payload",
        ]
        .map { client.details(of: FlagKey($0, default: false)).description }
        #expect(
            details == [
                "no-variant = true (UNKNOWN, bootstrap: unleash)",
                "disabled-with-variant-disabled-no-payload = false (DISABLED, bootstrap: unleash)",
                "enabled-with-variant-enabled-and-payload = true (bar, UNKNOWN, bootstrap: unleash)",
            ])
        #expect(client.string("enabled-with-variant-enabled-and-payload", default: "none") == "baz")
        #expect(client.string("no-variant", default: "none") == "none")
        #expect(client.details(of: FlagKey("no-variant", default: "none")).error == nil)
    }

    @Test(
        "Reads payloads according to their type",
        arguments: [
            ("json", #"{\"x\":1}"#, ["x": 1]), ("number", "4.5", 4.5), ("number", "12", 12), ("string", "12", "12"),
            ("csv", "a,b", "a,b"), ("colour", "red", "red"),
        ] as [(String, String, FlagValue)])
    func payloads(type: String, value: String, expected: FlagValue) throws {
        let contents = try contents(
            #"{"toggles": [{"name": "f", "enabled": true, "variant": {"name": "v", "enabled": true, "#
                + "\"payload\": {\"type\": \"\(type)\", \"value\": \"\(value)\"}}}]}")
        #expect(contents.flags.map(\.variantValue) == [expected])
        #expect(contents.diagnostics == [])
    }

    @Test("Serves a mismatched payload as a string, and reports it")
    func wrongPayload() throws {
        let contents = try contents(
            #"{"toggles": [{"name": "f", "enabled": true, "variant": {"name": "v", "enabled": true, "#
                + #""payload": {"type": "number", "value": "many"}}}]}"#)
        #expect(contents.flags.map(\.variantValue) == ["many"])
        #expect(
            contents.diagnostics.map(\.description) == [
                "warning: /toggles/0/variant/payload/value: f: The payload doesn't match type \"number\". "
                    + "It's served as a string. Fix the value, or set the type to \"string\"."
            ])
    }

    @Test("Skips and reports invalid toggles, and serves the other toggles")
    func tolerance() throws {
        let contents = try contents(
            """
            {"toggles": [
              7,
              {"enabled": true},
              {"name": "no-enabled"},
              {"name": "twice", "enabled": true},
              {"name": "twice", "enabled": false},
              {"name": "bad-variant", "enabled": true, "variant": {"enabled": true}},
              {"name": "bad-payload", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": {"value": 3}}},
              {"name": "null-variant", "enabled": true, "variant": null, "unknown": [1]},
              {"name": "null-payload", "enabled": true, "variant": {"name": "v", "enabled": true, "payload": null}}
            ], "unknown": true}
            """)
        #expect(
            contents.flags.map { "\($0.key) \($0.value) \($0.variant ?? "-")" } == [
                "twice true -", "bad-variant true -", "bad-payload true v", "null-variant true -",
                "null-payload true v",
            ])
        #expect(
            contents.diagnostics.map { "\($0.location?.pointer ?? "") \($0.message)" } == [
                "/toggles/0 The toggle has no name, so it was skipped.",
                "/toggles/1 The toggle has no name, so it was skipped.",
                "/toggles/2 The toggle has no Boolean \"enabled\", so it was skipped.",
                "/toggles/4 An earlier toggle has the same name, so this one was skipped.",
                "/toggles/5/variant The variant has no name, so the toggle is served without it.",
                "/toggles/6/variant/payload/value The payload has no value, so the variant is served without it.",
            ])
    }

    @Test("Reads both spellings of the impressionData property")
    func impressions() throws {
        let contents = try contents(
            """
            {"toggles": [{"name": "a", "enabled": true, "impressionData": true},
                         {"name": "b", "enabled": true, "impression_data": true},
                         {"name": "c", "enabled": true, "impressionData": "yes"},
                         {"name": "d", "enabled": true, "impressionData": null}]}
            """)
        #expect(contents.flags.map(\.reporting) == [.each, .each, [], []])
    }

    @Test("Serves no variant for a disabled toggle")
    func offHasNoVariant() throws {
        let contents = try contents(
            #"{"toggles": [{"name": "f", "enabled": false, "variant": {"name": "v", "enabled": true, "#
                + #""payload": {"type": "string", "value": "x"}}}]}"#)
        let flag = try #require(contents.flags.first)
        #expect(flag.variant == nil)
        #expect(flag.variantValue == .null)
        #expect(flag.reason == .disabled)
        #expect(flag.vendor["variant"]?["name"] == "v", "The vendor data contains the variant.")
    }

    @Test(
        "Recognizes only documents with a list of toggles",
        arguments: [
            ("{\"toggles\": []}", true), ("{\"toggles\": {}}", false), ("{\"flags\": {}}", false), ("[]", false),
        ])
    func recognition(text: String, isUnleash: Bool) throws {
        #expect(BootstrapFormat.unleash.recognizes(try JSONReader().read(text)) == isUnleash)
    }
}
