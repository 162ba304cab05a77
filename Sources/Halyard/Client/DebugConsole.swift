// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Prints the findings of clients without a diagnostic handler for developers: to standard error, in debug builds only.
package enum DebugConsole {
    #if DEBUG
        private static let lines = WriteQueue<String>.console()
    #endif

    /// A log whose findings are shown here.
    static func log() -> DiagnosticLog { DiagnosticLog(handler: show) { await flush() } }

    /// Prints a finding that matters, asynchronously, on a thread of its own.
    package static func show(_ finding: Diagnostic) {
        #if DEBUG
            if let line = line(for: finding) { lines.add(line) }
        #endif
    }

    /// Returns when everything queued was printed.
    private static func flush() async {
        #if DEBUG
            await lines.flush()
        #endif
    }

    /// The line printed for a finding; nil for one that is only informational.
    static func line(for finding: Diagnostic) -> String? {
        finding.severity >= .warning ? "Halyard: \(finding)" : nil
    }
}
