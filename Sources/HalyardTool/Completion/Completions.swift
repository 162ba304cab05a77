// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Texts from which shells complete command lines, made from the commands' tables.
enum Completions {
    /// The text for each shell, by the shell's name.
    static let shells: [String: @Sendable ([Command]) -> String] = ["bash": bash, "fish": fish, "zsh": zsh]

    /// A text in quotes that keep a shell from reading it.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
