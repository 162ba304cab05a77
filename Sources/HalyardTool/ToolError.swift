// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// How the program ends.
enum ToolStatus: Int32, Sendable {
    /// All is well.
    case success = 0
    /// The answer is no: there are findings, providers differ, a flag is unknown.
    case negative = 1
    /// The command line is wrong, or what it needs is missing.
    case usage = 2
    /// There is no answer: a provider did not answer, or a file cannot be read.
    case undetermined = 3
}

/// Why a command did not do its work.
struct ToolError: Error, Equatable {
    let status: ToolStatus
    let message: String
    /// What exactly is wrong, for several problems.
    var details: [Diagnostic] = []

    /// A wrong command line, with what to write instead.
    static func usage(_ message: String, _ suggestion: String = "") -> ToolError {
        ToolError(status: .usage, message: suggestion.isEmpty ? message : "\(message) \(suggestion)")
    }

    /// A question that could not be answered.
    static func undetermined(_ message: String) -> ToolError { ToolError(status: .undetermined, message: message) }

    /// A name that is not among the known ones.
    static func unknown(_ what: String, _ name: String, among known: some Collection<String>) -> ToolError {
        .usage("No \(what) is named \"\(name)\".", KnownWords.suggestion(for: name, among: known.sorted()))
    }
}
