// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

@testable import HalyardTool

@Suite("check")
struct CheckCommandTests {
    private let broken = """
        {
          "version": 1,
          "providers": {
            "é": { "type": "memory", "flags": {}, "extra, more": 1 }
          }
        }
        """

    @Test("Prints the location and a suggestion, and exits with 1 for errors")
    func diagnostics() async {
        let tool = MemoryTool(["halyard.json": broken])
        #expect(
            await tool.run("check")
                == .init(
                    status: .negative,
                    output: """
                        halyard.json:4:44: error: /providers/é/extra, more: Unknown setting "extra, more". Known \
                        settings: bootstrap, flags, persistence, type.
                        1 error in halyard.json

                        """))
    }

    @Test("Prints JSON that conforms to its schema")
    func json() async throws {
        let tool = MemoryTool(["halyard.json": broken])
        let outcome = await tool.run("check", "--json")
        #expect(outcome.status == .negative)
        #expect(outcome == (await tool.run("check", "--format", "json")))
        let answer = try JSONReader().read(outcome.output)
        #expect(JSONSchema(try #require(OutputSchema.of("check"))).faults(of: answer) == [])
        #expect(answer["errors"] == 1)
        #expect(answer["warnings"] == 0)
        #expect(answer["diagnostics"]?[0]?["code"] == "unknownSetting")
        #expect(answer["diagnostics"]?[0]?["line"] == 4)
        #expect(answer["diagnostics"]?[0]?["column"] == 44)
        #expect(answer["diagnostics"]?[0]?["pointer"] == "/providers/é/extra, more")
    }

    @Test("Escapes GitHub commands, and counts their columns in characters")
    func github() async {
        let tool = MemoryTool(["a,b.json": broken])
        #expect(
            await tool.run("check", "a,b.json", "--format", "github").output == """
                ::error file=a%2Cb.json,line=4,col=43,title=unknownSetting::/providers/é/extra, more: Unknown setting \
                "extra, more". Known settings: bootstrap, flags, persistence, type.

                """)
    }

    @Test("Prints SARIF with a location for each result")
    func sarif() async throws {
        let tool = MemoryTool(["a b.json": broken, "good.json": twoProviders, "empty.json": ""])
        let answer = try JSONReader().read(await tool.run("check", "a b.json", "good.json", "--format", "sarif").output)
        #expect(answer["version"] == "2.1.0")
        let run = try #require(answer["runs"]?[0])
        #expect(run["tool"]?["driver"]?["rules"] == [["id": "unknownSetting"]])
        #expect(run["columnKind"] == "utf16CodeUnits")
        #expect(
            run["results"]?[0]?["locations"] == [
                [
                    "physicalLocation": [
                        "artifactLocation": ["uri": "a%20b.json"], "region": ["startLine": 4, "startColumn": 43],
                    ]
                ]
            ])
        #expect(run["results"]?[0]?["level"] == "error")
        let good = try JSONReader().read(await tool.run("check", "good.json", "--format", "sarif").output)
        #expect(good["runs"]?[0]?["results"] == [])
        let empty = try JSONReader().read(await tool.run("check", "empty.json", "--format", "sarif").output)
        #expect(
            empty["runs"]?[0]?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["region"]
                == ["startLine": 1, "startColumn": 1])
    }

    @Test("Accepts an app's type if --type names it")
    func appTypes() async {
        let text = """
            {
              "version": 1,
              "providers": { "own": { "type": "company", "anything": [1], "persistence": { "policy": "daily", "x": 1 } } },
              "sinks": [{ "type": "company", "to": "x" }],
              "hooks": [{ "type": "company" }]
            }
            """
        let tool = MemoryTool(["halyard.json": text])
        let outcome = await tool.run("check")
        #expect(outcome.status == .negative)
        #expect(
            outcome.output.hasPrefix(
                "halyard.json:3:35: error: /providers/own/type: Unknown provider type: \"company\". Known values: "
            ))
        #expect(outcome.output.contains(" If only the app registers this type, add --type NAME.\n"))
        #expect(
            await tool.run("check", "--type", "company", "--type=daily")
                == .init(status: .success, output: "no problems in halyard.json\n"))
    }

    @Test("Warns about an unset variable, or reports an error in strict mode")
    func variables() async {
        let text = """
            {"version": 1, "providers": {"p": {
              "type": "unleash", "url": "https://example.com/api/frontend", "clientKey": {"$env": "KEY"}, "appName": "a"}}}
            """
        var tool = MemoryTool(["halyard.json": text])
        let line = "/providers/p/clientKey: The environment variable KEY is not set. Set it, or add a \"default\"."
        #expect(
            await tool.run("check")
                == .init(
                    status: .success, output: "halyard.json:2:78: warning: \(line)\n1 warning in halyard.json\n"))
        #expect(
            await tool.run("check", "--env", "strict")
                == .init(status: .negative, output: "halyard.json:2:78: error: \(line)\n1 error in halyard.json\n"))
        tool.variables = ["KEY": "s3cret"]
        #expect(
            await tool.run("check", "--env", "strict")
                == .init(status: .success, output: "no problems in halyard.json\n"))
        #expect(await tool.run("check", "--quiet") == .init(status: .success))
    }

    @Test("Exits with 2 and reports the folder if the file is missing")
    func noFile() async {
        #expect(
            await MemoryTool().run("check")
                == .init(
                    status: .usage,
                    errors: """
                        error: No halyard.json in /. Name the file, or run the command in its folder.
                        usage: halyard-cli check [options] [FILE…]
                        Run "halyard-cli check --help" for details.

                        """))
        let outcome = await MemoryTool().run("check", "other.json")
        #expect(outcome.status == .usage)
        #expect(
            outcome.errors.hasPrefix("error: other.json: No such file or directory. Relative paths start from /.\n"))
    }

    @Test("Colors severities on a terminal unless colors are disabled")
    func colours() async {
        var tool = MemoryTool(["halyard.json": broken])
        tool.isTerminal = true
        #expect(
            await tool.run("check").output.hasPrefix(
                "halyard.json:4:44: \u{1B}[1;31merror:\u{1B}[0m /providers/é/extra, more: "))
        #expect(await !tool.run("check", "--no-color").output.contains("\u{1B}"))
        for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            tool.variables = variables
            #expect(await !tool.run("check").output.contains("\u{1B}"))
        }
        tool.variables = ["NO_COLOR": "", "TERM": "xterm"]
        #expect(await tool.run("check").output.contains("\u{1B}"))
    }

    @Test("Ignores a byte order mark, and prints a file name on one line")
    func marks() async throws {
        let text = "\u{FEFF}{\"version\": 2, \"providers\": {\"p\": {\"type\": \"memory\", \"flags\": {}}}}"
        let tool = MemoryTool(["a\nb.json": text])
        let plain = await tool.run("check", "a\nb.json").output
        #expect(plain.hasSuffix("\n1 error in a\\nb.json\n"), "\(plain)")
        #expect(plain.contains(":1:13: error: /version: "), "\(plain)")
        let github = await tool.run("check", "a\nb.json", "--format", "github").output
        #expect(github.hasPrefix("::error file=a%0Ab.json,line=1,col=13,"), "\(github)")
    }

    @Test("Escapes control characters of a file")
    func controls() async {
        let text = #"{"version": 1, "providers": {"p": {"type": "memory", "flags": {}, "\u001b[2J\u202e": 1}}}"#
        let outcome = await MemoryTool(["halyard.json": text]).run("check")
        #expect(outcome.output.contains(#"Unknown setting "\u{1b}[2J\u{202e}"."#))
    }
}
