// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A console that shows developers the diagnostics of clients without a diagnostic handler.
///
/// Prints to standard error, in debug builds only.
package enum DebugConsole {
    #if DEBUG
        private static let lines = WriteQueue<String>.console()
    #endif

    /// Returns a log whose diagnostics are printed here.
    static func log() -> DiagnosticLog { DiagnosticLog(handler: show) { await flush() } }

    /// Prints a diagnostic of warning severity or higher asynchronously, on a separate thread.
    package static func show(_ diagnostic: Diagnostic) {
        #if DEBUG
            if let line = line(for: diagnostic) { lines.add(line) }
        #endif
    }

    /// Waits until everything in the queue has been printed.
    private static func flush() async {
        #if DEBUG
            await lines.flush()
        #endif
    }

    /// Returns the line to print for a diagnostic, or `nil` if it's only informational.
    static func line(for diagnostic: Diagnostic) -> String? {
        diagnostic.severity >= .warning ? "Halyard: \(diagnostic)" : nil
    }
}
