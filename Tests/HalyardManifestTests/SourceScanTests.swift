// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing

@Suite struct SourceScanTests {
    private let scan = SourceScan(members: [
        "new-nav": "newNav", "class": "class", "größe": "größe", "a\nb": "aB",
    ])

    private func places(_ text: String) -> [String: [String]] {
        scan.places(in: Array(text.utf8), file: "A.swift").mapValues { places in
            places.map { "\($0):\($0.position.column)" }
        }
    }

    @Test(
        "Ignores text that doesn't name a flag",
        arguments: [
            "", "// flags[.newNav] \"new-nav\"", "/* .newNav /* \"new-nav\" */ .newNav */", "/* .newNav",
            "\"x.newNav\"",
            "\"new-nav \"", "\"new-\\(x)nav\"", "\"\\(x)new-nav\"", "newNav", ".newNavigation", "...newNav",
            "..<newNav",
            "let x = 1.newNav1", "\"new-nav", "#\"new-nav\"", "##\"new-nav\"#", "\"\"\"\nnew-nav", "#\"\\(.newNav)\"#",
            "#/\"new-nav\"/#", "#/\n\"new-nav\"\n/#", "\"//\\\"new-nav\"", "\"\"\"\n\"new-nav\"\n\"\"\"", "\\", "\"\\",
            "\"\\u{", "`new-nav`",
            ")))\"", "\"\\u{110000}\"", "\"\\u{new-nav}\"",
        ])
    func notFound(text: String) {
        #expect(places(text) == [:])
    }

    @Test(
        "Finds a flag by its name or key",
        arguments: [
            ("flags[.newNav]", 7), ("FlagKey.newNav", 8), ("flags.bool(\"new-nav\")", 12), ("/* \" */ \"new-nav\"", 9),
            ("/* /* */ */ .newNav", 13), ("#\"new-nav\"#", 1), ("##\"new-nav\"##", 1), ("\"new\\u{2D}nav\"", 1),
            ("\"\\(flags[.newNav])\"", 10), ("\"\\(\"new-nav\")\"", 4), ("#\"\\#(.newNav)\"#", 6),
            ("\"\\(f(\"\\(g(\")\") + \"new-nav\")\"))\"", 18), (".`newNav`", 1), ("\"//\" + .newNav", 8),
            ("\"\" + .newNav", 6),
            ("\"\\\"\" + .newNav", 8), ("\"open\n.newNav", 1), ("x / y / .newNav", 9), ("#if .newNav", 5),
            ("\\.newNav", 2),
            ("#/\"/# .newNav", 7), ("f(a)) .newNav", 7), ("\"\"\"\n  new-nav\n  \"\"\"", 1),
            ("#\"\"\"\nnew-nav\n\"\"\"#", 1),
            ("\"\"\"\nnew-\\\nnav\n\"\"\"", 1), ("// x\r\n.newNav", 1), ("#selector(a) .newNav", 14),
        ])
    func found(text: String, column: Int) {
        let line = text.hasPrefix("\"open") || text.hasPrefix("// x") ? 2 : 1
        #expect(places(text) == ["new-nav": ["A.swift:\(line):\(column)"]])
    }

    @Test("Finds non-ASCII names, keywords, and keys with line breaks")
    func otherNames() {
        #expect(
            places(".größe .class \"größe\"") == ["größe": ["A.swift:1:1", "A.swift:1:17"], "class": ["A.swift:1:10"]])
        #expect(
            places("\"a\\nb\" \"\"\"\n a\n b\n \"\"\"") == ["a\nb": ["A.swift:1:1", "A.swift:1:8"]])
    }

    @Test("Lists each location with its line, in order")
    func lines() {
        let text =
            "import Halyard\n\nfunc f() {\n    _ = flags[.newNav] // .newNav\n    _ = \"new-nav\"; _ = flags[.newNav]\n}\n"
        #expect(places(text) == ["new-nav": ["A.swift:4:15", "A.swift:5:9", "A.swift:5:30"]])
    }

    @Test("Skips generated files")
    func generated() throws {
        let text = try #require(
            KeySource(manifest: manifest(#""new-nav": { "flagType": "boolean", "defaultValue": true }"#), file: "f")
                .text)
        #expect(places(text) == [:])
        #expect(places(String(text.dropFirst())) == ["new-nav": ["A.swift:9:33"]])
    }

    @Test("Scans interpolations and comments nested 100,000 times")
    func depth() {
        #expect(places(String(repeating: "\"\\(", count: 100_000) + ".newNav") == ["new-nav": ["A.swift:1:300001"]])
        #expect(places(String(repeating: "/*", count: 100_000) + ".newNav") == [:])
    }
}
