// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// URLSession's own timeouts count whole seconds on Linux and miss a head that drips, so a call brings its own.
extension Call {
    /// Ends the call after a duration.
    func watch(_ limit: Duration) {
        adopt(
            Task { [time] in
                guard (try? await time.sleep(for: limit)) != nil else { return }
                self.end(.timedOut, "No answer within \(limit)")
            })
    }

    /// Ends the call once nothing has come for a duration, although the reader would have taken it.
    func watchSilence(_ limit: Duration) {
        adopt(
            Task { [time] in
                var rest = limit
                while (try? await time.sleep(for: rest)) != nil {
                    rest = limit - (time.uptime - (self.lastArrival ?? time.uptime))
                    if rest <= .zero { return self.end(.timedOut, "Nothing came for \(limit)") }
                }
            })
    }
}
