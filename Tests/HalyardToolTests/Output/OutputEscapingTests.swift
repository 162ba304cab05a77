// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardTool

@Suite("Output escaping")
struct OutputEscapingTests {
    /// Flags whose keys contain build log commands, line breaks, or terminal control characters.
    private static let hostile = #"""
        {"version": 1, "providers": {"p": {"type": "memory", "flags": {
          "::stop-commands::tok": 1, "  ::debug::x": 2, "a\n::error::b": 3, "c\u001b[2J\u009b\u202e": 4,
          "##[add-mask]d": 5, "##vso[task.setvariable]e": 6}}}}
        """#
    private static let names = [
        "::stop-commands::tok", "  ::debug::x", "a\n::error::b", "c\u{1B}[2J\u{9B}\u{202E}", "##[add-mask]d",
        "##vso[task.setvariable]e",
    ]
    private let tool = MemoryTool([
        "halyard.json": hostile, "flags.json": "{\"flags\": {}}",
        "hostile.json":
            ###"{"flags": {"##[add-mask]d": {"flagType": "string", "defaultValue": "##vso[a]", "description": "##[b]\n::debug::"}}}"###,
        "people.jsonl": "{\"key\": \"ada\"}",
    ])

    @Test("Escapes flag keys in a table")
    func table() async {
        #expect(
            await tool.run("eval").output == #"""
                key                            value  variant  reason  origin  provider  age
                  \u{3a}:debug::x              2      default  STATIC  memory  p         0 s
                ##\u{5b}add-mask]d             5      default  STATIC  memory  p         0 s
                ##vso\u{5b}task.setvariable]e  6      default  STATIC  memory  p         0 s
                \u{3a}:stop-commands::tok      1      default  STATIC  memory  p         0 s
                a\n::error::b                  3      default  STATIC  memory  p         0 s
                c\u{1b}[2J\u{9b}\u{202e}       4      default  STATIC  memory  p         0 s

                """#)
    }

    @Test("Doesn't write commands, control characters, or extra lines", arguments: Self.names)
    func everyOutput(name: String) async {
        for arguments in [
            ["eval"], ["eval", "--json"], ["eval", name], ["eval", name + "!"], ["explain", name],
            ["explain", name + "!"], ["explain", name, "--json"], ["eval", "--provider", name], ["eval", "-c", name],
            ["eval", "--context", name], ["eval", "--context", "{\"key\": \"\(name)\"}"], ["manifest"],
            ["manifest", "--merge", name], ["generate", name], ["generate", "hostile.json"],
            ["stale", "flags.json", "--provider", "p"],
            ["stale", "flags.json", "--sources", name], ["check", name], [name], ["check", "--" + name],
        ] {
            let outcome = await tool.run(arguments)
            for text in [outcome.output, outcome.errors] {
                Self.checkIsSafe(text, arguments)
            }
        }
    }

    @Test("Doesn't write commands from a file's content", arguments: ["text", "json", "github", "sarif"])
    func checked(format: String) async {
        for (number, name) in Self.names.enumerated() {
            let file = "\(number)\(name).json"
            let member = JSONWriter.text(.string(name))
            tool.files.write(
                "{\"version\": 1, \"providers\": {\(member): {\"type\": \(member), \(member): 1}}}", to: file)
            let outcome = await tool.run("check", file, "--format", format)
            #expect(outcome.output != "")
            if format == "github" {
                let lines = outcome.output.split(separator: "\n")
                #expect(lines.allSatisfy { $0.hasPrefix("::error file=") }, "\(lines)")
                Self.checkIsSafe(outcome.output.split(separator: "\n").map { "x" + $0 }.joined(separator: "\n"), [])
            } else {
                Self.checkIsSafe(outcome.output, [])
            }
        }
    }

    @Test("Keeps the meaning of escaped JSON")
    func json() async throws {
        let text = await tool.run("eval", "--json").output
        let keys = try #require(try JSONReader().read(text)["flags"]?.elements).map { $0["key"] }
        #expect(Set(keys) == Set(Self.names.map(FlagValue.string)))
    }

    private static func checkIsSafe(_ text: String, _ arguments: [String]) {
        for line in text.split(separator: "\n") {
            let start = line.drop { $0.isWhitespace }
            #expect(!start.hasPrefix("::"), "\(arguments): \(line)")
            #expect(!line.contains("##["), "\(arguments): \(line)")
            #expect(!line.contains("##vso["), "\(arguments): \(line)")
        }
        let controls = text.unicodeScalars.filter { scalar in
            scalar != "\n" && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
        }
        #expect(controls.isEmpty, "\(arguments): \(text)")
    }
}

extension FlagValue {
    fileprivate var elements: [FlagValue]? { if case .array(let elements) = self { elements } else { nil } }
}
