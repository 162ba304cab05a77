// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing
import TestSupport

@testable import HalyardTool

@Suite("Completions")
struct CompletionTests {
    @Test("Contains every command, option, letter, and word for each shell", arguments: ["bash", "fish", "zsh"])
    func complete(shell: String) async throws {
        let outcome = await MemoryTool().run("completions", shell)
        #expect(outcome.status == .success)
        for command in Tool().commands {
            #expect(outcome.output.contains(command.name))
            for option in command.options {
                let names = shell == "fish" ? ["-l \(option.name)"] : ["--\(option.name)"]
                let letters = option.letter.map { shell == "fish" ? "-s \($0)" : "-\($0)" }
                for text in names + [letters].compactMap(\.self) {
                    #expect(outcome.output.contains(text), "\(shell) \(command.name) \(text)")
                }
                if case .word(_, let words) = option.value {
                    #expect(outcome.output.contains(words.joined(separator: " ")))
                }
            }
        }
    }

    @Test("Rejects an unknown shell")
    func unknown() async {
        let outcome = await MemoryTool().run("completions", "tcsh")
        #expect(outcome.status == .usage)
        #expect(
            outcome.errors.hasPrefix(
                "error: Unknown SHELL: \"tcsh\". Known values: \"bash\", \"fish\", \"zsh\".\n"))
    }

    @Test(
        "Completes commands, options, and an option's words in bash",
        arguments: [
            (["e"], "eval explain"), (["eval", "--pro"], "--provider"), (["check", "--format", "s"], "sarif"),
            (["completions", "z"], "zsh"), (["generate", "--access", ""], "internal public"),
            (["eval", "--client", ""], ""), (["eval", "--config", "/"], ""),
        ])
    func bash(words: [String], expected: String) async throws {
        let script = await MemoryTool().run("completions", "bash").output
        let array = ["halyard-cli"] + words
        let line = """
            \(script)
            COMP_WORDS=(\(array.map { "'\($0)'" }.joined(separator: " "))) COMP_CWORD=\(words.count)
            _halyard_cli
            echo "${COMPREPLY[*]}"
            """
        let outcome = try await Program(path: "/bin/bash").run(["-c", line])
        #expect(outcome == Program.Outcome(status: 0, output: expected + "\n", errors: ""))
    }
}
