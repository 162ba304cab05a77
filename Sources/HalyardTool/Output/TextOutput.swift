// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A stream that a command writes to.
protocol TextOutput: Sendable {
    /// A Boolean value that indicates whether the stream is a terminal.
    var isTerminal: Bool { get }
    /// Writes text to the stream.
    func write(_ text: String)
}

/// A standard stream of the program.
///
/// The program ends with an error if it can't write to standard output. A note that can't be written to standard error is lost.
struct SystemOutput: TextOutput {
    let stream: StandardStream

    var isTerminal: Bool { stream.isTerminal }

    func write(_ text: String) {
        guard let problem = stream.writeAll(text), stream == .output else { return }
        _ = StandardStream.errors.writeAll("error: \(stream.rawValue): \(problem)\n")
        ToolStatus.undetermined.end()
    }
}
