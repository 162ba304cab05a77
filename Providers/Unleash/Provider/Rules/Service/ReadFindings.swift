// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Reports the diagnostics of reads, each once, to the client that the provider served last.
///
/// Safe to use from any thread. Holds no lock while it reports.
final class ReadFindings: Sendable {
    private final class Listener: Sendable {
        private let channel = Lock<FlagChannel?>(nil)

        var current: FlagChannel? { channel.withLock { $0 } }

        func set(_ new: FlagChannel?) {
            // The old channel is released after the lock because it may have the last reference to an object of the app.
            _ = channel.withLock { current in
                defer { current = new }
                return current
            }
        }
    }

    private let listener: Listener
    private let reportOnce: FindingsOnce

    init() {
        let listener = Listener()
        self.listener = listener
        reportOnce = FindingsOnce { listener.current?.report($0) }
    }

    /// Sets the client that receives diagnostics from now on, or `nil` for none.
    func follow(_ channel: FlagChannel?) { listener.set(channel) }

    /// Reports a diagnostic unless it was reported before.
    func report(_ finding: Diagnostic) {
        // Stored rules can be read before a client is served. What they report then is reported at the next read.
        if listener.current == nil { return }
        reportOnce(finding.code, about: finding.description) { finding }
    }
}
