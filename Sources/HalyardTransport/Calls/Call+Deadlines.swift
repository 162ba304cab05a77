// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

extension Alarm<Call> {
    /// Creates an alarm for the calls of a transport.
    package convenience init(on time: any TimeSource) { self.init(on: time) { $0.wake() } }
}

// On Linux, URLSession's own timeouts only count whole seconds, and ignore a head that arrives slowly.
extension Call {
    /// Ends the call if its time is over.
    ///
    /// After a stream's response has begun, its deadline no longer applies, but its idle timeout does. The stream ends if nothing
    /// has arrived for that long, unless the reader is the reason.
    fileprivate func wake() {
        guard let silence = limits.idleTimeout, status != nil else {
            return end(.timedOut, "No response within \(limits.deadline)")
        }
        let rest = silence - (time.uptime - (lastArrival ?? time.uptime))
        if rest > .zero { setAlarm(rest) } else { end(.timedOut, "No data arrived for \(silence)") }
    }
}
