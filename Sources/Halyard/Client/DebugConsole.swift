// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Shows developers the findings of clients whose app has no handler for them: on standard error, in debug builds only.
enum DebugConsole {
    #if DEBUG
        private static let lines = WriteQueue<String>.console()
    #endif

    /// A log whose findings are shown here.
    static func log() -> DiagnosticLog { DiagnosticLog(handler: show) { await flush() } }

    /// Prints a finding that matters, soon, by a thread of its own.
    private static func show(_ finding: Diagnostic) {
        #if DEBUG
            if let line = line(for: finding) { lines.add(line) }
        #endif
    }

    /// Returns when what waits was printed.
    private static func flush() async {
        #if DEBUG
            await lines.flush()
        #endif
    }

    /// What is printed of a finding; nil for what is only good to know.
    static func line(for finding: Diagnostic) -> String? {
        finding.severity >= .warning ? "Halyard: \(finding)" : nil
    }
}
