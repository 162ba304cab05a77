// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation
public import Halyard

extension Date: FlagValueConvertible, ScalarFlagValue {
    package static var noun: String { "a date (RFC 3339, or seconds since 1970)" }

    /// Takes a text as RFC 3339 has it (`2026-11-22T10:00:00Z`, also with fractions of a second or an offset), or a number of
    /// seconds since 1970.
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

    /// The date as RFC 3339 in UTC, with milliseconds.
    public var flagValue: FlagValue {
        .string(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(self))
    }
}

extension ValueForm {
    /// Dates as milliseconds since 1970.
    public static let datesInMilliseconds = ValueForm(Date.self, "a number of milliseconds since 1970") { value in
        Double(flagValue: value).flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0 / 1000) : nil }
    }
}
