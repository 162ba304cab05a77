// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An option of a command, which the parser, help, and shell completion use.
struct Option: Sendable, Hashable {
    /// The kind of value that follows an option's name.
    enum Value: Sendable, Hashable {
        /// No value.
        case none
        /// Any text, with its placeholder in help.
        case text(String)
        /// A file's path, with its placeholder in help.
        case file(String)
        /// One of several words, with the placeholder in help.
        case word(String, [String])

        /// The placeholder in help, or `nil` if the option doesn't take a value.
        var placeholder: String? {
            switch self {
            case .none: nil
            case .text(let word), .file(let word), .word(let word, _): word
            }
        }
    }

    /// The name without dashes.
    let name: String
    /// The letter of the short form.
    let letter: Character?
    let value: Value
    let isRepeatable: Bool
    /// A sentence that describes the option.
    let summary: String

    init(
        _ name: String, letter: Character? = nil, _ value: Value = .none, isRepeatable: Bool = false, summary: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.isRepeatable = isRepeatable
        self.summary = summary
    }

    /// Returns whether a word of a command line is this option's name or letter.
    func isNamed(by word: String) -> Bool { word == "--\(name)" || word == letter.map { "-\($0)" } }
}

// Options that several commands share.
extension Option {
    static let help = Option("help", letter: "h", summary: "Shows this help.")
    static let quiet = Option("quiet", letter: "q", summary: "Suppresses notes and warnings on standard error.")
    static let noColor = Option(
        "no-color", summary: "Disables colors. The environment variable NO_COLOR has the same effect.")
    static let json = Option("json", summary: "Writes the output as JSON.")
    static let config = Option(
        "config", letter: "c", .file("FILE"), summary: "Configuration file (default: halyard.json in this folder).")
    static let client = Option(
        "client", .text("NAME"), summary: "Client under \"clients\" (default: the main client).")
    static let provider = Option(
        "provider", .text("NAME"), summary: "Provider to use (default: the configuration's \"active\" provider).")
    static let context = Option(
        "context", .text("JSON"),
        summary: "Evaluation context as JSON, or @FILE (default: from the configuration).")
    static let timeout = Option(
        "timeout", .text("TIME"), summary: "Maximum wait for a provider, such as 500ms or 10s (default: 5s).")

    /// The options of every command.
    static let common = [quiet, noColor, help]
    /// The options of commands that use a provider.
    static let asking = [config, client, provider, context, timeout]
}
