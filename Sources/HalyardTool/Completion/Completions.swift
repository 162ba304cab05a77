// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Generates completion scripts for shells from the command definitions.
enum Completions {
    /// The script generators by the shell's name.
    static let shells: [String: @Sendable ([Command]) -> String] = ["bash": bash, "fish": fish, "zsh": zsh]

    /// Returns the text in single quotes, escaped for a shell.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
