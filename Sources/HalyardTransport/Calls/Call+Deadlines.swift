// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

extension Alarm<Call> {
    /// Creates an alarm for the calls of a transport.
    package convenience init(on time: any TimeSource) { self.init(on: time) { $0.wake() } }
}

// URLSession's own timeouts count whole seconds on Linux and miss a head that drips, so a call brings its own.
extension Call {
    /// Ends the call if its time is over.
    ///
    /// A stream whose answer has begun has no deadline any more, but an idle timeout: it ends once nothing has come for that
    /// long, although the reader would have taken it.
    fileprivate func wake() {
        guard let silence = limits.idleTimeout, status != nil else {
            return end(.timedOut, "No answer within \(limits.deadline)")
        }
        let rest = silence - (time.uptime - (lastArrival ?? time.uptime))
        if rest > .zero { setAlarm(rest) } else { end(.timedOut, "Nothing came for \(silence)") }
    }
}
