// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An option of a command: what the parser accepts, what help says, and what a shell completes.
struct Option: Sendable, Hashable {
    /// What follows an option's name.
    enum Value: Sendable, Hashable {
        /// Nothing.
        case none
        /// Any text, by the word that help shows for it.
        case text(String)
        /// A file's path, by the word that help shows for it.
        case file(String)
        /// One of some words.
        case word(String, [String])

        /// The word that help shows; nil when nothing follows.
        var placeholder: String? {
            switch self {
            case .none: nil
            case .text(let word), .file(let word), .word(let word, _): word
            }
        }
    }

    /// The name without dashes.
    let name: String
    /// A letter that does the same.
    let letter: Character?
    let value: Value
    let isRepeatable: Bool
    /// What it does, as a sentence.
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

    /// Whether a word of a command line is this option's name or letter.
    func isNamed(by word: String) -> Bool { word == "--\(name)" || word == letter.map { "-\($0)" } }
}

// The options of several commands.
extension Option {
    static let help = Option("help", letter: "h", summary: "Shows this help.")
    static let quiet = Option("quiet", letter: "q", summary: "Writes no notes and no warnings to standard error.")
    static let noColor = Option(
        "no-color", summary: "Uses no colours, also on a terminal; so does the variable NO_COLOR.")
    static let json = Option("json", summary: "Writes the answer as JSON.")
    static let config = Option(
        "config", letter: "c", .file("FILE"), summary: "The configuration; without it, halyard.json in this folder.")
    static let client = Option(
        "client", .text("NAME"), summary: "The client under \"clients\"; without it, the main one.")
    static let provider = Option(
        "provider", .text("NAME"), summary: "The provider to ask; without it, the configuration's \"active\" one.")
    static let context = Option(
        "context", .text("JSON"),
        summary: "Whom flags are for, as JSON, or @FILE; without it, as the configuration says.")
    static let timeout = Option(
        "timeout", .text("TIME"), summary: "How long to wait for a provider, such as 500ms or 10s; without it, 5s.")

    /// What every command understands.
    static let common = [quiet, noColor, help]
    /// What a command that asks a provider understands.
    static let asking = [config, client, provider, context, timeout]
}
