// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing
import TestSupport

/// Tests that run the built program.
@Suite("QuickStart")
struct QuickStartTests {
    private typealias Outcome = Program.Outcome

    private func run(_ arguments: [String], in directory: URL? = nil) async throws -> Outcome {
        let program = try #require(Program("QuickStart"), "The QuickStart program isn't next to the tests.")
        return try await program.run(arguments, in: directory)
    }

    /// Creates a temporary folder with files, which the caller must remove.
    private func folder(_ files: [String: String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        return folder
    }

    private func configuration(_ provider: String) -> String {
        "{\"version\": 1, \"providers\": {\"unleash\": \(provider)}}"
    }

    @Test("Prints the example's flags as an aligned table by default")
    func bareCommand() async throws {
        let outcome = try await run([], in: FileManager.default.temporaryDirectory)
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        key           value                  variant  reason  origin     provider
                        banner        "Free shipping today"  -        STATIC  bootstrap  file
                        new-checkout  true                   -        STATIC  bootstrap  file
                        search-limit  25                     -        STATIC  bootstrap  file

                        """, errors: ""))
    }

    @Test("Prints the flags as JSON if requested")
    func json() async throws {
        let folder = try folder([
            "halyard.json": configuration(#"{"type": "bootstrap", "file": "flags.json"}"#),
            "flags.json": """
            {"toggles": [{"name": "banner", "enabled": true, "variant": {
                "name": "gold", "enabled": true, "feature_enabled": true,
                "payload": {"type": "string", "value": "ahoy"}}}]}
            """,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await run(["--json", "halyard.json"], in: folder)
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        {
                          "banner": {
                            "origin": "bootstrap",
                            "payload": "ahoy",
                            "provider": "unleash",
                            "reason": "UNKNOWN",
                            "value": true,
                            "variant": "gold"
                          }
                        }

                        """, errors: ""))
    }

    @Test("Resolves a configuration's files relative to its folder")
    func ownConfiguration() async throws {
        let folder = try folder([
            "halyard.json": configuration(#"{"type": "bootstrap", "file": "flags.json"}"#),
            "flags.json": #"{"flags": {"greeting": "ahoy"}}"#,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let relative = "\(folder.lastPathComponent)/halyard.json"
        let outcome = try await run([relative], in: folder.deletingLastPathComponent())
        #expect(
            outcome.output == """
                key       value   variant  reason  origin     provider
                greeting  "ahoy"  -        STATIC  bootstrap  unleash

                """)
        #expect(outcome.status == 0)
    }

    @Test(
        "Detects each bootstrap format from its content",
        arguments: [
            (#"{"toggles": [{"name": "a", "enabled": true}]}"#, "a    true   -        UNKNOWN  bootstrap  unleash"),
            (
                #"{"a": {"value": true, "version": 1, "variation": 0}}"#,
                "a    true   0        UNKNOWN  bootstrap  unleash"
            ),
            (
                #"{"a": true, "$flagsState": {"a": {"variation": 0}}}"#,
                "a    true   0        UNKNOWN  bootstrap  unleash"
            ),
            (#"{"flags": {"a": true}}"#, "a    true   -        STATIC  bootstrap  unleash"),
        ])
    func forms(flags: String, row: String) async throws {
        let folder = try folder([
            "halyard.json": configuration(#"{"type": "bootstrap", "file": "flags.json"}"#), "flags.json": flags,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await run([folder.appending(path: "halyard.json").path(percentEncoded: false)])
        #expect(outcome.output.split(separator: "\n").last.map(String.init) == row)
        #expect(outcome.status == 0)
    }

    @Test("Reports the location and a suggestion for an invalid configuration")
    func brokenConfiguration() async throws {
        let folder = try folder([
            "halyard.json": """
            {
              "version": 1,
              "providers": {
                "unleash": {
                  "type": "bootstrap",
                  "file": "flags.json",
                  "refreshInterval": "soon"
                }
              }
            }
            """, "flags.json": "{}",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await run(["halyard.json"], in: folder)
        #expect(
            outcome
                == Outcome(
                    status: 1, output: "",
                    errors: "halyard.json:7:26: error: /providers/unleash/refreshInterval: Expected a duration, found "
                        + "the string \"soon\". Use seconds, or a number with a unit: \"500ms\", \"15s\", \"5m\", "
                        + "\"24h\", \"7d\".\n"))
    }

    @Test("Reports the location of an error in a bootstrap file")
    func brokenBootstrap() async throws {
        let folder = try folder([
            "halyard.json": configuration(#"{"type": "bootstrap", "file": "flags.json"}"#),
            "flags.json": "{\n  \"toggles\": [\n    {\"name\": tru}\n  ]\n}",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await run(["halyard.json"], in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors
                == "PARSE_ERROR: flags.json:3:14: error: /toggles/0/name: Expected true, found other characters. "
                + "Use true, false, or null in lowercase.\n")
    }

    @Test("Prints the valid flags, and reports an invalid one with status 1")
    func badFlag() async throws {
        let folder = try folder([
            "halyard.json": configuration(#"{"type": "bootstrap", "file": "flags.json"}"#),
            "flags.json": "{\"toggles\": [\n  {\"name\": \"a\", \"enabled\": true},\n  {\"name\": \"b\"}]}",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await run(["halyard.json"], in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("a    true   -        UNKNOWN  bootstrap  unleash\n"))
        #expect(
            outcome.errors
                == "flags.json:3:3: warning: /toggles/1: b: The toggle has no Boolean \"enabled\", so it was skipped. "
                + "Add \"enabled\": true or false.\n")
    }

    @Test("Prints the usage with status 2 for invalid arguments")
    func usage() async throws {
        let expected = Outcome(
            status: 2, output: "",
            errors: "usage: QuickStart [--json] [path/to/halyard.json]\n")
        #expect(try await run(["--table"]) == expected)
        #expect(try await run(["a.json", "b.json"]) == expected)
    }
}
