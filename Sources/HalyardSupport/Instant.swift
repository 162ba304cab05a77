// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A wall-clock time, with a resolution of one millisecond.
///
/// Use it for times that outlive the process or cross the network, such as the confirmation time of a payload or the start of a
/// counting window. To measure how long something takes, use ``TimeSource/uptime``, because nobody can set it back.
public struct Instant: Sendable, Hashable, Comparable, Codable {
    /// The milliseconds since 1970-01-01T00:00:00Z, which are negative for earlier dates.
    public var millisecondsSinceEpoch: Int64

    /// Creates the instant that is a number of milliseconds after 1970-01-01T00:00:00Z.
    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// The latest possible instant.
    package static let distantFuture = Instant(millisecondsSinceEpoch: .max)

    /// Returns the instant `duration` later.
    ///
    /// At the ends of the range, it returns the last valid instant instead of trapping.
    public static func + (moment: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = moment.millisecondsSinceEpoch.addingReportingOverflow(duration.wholeMilliseconds)
        return Instant(millisecondsSinceEpoch: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the time from `earlier` to `later`, which is negative if `later` comes first.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        let (difference, overflow) = later.millisecondsSinceEpoch.subtractingReportingOverflow(
            earlier.millisecondsSinceEpoch)
        let towardsPast = later.millisecondsSinceEpoch < earlier.millisecondsSinceEpoch
        return .milliseconds(overflow ? (towardsPast ? .min : .max) : difference)
    }

    /// Returns whether the left instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }
}

extension Instant: CustomStringConvertible {
    /// The instant as an RFC 3339 string in UTC with milliseconds, such as `2026-03-01T09:30:00.250Z`.
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

    // The proleptic Gregorian calendar in eras of 400 years (146,097 days). Years start in March.
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
    /// The duration in whole milliseconds, rounded towards zero and clamped to the range of `Int64`.
    package var wholeMilliseconds: Int64 {
        // `components` traps if the seconds don't fit into 64 bits.
        let limit = Duration.seconds(Int64.max / 1000)
        guard self < limit else { return .max }
        guard self > .zero - limit else { return .min }
        return components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
