// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

/// The dates in header fields (RFC 9110, section 5.6.7), in the only format that isn't obsolete.
package enum HTTPDate {
    /// Returns the date of a string such as `Sun, 06 Nov 1994 08:49:37 GMT`, or `nil` if the format doesn't match.
    ///
    /// Doesn't check the day of the week.
    package static func moment(_ text: String) -> Instant? {
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

    // The proleptic Gregorian calendar in eras of 400 years (146,097 days). Years start in March.
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

    /// Returns the number that a string of digits represents, limited to 1,000,000,000, or `nil` for other strings.
    static func digits(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = min(number * 10 + Int64(byte - UInt8(ascii: "0")), 1_000_000_000)
        }
        return number
    }
}
