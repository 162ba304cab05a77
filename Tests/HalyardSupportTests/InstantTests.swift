// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardSupport
import Testing

struct InstantTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(millisecondsSinceEpoch: milliseconds) }

    @Test(
        "Formats an instant as RFC 3339 in UTC with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (1, "1970-01-01T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (-14_182_940_000, "1969-07-20T20:17:40.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_704_067_199_999, "2023-12-31T23:59:59.999Z"),
            (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
            (1_772_357_400_250, "2026-03-01T09:30:00.250Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-2_203_891_201_000, "1900-02-28T23:59:59.000Z"),
            (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func description(milliseconds: Int64, text: String) {
        #expect(at(milliseconds).description == text)
        #expect("\(at(milliseconds))" == text)
    }

    @Test(
        "Formats years without four digits, up to the limits of the range",
        arguments: [
            (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
            (.max, "292278994-08-17T07:12:55.807Z"),
            (.min, "-292275055-05-16T16:47:04.192Z"),
        ] as [(Int64, String)])
    func farAway(milliseconds: Int64, text: String) {
        #expect(at(milliseconds).description == text)
    }

    @Test("Formats every day from 1800 to 2199 as Foundation does")
    func calendar() {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for day in Int64(-62_091)..<84_006 {
            let milliseconds = day * 86_400_000 + 500
            let expected = Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(style)
            // One expectation for each day would take ten times as long.
            guard at(milliseconds).description == expected else {
                #expect(at(milliseconds).description == expected, "day \(day)")
                return
            }
        }
        #expect(at(-62_091 * 86_400_000).description == "1800-01-01T00:00:00.000Z")
        #expect(at(84_006 * 86_400_000 - 1).description == "2199-12-31T23:59:59.999Z")
    }

    @Test("Adds a duration, and returns the duration between two instants")
    func arithmetic() {
        #expect(at(1000) + .seconds(2) == at(3000))
        #expect(at(1000) + .milliseconds(-1500) == at(-500))
        #expect(at(1000) + .microseconds(1999) == at(1001))
        #expect(at(3000) - at(1000) == .seconds(2))
        #expect(at(1000) - at(3000) == .seconds(-2))
        #expect(at(5) - at(5) == .zero)
    }

    @Test("Stops at the limits of the range instead of trapping")
    func saturation() {
        #expect(at(.max) + .milliseconds(1) == at(.max))
        #expect(at(.max - 1) + .milliseconds(1) == at(.max))
        #expect(at(.min) + .milliseconds(-1) == at(.min))
        #expect(at(.min + 1) + .milliseconds(-1) == at(.min))
        #expect(at(0) + .seconds(Int64.max) == at(.max))
        #expect(at(0) + .seconds(Int64.min) == at(.min))
        #expect(at(.max) + .milliseconds(Int64.min) == at(-1))
        #expect(at(.max) - at(.min) == .milliseconds(Int64.max))
        #expect(at(.min) - at(.max) == .milliseconds(Int64.min))
        #expect(at(0) - at(.min) == .milliseconds(Int64.max))
        #expect(at(-1) - at(.max) == .milliseconds(Int64.min))
    }

    @Test("Orders instants by time")
    func order() {
        #expect(at(-1) < at(0))
        #expect(!(at(0) < at(0)))
        #expect([at(3), at(.min), at(.max), at(-2)].sorted() == [at(.min), at(-2), at(3), at(.max)])
    }

    @Test("Encodes and decodes instants without loss")
    func codable() throws {
        let moments = [at(.min), at(0), at(.max)]
        #expect(try JSONDecoder().decode([Instant].self, from: JSONEncoder().encode(moments)) == moments)
        #expect(String(decoding: try JSONEncoder().encode(at(5)), as: UTF8.self) == #"{"millisecondsSinceEpoch":5}"#)
    }
}

struct DurationTests {
    @Test(
        "Rounds milliseconds toward zero, and limits them to 64 bits",
        arguments: [
            (.zero, 0),
            (.milliseconds(1), 1),
            (.seconds(1.5), 1500),
            (.nanoseconds(999_999), 0),
            (.nanoseconds(-999_999), 0),
            (.microseconds(1999), 1),
            (.microseconds(-1999), -1),
            (.seconds(-2), -2000),
            (.milliseconds(Int64.max), .max),
            (.milliseconds(Int64.min), .min),
            (.milliseconds(Int64.max) + .milliseconds(1), .max),
            (.milliseconds(Int64.min) - .milliseconds(1), .min),
            (.seconds(Int64.max), .max),
            (.seconds(Int64.min), .min),
        ] as [(Duration, Int64)])
    func wholeMilliseconds(duration: Duration, expected: Int64) {
        #expect(duration.wholeMilliseconds == expected)
    }

    @Test("Limits durations beyond 64 bits of seconds to the range")
    func hugeDurations() {
        let huge = Duration.seconds(Int64.max) + .seconds(Int64.max)
        #expect(huge.wholeMilliseconds == .max)
        #expect((.zero - huge).wholeMilliseconds == .min)
        #expect((Instant(millisecondsSinceEpoch: 0) + huge).millisecondsSinceEpoch == .max)
        #expect((Instant(millisecondsSinceEpoch: 0) + (.zero - huge)).millisecondsSinceEpoch == .min)
    }
}
