// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A pause that a service requests.
struct RetryAfter {
    /// The form of the header field `Retry-After`.
    enum Form: CaseIterable {
        case seconds
        /// `Sun, 01 Mar 2026 09:30:00 GMT`.
        case date
        /// `2026-03-01T09:30:00.250Z`.
        case timestamp
    }

    let seconds: Int
    var form = Form.seconds

    /// Returns the value of the header field, and the pause in milliseconds.
    func fields(at now: Instant) -> (text: String, rest: String) {
        var end = now + .seconds(seconds)
        switch form {
        case .seconds: return (String(seconds), String(seconds * 1000))
        case .timestamp: return (end.description, String(seconds * 1000))
        case .date:
            end.millisecondsSinceEpoch -= end.millisecondsSinceEpoch % 1000
            return (Self.date(end), String(end.millisecondsSinceEpoch - now.millisecondsSinceEpoch))
        }
    }

    private static func date(_ moment: Instant) -> String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = moment.description.split(separator: "T")
        let date = parts[0].split(separator: "-").compactMap { Int($0) }
        // January 1, 1970 was a Thursday.
        let day = days[Int((moment.millisecondsSinceEpoch / 86_400_000 + 4) % 7)]
        return "\(day), \(parts[0].suffix(2)) \(months[date[1] - 1]) \(date[0]) \(parts[1].prefix(8)) GMT"
    }
}
