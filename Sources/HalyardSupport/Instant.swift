// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A moment of wall-clock time, with a resolution of one millisecond.
///
/// Used wherever a moment outlives the process or crosses the network: when a payload was confirmed, when a counting
/// window opened. For measuring how long something takes, use ``TimeSource/uptime`` instead, which no one can set back.
public struct Instant: Sendable, Hashable, Comparable, Codable {
    /// Whole milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public var millisecondsSinceEpoch: Int64

    /// Makes the moment that lies the given number of milliseconds after 1970-01-01T00:00:00Z.
    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// A moment after all others.
    package static let distantFuture = Instant(millisecondsSinceEpoch: .max)

    /// The moment `duration` later; stops at the ends of the range instead of trapping.
    public static func + (moment: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = moment.millisecondsSinceEpoch.addingReportingOverflow(duration.wholeMilliseconds)
        return Instant(millisecondsSinceEpoch: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from `earlier` to `later`; negative when they are the other way round.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        let (difference, overflow) = later.millisecondsSinceEpoch.subtractingReportingOverflow(
            earlier.millisecondsSinceEpoch)
        let towardsPast = later.millisecondsSinceEpoch < earlier.millisecondsSinceEpoch
        return .milliseconds(overflow ? (towardsPast ? .min : .max) : difference)
    }

    /// Whether the left moment comes first.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }
}

extension Instant: CustomStringConvertible {
    /// The moment as RFC 3339 in UTC with milliseconds, such as `2026-03-01T09:30:00.250Z`.
    public var description: String {
        let day = Int64(86_400_000)
        var days = millisecondsSinceEpoch / day
        var rest = millisecondsSinceEpoch % day
        if rest < 0 { (days, rest) = (days - 1, rest + day) }
        let (year, month, dayOfMonth) = Self.civil(daysSinceEpoch: days)
        let date = "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))"
        let (hours, minutes, seconds) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60)
        return "\(date)T\(pad(hours, 2)):\(pad(minutes, 2)):\(pad(seconds, 2)).\(pad(rest % 1000, 3))Z"
    }

    // The proleptic Gregorian calendar in eras of 400 years (146,097 days), years counted from March.
    private static func civil(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private func pad(_ number: Int64, _ width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero and kept inside the range of `Int64`.
    package var wholeMilliseconds: Int64 {
        // `components` traps beyond the seconds that 64 bits hold.
        let limit = Duration.seconds(Int64.max / 1000)
        guard self < limit else { return .max }
        guard self > .zero - limit else { return .min }
        return components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
