// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@testable import HalyardTool

@Suite("eval and explain")
struct EvalCommandTests {
    private let tool = MemoryTool(["halyard.json": twoProviders, "ada.json": "{\"key\": \"a\\nb\"}", "bad.json": "{"])

    @Test("Prints all flags as a table")
    func table() async {
        #expect(
            await tool.run("eval")
                == .init(
                    status: .success,
                    output: """
                        key      value  variant  reason  origin  provider  age
                        limit    10     default  STATIC  memory  first     0 s
                        new-nav  true   default  STATIC  memory  first     0 s

                        """))
    }

    @Test("Exits with 1 for an unknown flag, and suggests a similar key")
    func unknown() async {
        #expect(
            await tool.run("eval", "new-nva", "limit")
                == .init(
                    status: .negative,
                    output: """
                        key      value  variant  reason  origin   provider  age
                        new-nva  -      -        ERROR   default  -         -
                        limit    10     default  STATIC  memory   first     0 s

                        """,
                    errors:
                        "error: The provider 'first' has no flag 'new-nva'. Check the flag key, or create the flag. "
                        + "Did you mean \"new-nav\"?\n"))
    }

    @Test("Prints JSON with all details that conforms to its schema")
    func json() async throws {
        let outcome = await tool.run("eval", "limit", "nope", "--json")
        let answer = try JSONReader().read(outcome.output)
        #expect(JSONSchema(try #require(OutputSchema.of("eval"))).faults(of: answer) == [])
        #expect(
            answer["flags"]?[0] == [
                "key": "limit", "value": 10, "variant": "default", "reason": "STATIC", "origin": "memory",
                "provider": "first", "payload": .null, "age": 0.0,
            ])
        #expect(answer["flags"]?[1]?["error"]?["code"] == "FLAG_NOT_FOUND")
        #expect(answer["status"] == "READY")
        #expect(answer["context"] == ["key": "ada", "kind": "user"])
    }

    @Test("Selects a provider or client by name, and rejects unknown names")
    func choices() async {
        for options in [["--provider", "second"], ["--client=shop"]] {
            let outcome = await tool.run(["eval", "limit"] + options)
            #expect(outcome.output.hasSuffix("limit  12     default  STATIC  memory  second    0 s\n"))
        }
        #expect(
            await tool.run("eval", "--provider", "secnd").errors.hasPrefix(
                "error: Unknown provider: \"secnd\". Did you mean \"second\"?\nusage: "))
        #expect(await tool.run("eval", "--provider", "secnd").status == .usage)
        #expect(
            await tool.run("eval", "--client", "x").errors.hasPrefix(
                "error: Unknown client: \"x\". Known clients: shop.\nusage: "))
    }

    @Test(
        "Exits with 2 and reports the problem for an invalid context",
        arguments: [
            (
                "{",
                "--context:1:2: error: Expected a property name in double quotes, found the end of the text. Complete the JSON."
            ),
            ("[]", "--context: error: Expected an object, found an array. Use { … }."),
            (
                "@bad.json",
                "bad.json:1:2: error: Expected a property name in double quotes, found the end of the text. Complete the JSON."
            ),
            (
                "{\"key\": \"a\", \"key\": \"b\"}",
                "--context:1:14: error: /key: The object has two properties named \"key\". Remove one of them."
            ),
            ("{\"kye\": 1}", "--context: error: /kye: Unknown setting \"kye\". Did you mean \"key\"?"),
        ])
    func badContext(text: String, diagnostic: String) async {
        let outcome = await tool.run("eval", "--context", text)
        #expect(outcome.status == .usage)
        #expect(
            outcome.errors.hasPrefix("error: Invalid evaluation context.\n\(diagnostic)\nusage: "), "\(outcome.errors)")
    }

    @Test("Reads a context from a file")
    func contextFile() async throws {
        let outcome = await tool.run("eval", "--context", "@ada.json", "--json")
        #expect(try JSONReader().read(outcome.output)["context"]?["key"] == "a\nb")
        let missing = await tool.run("eval", "--context", "@nobody.json")
        #expect(missing.status == .usage)
        #expect(
            missing.errors.hasPrefix("error: nobody.json: No such file or directory. Relative paths start from /.\n"))
    }

    @Test("Exits with 3 and prints all errors of a configuration")
    func brokenConfiguration() async {
        tool.files.write("{\"version\": 2, \"providers\": {}}", to: "broken.json")
        #expect(
            await tool.run("eval", "--config", "broken.json")
                == .init(
                    status: .undetermined,
                    errors: """
                        broken.json:1:13: error: /version: Expected version 1, found 2. Use 1, or use a release of Halyard that \
                        supports the other version.
                        broken.json:1:29: error: /providers: Missing provider. Add at least one.
                        error: Can't use the configuration broken.json.

                        """))
    }

    @Test("Explains each layer, and exits with 1 for an unknown flag")
    func explain() async throws {
        #expect(
            await tool.run("explain", "limit")
                == .init(
                    status: .success,
                    output: """
                        limit = 10 (STATIC) for user:ada
                          1. override [passed] There are no overrides.
                          2. provider [used] memory: first returned 10, variant 'default', reason STATIC, 0.0 s old.
                          3. coercion [used] The value is read as FlagValue.
                          4. default [passed] The default value isn't needed.

                        """))
        let unknown = await tool.run("explain", "nope", "--json")
        #expect(unknown.status == .negative)
        let answer = try JSONReader().read(unknown.output)
        #expect(JSONSchema(try #require(OutputSchema.of("explain"))).faults(of: answer) == [])
        #expect(answer["error"]?["code"] == "FLAG_NOT_FOUND")
        #expect(await tool.run("explain").errors.hasPrefix("error: Missing argument FLAG. Add it after the command.\n"))
    }

    @Test("Doesn't use the configuration's sinks and hooks")
    func sinks() async {
        tool.files.write(
            """
            {"version": 1, "providers": {"p": {"type": "memory", "flags": {"a": 1}}},
             "sinks": [{"type": "jsonLines", "path": "events.jsonl"}], "hooks": [{"type": "logging"}]}
            """, to: "halyard.json")
        #expect(await tool.run("eval").errors == "")
        #expect(!tool.files.paths.contains("events.jsonl"))
    }
}
