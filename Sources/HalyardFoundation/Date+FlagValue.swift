// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension Date: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "a date (RFC 3339, or seconds since 1970)" }

    /// Creates a date from an RFC 3339 string or a number of seconds since 1970, or returns `nil` for other values.
    ///
    /// A string such as `2026-11-22T10:00:00Z` can also have fractions of a second or an offset.
    public init?(flagValue: FlagValue) {
        switch flagValue {
        case .string(let text):
            let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
            guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
            self = date
        case .int, .double:
            guard let seconds = Double(flagValue: flagValue), seconds.isFinite else { return nil }
            self.init(timeIntervalSince1970: seconds)
        default: return nil
        }
    }

    /// The date as an RFC 3339 string in UTC, with milliseconds.
    public var flagValue: FlagValue {
        .string(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(self))
    }
}

extension ValueForm {
    /// A form for dates as milliseconds since 1970.
    public static let datesInMilliseconds = ValueForm(Date.self, "a number of milliseconds since 1970") { value in
        Double(flagValue: value).flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0 / 1000) : nil }
    }
}
