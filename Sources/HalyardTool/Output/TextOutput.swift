// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A stream that a command writes to.
protocol TextOutput: Sendable {
    /// Whether a person sees it at once.
    var isTerminal: Bool { get }
    /// Writes a text.
    func write(_ text: String)
}

/// A standard stream of the program.
///
/// A program that cannot write its answer ends there; a note that cannot be written is lost, and the answer is not.
struct SystemOutput: TextOutput {
    let stream: StandardStream

    var isTerminal: Bool { stream.isTerminal }

    func write(_ text: String) {
        guard let problem = stream.put(text), stream == .output else { return }
        _ = StandardStream.errors.put("error: \(stream.rawValue): \(problem)\n")
        ToolStatus.undetermined.end()
    }
}
