// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A stream that a command writes to.
protocol TextOutput: Sendable {
    /// Whether a person sees it at once.
    var isTerminal: Bool { get }
    /// Writes a text.
    func write(_ text: String)
}

/// A standard stream of the program.
///
/// A program that cannot write its answer ends there.
struct SystemOutput: TextOutput {
    let stream: Platform.StandardStream

    var isTerminal: Bool { Platform.isTerminal(stream) }

    func write(_ text: String) {
        do throws(FileError) {
            try Platform.write(text, to: stream)
        } catch {
            if stream == .output { Platform.writeError("error: \(error)\n") }
            Platform.end(ToolStatus.undetermined.rawValue)
        }
    }
}
