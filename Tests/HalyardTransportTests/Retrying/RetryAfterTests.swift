// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTransport
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
    @Test(
        "Reads seconds or a date, and ignores any other value",
        arguments: [
            ("120", .seconds(120)),
            (" 0\t", .zero),
            ("99999999999999999999", .seconds(1_000_000_000)),
            ("Thu, 01 Jan 2026 00:01:30 GMT", .seconds(90)),
            ("Wed, 31 Dec 2025 23:59:59 GMT", .zero),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .zero),
            ("Sun, 01 Mar 2026 00:00:00 GMT", .seconds(5_097_600)),
            ("Tue, 29 Feb 2028 12:00:00 GMT", .seconds(68_212_800)),
            ("2026-01-01T00:01:30Z", .seconds(90)),
            (" 2026-01-01T00:01:30.250Z ", .milliseconds(90_250)),
            ("2026-01-01T01:01:30+01:00", .seconds(90)),
            ("2024-02-07T12:00:00Z", .zero),
            ("2026-01-01T00:01:30", nil), ("2026-01-01", nil), ("2026-13-01T00:00:00Z", nil),
            ("Thu, 01 Jan 2026 00:01:30", nil),
            ("Thu, 01 Jan 2026 00:01:30 CET", nil),
            ("Thu, 32 Jan 2026 00:01:30 GMT", nil),
            ("Thu, 01 Jnu 2026 00:01:30 GMT", nil),
            ("Thu, 01 Jan 2026 24:01:30 GMT", nil),
            ("Thu, 1 Jan 2026 00:01:30 GMT", nil),
            ("Thu Jan  1 00:01:30 2026", nil),
            ("-1", nil), ("1.5", nil), ("", nil), (" ", nil), ("soon", nil), ("1 2", nil),
        ] as [(String, Duration?)])
    func texts(text: String, pause: Duration?) {
        // 2026-01-01T00:00:00Z
        let head = HTTPResponseHead(status: 429, headers: ["Retry-After": text])
        #expect(head.retryAfter(at: Instant(millisecondsSinceEpoch: 1_767_225_600_000)) == pause)
    }
}
