// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Instant {
    /// Creates an instant from an RFC 3339 string, or returns `nil` if the string isn't valid.
    ///
    /// Examples are `2026-03-01T09:30:00Z` and `2026-03-01T10:30:00.25+01:00`. Digits below the millisecond are dropped. A leap
    /// second counts as the following second.
    package init?(rfc3339 text: String) {
        guard let moment = PreciseMoment(rfc3339: text.utf8) else { return nil }
        self.init(millisecondsSinceEpoch: moment.seconds * 1000 + Int64(moment.nanoseconds / 1_000_000))
    }
}

/// An instant with nanosecond precision, for all years that RFC 3339 supports.
package struct PreciseMoment: Sendable, Hashable, Comparable {
    /// The whole seconds since 1970.
    package let seconds: Int64
    /// The remaining nanoseconds, from 0 to 999,999,999.
    package let nanoseconds: Int32

    package init(_ instant: Instant) {
        let (seconds, rest) = instant.millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
        self.seconds = rest < 0 ? seconds - 1 : seconds
        nanoseconds = Int32(rest < 0 ? rest + 1000 : rest) * 1_000_000
    }

    /// The first millisecond that isn't before this instant.
    package var instantRoundedUp: Instant {
        Instant(millisecondsSinceEpoch: seconds * 1000 + Int64((nanoseconds + 999_999) / 1_000_000))
    }

    package static func < (left: PreciseMoment, right: PreciseMoment) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// Creates an instant from an RFC 3339 string, or returns `nil` if the string isn't valid.
    ///
    /// Digits below the nanosecond are dropped.
    package init?(rfc3339 text: some BidirectionalCollection<UInt8>) {
        var scanner = MomentScanner(text)
        guard let year = scanner.number(4), scanner.consume("-"), let month = scanner.number(2), scanner.consume("-"),
            let day = scanner.number(2), scanner.consume("T") || scanner.consume("t"), let hour = scanner.number(2),
            scanner.consume(":"), let minute = scanner.number(2), scanner.consume(":"), let second = scanner.number(2)
        else { return nil }
        var fraction: Int64 = 0
        if scanner.consume(".") {
            guard let found = scanner.fraction() else { return nil }
            fraction = found
        }
        guard let offset = scanner.offset(), scanner.isAtEnd, (1...12).contains(month),
            (1...Self.days(in: month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.daysSinceEpoch(year, month, day)
        seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
        nanoseconds = Int32(fraction)
    }

    private static func days(in month: Int64, _ year: Int64) -> Int64 {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    // Years start in March and are counted in eras of 400 years (146,097 days).
    private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month > 2 ? year + 400 : year + 399
        let (era, yearOfEra) = (marchYear / 400, marchYear % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return (era - 1) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// Reads the parts of an RFC 3339 string from its start.
private struct MomentScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: some Collection<UInt8>) {
        rest = Array(text)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func digit() -> Int64? {
        guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        rest.removeFirst()
        return Int64(first - UInt8(ascii: "0"))
    }

    mutating func number(_ count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Reads the digits after the decimal point, and returns them in nanoseconds.
    mutating func fraction() -> Int64? {
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 9 { value = value * 10 + digit }
            count += 1
        }
        for _ in min(count, 9)..<9 { value *= 10 }
        return value
    }

    /// Reads the offset from UTC, and returns it in minutes.
    mutating func offset() -> Int64? {
        if consume("Z") || consume("z") { return 0 }
        let isAhead = consume("+")
        guard isAhead || consume("-"), let hours = number(2), consume(":"), let minutes = number(2), hours < 24,
            minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isAhead ? 1 : -1)
    }
}
