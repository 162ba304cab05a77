// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The output of a command.
///
/// Each form escapes values from outside as it requires, so that commands don't have to.
enum Answer {
    /// Lines for people.
    case lines([OutputLine])
    /// A JSON value on several lines.
    case json(FlagValue)
    /// A JSON value on one line.
    case jsonLine(FlagValue)
    /// GitHub workflow commands.
    case commands([WorkflowCommand])
    /// A complete document, such as help or Swift code.
    case document(String)

    /// The text to write, or an empty string.
    func text(isColored: Bool) -> String {
        switch self {
        case .lines(let lines): lines.map { $0.text(isColored: isColored) + "\n" }.joined()
        case .json(let value): JSONWriter.prettyText(value).printableJSON + "\n"
        case .jsonLine(let value): JSONWriter.text(value).printableJSON + "\n"
        case .commands(let commands): commands.map { $0.text + "\n" }.joined()
        case .document(let text): text
        }
    }
}
