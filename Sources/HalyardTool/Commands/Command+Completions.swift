// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Command {
    static let completions: Command = Command(
        "completions", "Prints a shell's completion script for commands and options.",
        operands: .init("SHELL", 1...1, words: Completions.shells.keys.sorted(), summary: "Shell: bash, fish, or zsh."),
        examples: [
            (
                "completions bash > ~/.local/share/bash-completion/completions/halyard-cli",
                "Installs the script for bash."
            ),
            ("completions fish > ~/.config/fish/completions/halyard-cli.fish", "Installs the script for fish."),
        ],
        options: [], statuses: [(.success, "The script is printed.")]
    ) { invocation, host in
        guard let shell = Completions.shells[invocation.operands[0]] else { return .usage }
        host.answer(.document(shell(Tool().commands)))
        return .success
    }
}
