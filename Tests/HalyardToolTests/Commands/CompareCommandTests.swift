// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@testable import HalyardTool

@Suite("compare")
struct CompareCommandTests {
    private let tool = MemoryTool([
        "halyard.json": twoProviders, "people.jsonl": "{\"key\": \"ada\"}\n\n  \r\n{\"key\": \"grace\"}\n",
    ])

    @Test("Prints a difference with its values, and exits with 1")
    func drift() async {
        #expect(
            await tool.run("compare", "first", "second", "--contexts", "people.jsonl")
                == .init(
                    status: .negative,
                    output: """
                        2 flags, 4 comparisons, 50.0 % agree
                          limit  0.0 %  first / second: differs 2
                            10 / 12 (seen 2x, first for 4a082c0817cc)

                        """,
                    errors: """
                        Compared 2 of 2 contexts in 0.0 s.
                        error: 2 comparisons differ (allowed: 0).

                        """))
    }

    @Test(
        "Tolerates allowed and ignored differences",
        arguments: [
            (["--allow-drift", "50%"], ToolStatus.success), (["--allow-drift=49.9 %"], .negative),
            (["--ignore", "lim*"], .success), (["--ignore=x", "--ignore", "limit"], .success),
            (["--ignore", "new"], .negative),
        ])
    func tolerated(options: [String], status: ToolStatus) async {
        #expect(await tool.run(["compare", "first", "second", "--quiet"] + options).status == status)
    }

    @Test("Prints JSON with counts that conforms to its schema")
    func json() async throws {
        let outcome = await tool.run(
            "compare", "first", "second", "--contexts=people.jsonl", "--allow-drift=25%", "--json")
        #expect(outcome.status == .negative)
        let answer = try JSONReader().read(outcome.output)
        #expect(JSONSchema(try #require(OutputSchema.of("compare"))).faults(of: answer) == [])
        #expect(answer["contexts"] == 2)
        #expect(answer["compared"] == 4)
        #expect(answer["differing"] == 2)
        #expect(answer["allowed"] == 1)
    }

    @Test("Writes the report page")
    func page() async throws {
        _ = await tool.run("compare", "first", "second", "--page", "report.html")
        let page = String(decoding: try tool.files.contents(of: "report.html"), as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("<code>limit</code>"))
        tool.files.refuseWrites("No space left on device")
        let outcome = await tool.run("compare", "first", "second", "--page", "report.html")
        #expect(outcome.status == .undetermined)
        #expect(outcome.output.hasPrefix("2 flags, 2 comparisons, 50.0 % agree\n"))
        #expect(outcome.errors.hasSuffix("error: report.html: No space left on device.\n"))
    }

    @Test(
        "Exits with 2 for an invalid command line",
        arguments: [
            (["first"], "Missing argument PROVIDER. Add it after the command."),
            (["first", "secnd"], "Unknown provider: \"secnd\". Did you mean \"second\"?"),
            (
                ["first", "first"], "Can't compare \"first\" with itself. Choose two different providers."
            ),
            (
                ["first", "second", "--allow-drift", "0.5"],
                "Invalid percentage \"0.5\" for --allow-drift. Use a value from 0% to 100%, such as 0.5%."
            ),
            (
                ["first", "second", "--allow-drift", "200%"],
                "Invalid percentage \"200%\" for --allow-drift. Use a value from 0% to 100%, such as 0.5%."
            ),
            (
                ["first", "second", "--contexts", "empty.jsonl"],
                "empty.jsonl doesn't contain any contexts. Add one as JSON on each line."
            ),
            (
                ["first", "second", "--contexts", "bad.jsonl"],
                "Invalid evaluation context.\nbad.jsonl:2:9: error: /key: Expected null, found other characters."
            ),
            (
                ["first", "second", "--contexts", "twice.jsonl"],
                "Invalid evaluation context.\ntwice.jsonl:2:14: error: /key: The object has two properties named \"key\"."
            ),
            (
                ["first", "second", "--page", "nodir/report.html"],
                "The folder nodir doesn't exist. Relative paths start from /."
            ),
            (["first", "second", "--page", "folder"], "folder is a folder. Choose a file."),
            (
                ["first", "second", "--context", "{}", "--contexts", "people.jsonl"],
                "--context conflicts with --contexts. Remove one of them."
            ),
        ])
    func wrong(words: [String], message: String) async {
        tool.files.write("\n \n", to: "empty.jsonl")
        tool.files.write("{}\n{\"key\": nope}\n", to: "bad.jsonl")
        tool.files.write("{}\n{\"key\": \"a\", \"key\": \"b\"}\n", to: "twice.jsonl")
        tool.files.write("", to: "folder/file")
        let outcome = await tool.run(["compare"] + words)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    @Test("Exits with 3 if no flags were compared")
    func nothing() async {
        tool.files.write(
            """
            {"version": 1, "active": "a", "providers": {
              "a": {"type": "memory", "flags": {}}, "b": {"type": "memory", "flags": {}}}}
            """, to: "halyard.json")
        let outcome = await tool.run("compare", "a", "b")
        #expect(outcome.status == .undetermined)
        #expect(outcome.errors.hasSuffix("error: No flags were compared: neither provider has flags.\n"))
        tool.files.write(twoProviders, to: "halyard.json")
        let ignored = await tool.run("compare", "first", "second", "--ignore", "*")
        #expect(ignored.status == .undetermined)
        #expect(ignored.errors.hasSuffix("error: No flags were compared: --ignore matches all flags.\n"))
    }

    @Test("Exits with 3 and reports the context if a provider has no flags")
    func failure() async {
        tool.files.write(
            """
            {"version": 1, "active": "a", "providers": {
              "a": {"type": "memory", "flags": {"x": 1}}, "b": {"type": "bootstrap", "file": "gone.json"}}}
            """, to: "halyard.json")
        let outcome = await tool.run("compare", "a", "b")
        #expect(outcome.status == .undetermined)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.contains("error: Can't compare context 1. b isn't ready. "), "\(outcome.errors)")
        #expect(!outcome.errors.contains("goes on"))
        #expect(outcome.errors.contains("gone.json"))
    }

    @Test("Rounds the allowed share down")
    func tolerance() throws {
        #expect(try Tolerance(nil).allowed(of: 1000) == 0)
        #expect(try Tolerance("0%").allowed(of: 1000) == 0)
        #expect(try Tolerance("0.5%").allowed(of: 1000) == 5)
        #expect(try Tolerance("0.5 %").allowed(of: 1199) == 5)
        #expect(try Tolerance("100%").allowed(of: 7) == 7)
        #expect(try Tolerance("29%").allowed(of: 100) == 29)
        #expect(try Tolerance("0.7%").allowed(of: 1000) == 7)
        #expect(try Tolerance("28.9%").allowed(of: 100) == 28)
    }
}
