// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing
import TestSupport

/// Tests that run the samples of the guide.
@Suite("Tools guide")
struct ToolsGuideTests {
    private static let guide = "Sources/Halyard/Halyard.docc/Tools.md"

    /// A command line of the guide, and its output in the guide.
    struct Sample: Sendable, CustomTestStringConvertible {
        let line: String
        let output: String

        var testDescription: String { line }
    }

    private static func samples() throws -> [Sample] {
        try Repository.text(guide).matches(of: /```\n\$ (.*)\n((?:.|\n)*?)```/).map {
            Sample(line: String($0.1), output: String($0.2))
        }
    }

    @Test("Shows the actual output of each command", arguments: try samples())
    func outputs(sample: Sample) async throws {
        let program = try #require(Program("halyard-cli"), "The program isn't next to the tests.")
        let path = "\(program.folder.path(percentEncoded: false)):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let outcome = try await Program(path: "/bin/sh").run(
            ["-c", "exec 2>&1; \(sample.line)"], environment: ["PATH": path, "UNLEASH_KEY": nil],
            in: Repository.path("Tests/HalyardToolTests/Shop"))
        #expect(Self.timeless(outcome.output) == Self.timeless(sample.output))
    }

    @Test("Lists every command, and shows the sample manifest")
    func complete() async throws {
        let text = try Repository.text(Self.guide)
        let names = try Self.samples().compactMap { $0.line.split(separator: " ").dropFirst().first.map(String.init) }
        #expect(Set(names) == ["check", "eval", "explain", "compare", "generate", "manifest", "stale"])
        let program = try #require(Program("halyard-cli"), "The program isn't next to the tests.")
        let overview = try await program.run(["--help"]).output
        let rows = text.matches(of: /\| `(\w+)` \|/).map { String($0.1) }
        #expect(rows == overview.matches(of: #/\n  (\w+)  /#).map { String($0.1) })
        let manifest = try Repository.text("Tests/HalyardToolTests/Shop/flags.json")
        #expect(text.contains("```json\n\(manifest)```"))
    }

    /// Returns the text with zeros for durations, which differ between runs.
    private static func timeless(_ text: String) -> String {
        text.replacing(/[0-9.]+ s old/, with: "0 s old").replacing(/in [0-9]+\.[0-9] s/, with: "in 0.0 s")
    }
}
