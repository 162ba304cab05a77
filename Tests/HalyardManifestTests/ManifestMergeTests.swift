// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardManifest
import Testing

@Suite struct ManifestMergeTests {
    private let flags: [ManifestMerge.Flag] = [
        .init("promo", default: JSONNode(.string("no \"ads\"\n")), description: "Ads."),
        .init("beta", default: JSONNode(.bool(true))),
        .init("beta", default: JSONNode(.bool(false))),
        .init(
            "limits",
            default: JSONNode(
                .object([.init("daily", .number("10")), .init("days", .array([JSONNode(.string("mo"))]))]))),
    ]

    @Test(
        "Rejects an existing manifest with errors",
        arguments: ["", "{", "[]", "{}", #"{"flags": {"a": 1}}"#])
    func errors(text: String) {
        let merge = ManifestMerge(flags, into: Array(text.utf8))
        #expect(merge.text == nil)
        #expect(merge.added == [])
        #expect(merge.problems.count == 1)
    }

    @Test("Skips flags with an empty key or a mismatched type")
    func badFlags() {
        let merge = ManifestMerge([
            .init("", default: JSONNode(.bool(true))), .init("a", type: .integer, default: JSONNode(.bool(true))),
            .init("b", default: JSONNode(.bool(true))),
        ])
        #expect(merge.refused == ["", "a"])
        #expect(merge.added == ["b"])
        #expect(merge.problems == [])
        #expect(
            merge.text == #"""
                {
                  "$schema": "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json",
                  "flags": {
                    "b": { "flagType": "boolean", "defaultValue": true }
                  }
                }

                """#)
    }

    @Test("Creates a manifest, sorted by key")
    func new() {
        let merge = ManifestMerge(flags)
        #expect(
            merge.text == #"""
                {
                  "$schema": "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json",
                  "flags": {
                    "beta": { "flagType": "boolean", "defaultValue": true },
                    "limits": { "flagType": "object", "defaultValue": { "daily": 10, "days": ["mo"] } },
                    "promo": { "flagType": "string", "defaultValue": "no \"ads\"\n", "description": "Ads." }
                  }
                }

                """#)
        #expect(merge.added == ["beta", "limits", "promo"])
        #expect(merge.problems == [])
    }

    @Test("Appends flags without changing the existing bytes")
    func merged() {
        let existing = #"""
            { "x-team":   [1.0, 1e3],
              "flags": {
                  "zeta"  : { "defaultValue": 1.50, "flagType":"float",
                      "swift": { "name": "z" }, "metadata": {"owner":"nav"}, "tags": [ ] },
                  "beta": {"flagType": "string", "defaultValue": "b"}
              }, "after": null }
            """#
        let merge = ManifestMerge(flags, into: Array(existing.utf8))
        #expect(
            merge.text == #"""
                { "x-team":   [1.0, 1e3],
                  "flags": {
                      "zeta"  : { "defaultValue": 1.50, "flagType":"float",
                          "swift": { "name": "z" }, "metadata": {"owner":"nav"}, "tags": [ ] },
                      "beta": {"flagType": "string", "defaultValue": "b"},
                      "limits": { "flagType": "object", "defaultValue": { "daily": 10, "days": ["mo"] } },
                      "promo": { "flagType": "string", "defaultValue": "no \"ads\"\n", "description": "Ads." }
                  }, "after": null }
                """#)
        #expect(merge.added == ["limits", "promo"])
    }

    @Test(
        "Keeps the formatting of the existing manifest",
        arguments: [
            ("{\"flags\":{}}", "{\"flags\":{\n  \"a\": { \"flagType\": \"boolean\", \"defaultValue\": true }\n}}"),
            (
                "{\r\n\t\"flags\": { }\r\n}",
                "{\r\n\t\"flags\": {\r\n\t\t\"a\": { \"flagType\": \"boolean\", \"defaultValue\": true }\r\n\t}\r\n}"
            ),
            (
                "{\"flags\":{\"b\":{\"flagType\":\"float\",\"defaultValue\":1}}}",
                "{\"flags\":{\"b\":{\"flagType\":\"float\",\"defaultValue\":1}, \"a\": { \"flagType\": \"boolean\", \"defaultValue\": true }}}"
            ),
            (
                "\u{FEFF}{\r\n \"flags\": {\r\n  \"b\": {\"flagType\":\"float\",\"defaultValue\":1}\r\n }\r\n}",
                "\u{FEFF}{\r\n \"flags\": {\r\n  \"b\": {\"flagType\":\"float\",\"defaultValue\":1},\r\n  \"a\": { \"flagType\": \"boolean\", \"defaultValue\": true }\r\n }\r\n}"
            ),
        ])
    func style(existing: String, result: String) {
        let merge = ManifestMerge([.init("a", default: JSONNode(.bool(true)))], into: Array(existing.utf8))
        #expect(merge.text.map { Array($0.utf8) } == Array(result.utf8))
    }

    @Test("Skips a value that is nested too deeply, and adds other flags")
    func refused() {
        let deep = (0..<128).reduce(JSONNode(.bool(true))) { node, _ in JSONNode(.array([node])) }
        let merge = ManifestMerge([
            .init("", default: JSONNode(.bool(true))), .init("deep", default: deep),
            .init("fine", default: JSONNode(.bool(true))),
        ])
        #expect(merge.refused == ["", "deep"])
        #expect(merge.added == ["fine"])
        #expect(merge.problems == [])
        #expect(merge.text?.contains("\"fine\": { \"flagType\": \"boolean\", \"defaultValue\": true }") == true)
    }

    @Test("Changes nothing in a second merge")
    func stable() throws {
        let first = try #require(ManifestMerge(flags).text)
        let second = ManifestMerge(flags, into: Array(first.utf8))
        #expect(second.text == first)
        #expect(second.added == [])
    }

    @Test("Merges into the hostile manifest without changing its bytes")
    func hostile() throws {
        let bytes = try fixture("Fixtures/hostile.json")
        #expect(ManifestMerge([], into: bytes).text.map { Array($0.utf8) } == bytes)
        let merged = try #require(ManifestMerge([.init("zz\u{0}\"", default: JSONNode(.null))], into: bytes).text)
        let last = "    \"zz\\u0000\\\"\": { \"flagType\": \"object\", \"defaultValue\": null }\n  }\n}\n"
        #expect(Array(merged.utf8) == bytes.dropLast(7) + Array((",\n" + last).utf8))
    }
}
