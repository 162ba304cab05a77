// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The exit status of the program.
enum ToolStatus: Int32, Sendable {
    /// The command succeeded.
    case success = 0
    /// The result is negative: a check found problems, providers differ, or a flag is unknown.
    case negative = 1
    /// The command line is invalid, or a required file is missing.
    case usage = 2
    /// The command has no result, because a provider didn't respond or a file can't be read.
    case undetermined = 3
}

/// An error that ends a command.
struct ToolError: Error, Equatable {
    let status: ToolStatus
    let message: String
    /// The individual problems, if there are several.
    var details: [Diagnostic] = []

    /// Returns an error for an invalid command line, with a suggestion.
    static func usage(_ message: String, _ suggestion: String = "") -> ToolError {
        ToolError(status: .usage, message: suggestion.isEmpty ? message : "\(message) \(suggestion)")
    }

    /// Returns an error for a command that has no result.
    static func undetermined(_ message: String) -> ToolError { ToolError(status: .undetermined, message: message) }

    /// Returns an error for an unknown name.
    static func unknown(_ what: String, _ name: String, among known: some Collection<String>) -> ToolError {
        .usage("Unknown \(what): \"\(name)\".", KnownWords.suggestion(for: name, among: known.sorted()))
    }
}
