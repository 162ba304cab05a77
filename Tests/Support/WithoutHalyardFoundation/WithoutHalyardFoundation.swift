// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard

/// A program that reads flags as Foundation types without importing HalyardFoundation, and prints the results.
@main
struct WithoutHalyardFoundation {
    private struct Sale: Decodable {
        var ends: Date
    }

    static func main() async {
        var options = FlagClient.Options()
        options.diagnosticHandler = { _ in }
        let client = FlagClient(
            provider: InMemoryFlagProvider([
                "date": 1_795_000_000, "url": "https://example.com", "data": "AQID", "decimal": 5,
                "sale": ["ends": 1_795_000_000],
            ]), options: options)
        await client.start()
        say(client.details(of: FlagKey("date", default: Date.distantPast)).error)
        say(client.details(of: FlagKey("url", default: URL(fileURLWithPath: "/"))).error)
        say(client.details(of: FlagKey("data", default: Data())).error)
        say(client.details(of: FlagKey("decimal", default: Decimal(1))).error)
        say(client.details(of: FlagKey("sale", default: Sale(ends: .distantPast))).error)
        await client.shutdown()
    }

    private static func say(_ error: FlagError?) { print(error?.message ?? "read") }
}
