// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// What a `Retry-After` field asks for (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The pause that a field's text asks for at a moment; nil when it is neither a number of seconds nor a date.
    ///
    /// A date in the past asks for no pause. Of the three forms of a date only the one that is not obsolete is read.
    static func pause(_ text: String, at now: Instant) -> Duration? {
        let text = text.trimmed
        if let seconds = digits(text) { return .seconds(seconds) }
        return date(text).map { max($0 - now, .zero) }
    }

    /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7); the day of the week is not checked.
    private static func date(_ text: String) -> Instant? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].last == ",", parts[5] == "GMT" else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let month = months.firstIndex(of: String(parts[2])),
            let day = number(parts[1], 2, 1...31), let year = number(parts[3], 4, 1...9999),
            let hour = number(clock[0], 2, 0...23), let minute = number(clock[1], 2, 0...59),
            let second = number(clock[2], 2, 0...60)
        else { return nil }
        let days = daysSinceEpoch(year: year, month: Int64(month) + 1, day: day)
        return Instant(millisecondsSinceEpoch: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    // The proleptic Gregorian calendar in eras of 400 years (146,097 days), years counted from March.
    private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let (era, yearOfEra) = (marchYear / 400, marchYear % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func number(_ text: Substring, _ count: Int, _ range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count == count, let number = digits(text), range.contains(number) else { return nil }
        return number
    }

    /// The number that digits alone write; at most a thousand million.
    private static func digits(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = min(number * 10 + Int64(byte - UInt8(ascii: "0")), 1_000_000_000)
        }
        return number
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
