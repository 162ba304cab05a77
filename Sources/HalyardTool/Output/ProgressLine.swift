// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A line on a terminal that shows how far long work has come; after a second, and nowhere else.
struct ProgressLine {
    private let host: ToolHost
    private let start: Duration
    private var lastShown: Duration?

    init(_ host: ToolHost) {
        self.host = host
        start = host.machine.time.uptime
    }

    /// How long the work has taken.
    var elapsed: Duration { host.machine.time.uptime - start }

    /// Shows a text in place of the last one, at most ten times a second.
    mutating func show(_ text: @autoclosure () -> String) {
        guard host.showsProgress, elapsed >= .seconds(1) else { return }
        if let lastShown, elapsed - lastShown < .milliseconds(100) { return }
        lastShown = elapsed
        host.showProgress(OutputLine(text()))
    }

    /// Takes the line away.
    mutating func clear() {
        if lastShown != nil { host.showProgress(nil) }
        lastShown = nil
    }
}
