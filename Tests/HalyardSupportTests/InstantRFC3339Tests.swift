// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@Suite("RFC 3339 instants")
struct InstantRFC3339Tests {
    @Test(
        "Returns nil for an invalid date",
        arguments: [
            "", "2026", "2026-12-01", "2026-12-01T00:00:00", "2026-12-01 00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-12-01T24:00:00Z",
            "2026-12-01T00:60:00Z", "2026-12-01T00:00:61Z", "2026-12-01T00:00:00.Z", "2026-12-01T00:00:00Zx",
            "2026-12-01T00:00:00+1:00", "2026-12-01T00:00:00+24:00", "2026-12-01T00:00:00+01:60",
            "+026-12-01T00:00:00Z", "2026-12-01T00:00:00Ž", "20266-12-01T00:00:00Z", "2026-12-0\u{661}T00:00:00Z",
        ])
    func nothing(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(
        "Parses a date to the millisecond",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1), ("2026-01-01T00:00:00Z", 1_767_225_600_000),
            ("2026-01-01t01:30:00.25+01:30", 1_767_225_600_250), ("2025-12-31T22:00:00.5004z", 1_767_218_400_500),
            ("2025-12-31T22:00:00-02:00", 1_767_225_600_000), ("2024-02-29T12:00:00Z", 1_709_208_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000), ("1990-12-31T23:59:60Z", 662_688_000_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ])
    func moments(text: String, milliseconds: Int64) {
        #expect(Instant(rfc3339: text) == Instant(millisecondsSinceEpoch: milliseconds))
    }

    @Test("Parses the description of an instant in any month of many years")
    func roundTrip() {
        for step in 0..<20_000 {
            let moment = Instant(millisecondsSinceEpoch: -62_000_000_000_000 + Int64(step) * 15_000_123_457)
            #expect(Instant(rfc3339: moment.description) == moment)
        }
    }
}
