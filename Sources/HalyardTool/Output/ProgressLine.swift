// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A line that shows the progress of long work, only on a terminal and only after a second.
struct ProgressLine {
    private let host: ToolHost
    private let start: Duration
    private var lastShown: Duration?

    init(_ host: ToolHost) {
        self.host = host
        start = host.machine.time.uptime
    }

    /// The elapsed time.
    var elapsed: Duration { host.machine.time.uptime - start }

    /// Replaces the text of the line, at most ten times a second.
    mutating func show(_ text: @autoclosure () -> String) {
        guard host.showsProgress, elapsed >= .seconds(1) else { return }
        if let lastShown, elapsed - lastShown < .milliseconds(100) { return }
        lastShown = elapsed
        host.showProgress(OutputLine(text()))
    }

    /// Removes the line.
    mutating func clear() {
        if lastShown != nil { host.showProgress(nil) }
        lastShown = nil
    }
}
