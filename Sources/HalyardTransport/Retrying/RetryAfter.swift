// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What a `Retry-After` field asks for (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The pause that a field's text asks for at a moment; nil when it is neither a number of seconds nor a date.
    ///
    /// A date in the past asks for no pause. Of HTTP's three forms of a date only the one that is not obsolete is read, and beside
    /// it that of RFC 3339.
    static func pause(_ text: String, at now: Instant) -> Duration? {
        let text = text.trimmed
        if let seconds = HTTPDate.digits(text) { return .seconds(seconds) }
        return (HTTPDate.moment(text) ?? Instant(rfc3339: text)).map { max($0 - now, .zero) }
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
