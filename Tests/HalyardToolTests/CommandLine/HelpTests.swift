// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing
import TestSupport

@testable import HalyardTool

@Suite("Help")
struct HelpTests {
    @Test("Prints the expected page for each command", arguments: Tool().commands.map(\.name))
    func page(name: String) async throws {
        let expected = try Repository.text("Tests/HalyardToolTests/Help/\(name).txt")
        #expect(await MemoryTool().run(name, "--help") == .init(status: .success, output: expected))
        #expect(await MemoryTool().run("help", name) == .init(status: .success, output: expected))
    }

    @Test("Prints the overview, and exits with 2 if there is no command")
    func overview() async throws {
        let expected = try Repository.text("Tests/HalyardToolTests/Help/overview.txt")
        for words in ["--help", "-h", "help"] {
            #expect(await MemoryTool().run(words) == .init(status: .success, output: expected))
        }
        #expect(await MemoryTool().run() == .init(status: .usage, errors: expected))
    }

    @Test("Shows two valid examples for each command")
    func examples() throws {
        for command in Tool().commands {
            #expect(command.examples.count == 2, "\(command.name)")
            for (line, _) in command.examples {
                let words = line.split(separator: " > ")[0].split(separator: " >> ")[0]
                    .split(separator: " ").map { $0.filter { $0 != "'" } }
                let joined = Self.joiningJSON(words)
                #expect(joined.first == command.name)
                #expect(throws: Never.self, "\(line)") { try CommandParser(command).read(joined.dropFirst()) }
            }
        }
    }

    /// Joins the words of quoted JSON text to one word.
    private static func joiningJSON(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            if let last = joined.last, last.hasPrefix("{"), !last.hasSuffix("}") {
                joined[joined.count - 1] = "\(last) \(word)"
            } else {
                joined.append(word)
            }
        }
    }

    @Test("Lists the common options for every command, and no option twice")
    func options() {
        for command in Tool().commands {
            let names = command.options.map(\.name)
            #expect(Set(names).count == names.count, "\(command.name)")
            #expect(names.suffix(3) == ["quiet", "no-color", "help"])
            let letters = command.options.compactMap(\.letter)
            #expect(Set(letters).count == letters.count, "\(command.name)")
        }
    }

    @Test("Suggests a command for an unknown help topic")
    func unknownTopic() async {
        let outcome = await MemoryTool().run("help", "chekc")
        #expect(outcome.status == .usage)
        #expect(outcome.errors.hasPrefix("error: Unknown command \"chekc\". Did you mean \"check\"?\n"))
    }

    @Test("Rejects an unknown command, and an option before the command")
    func unknown() async {
        #expect(
            await MemoryTool().run("chekc")
                == .init(
                    status: .usage,
                    errors: """
                        error: Unknown command "chekc". Did you mean "check"?
                        usage: halyard-cli COMMAND [options]
                        Run "halyard-cli --help" for details.

                        """))
        #expect(
            await MemoryTool().run("--json", "check")
                == .init(
                    status: .usage,
                    errors: """
                        error: Missing command before "--json". Known commands: check, eval, watch, explain, \
                        compare, generate, manifest, stale, schema, completions.
                        usage: halyard-cli COMMAND [options]
                        Run "halyard-cli --help" for details.

                        """))
    }
}
