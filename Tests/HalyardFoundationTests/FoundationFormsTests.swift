// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardFoundation
import Testing
import TestSupport

@Suite("Foundation types as flag values")
struct FoundationFormsTests {
    private static let day = Date(timeIntervalSince1970: 1_795_000_000)

    @Test(
        "Reads a date from an RFC 3339 string or seconds since 1970",
        arguments: [
            ("2026-11-18T11:06:40Z", day), ("2026-11-18T12:06:40+01:00", day), ("2026-11-18T11:06:40.000Z", day),
            ("2026-11-18T11:06:40.250Z", day + 0.25), (1_795_000_000, day), (1_795_000_000.5, day + 0.5),
            (0, Date(timeIntervalSince1970: 0)), (-1, Date(timeIntervalSince1970: -1)), ("2026-11-18", nil),
            ("", nil), ("tomorrow", nil), ("1795000000", nil), (true, nil), (.double(.nan), nil), ([1], nil),
            (.null, nil),
        ] as [(FlagValue, Date?)])
    func dates(value: FlagValue, expected: Date?) { #expect(Date(flagValue: value) == expected) }

    @Test(
        "Reads a URL from a string",
        arguments: [
            ("https://example.com/a?b=c", URL(string: "https://example.com/a?b=c")),
            ("/relative", URL(string: "/relative")),
            ("", nil), (5, nil), (.null, nil),
        ] as [(FlagValue, URL?)])
    func urls(value: FlagValue, expected: URL?) { #expect(URL(flagValue: value) == expected) }

    @Test(
        "Reads data from a base64 string",
        arguments: [
            ("AQID", Data([1, 2, 3])), ("", Data()), ("AQ==", Data([1])), ("AQ", nil), ("ä", nil), ([1, 2], nil),
        ] as [(FlagValue, Data?)])
    func bytes(value: FlagValue, expected: Data?) { #expect(Data(flagValue: value) == expected) }

    @Test(
        "Reads a decimal number from a string or a number",
        arguments: [
            ("19.99", "19.99"), ("-0.1", "-0.1"), ("1e3", "1000"),
            ("12345678901234567890.12", "12345678901234567890.12"),
            (5, "5"), (.int(.max), "9223372036854775807"), (0.1, "0.1"), (19.99, "19.99"), ("1,5", nil), ("5 EUR", nil),
            ("", nil), (" 5", nil), ("٣", nil), (.double(.infinity), nil), (true, nil), (["a": 1], nil),
        ] as [(FlagValue, String?)])
    func decimals(value: FlagValue, expected: String?) { #expect(Decimal(flagValue: value)?.description == expected) }

    @Test("Restores values from their flag values")
    func roundTrip() throws {
        let decimal = try #require(Decimal(string: "0.30000000000000004"))
        let url = try #require(URL(string: "https://example.com/ä"))
        #expect((Self.day + 0.25).flagValue == "2026-11-18T11:06:40.250Z")
        #expect(Date(flagValue: (Self.day + 0.25).flagValue) == Self.day + 0.25)
        #expect(Decimal(flagValue: decimal.flagValue) == decimal)
        #expect(URL(flagValue: url.flagValue) == url)
        #expect(Data([0, 255]).flagValue == "AP8=" && Data(flagValue: "AP8=") == Data([0, 255]))
    }

    private struct Sale: Decodable, Equatable {
        var ends: Date
        var page: URL?
        var price: Decimal
        var badge: Data
        var reminders: [Date]
        var prices: [String: Decimal]
    }

    private static let sale: FlagValue = [
        "ends": "2026-11-18T11:06:40Z", "page": "https://example.com", "price": 9.95, "badge": "AQID",
        "reminders": [1_795_000_000, "2026-11-18T11:06:40Z"], "prices": ["EUR": "8.95"],
    ]

    @Test("Decodes these types in properties and elements")
    func nested() throws {
        let sale = try FlagValueDecoder().decode(Sale.self, from: Self.sale)
        #expect(
            sale
                == Sale(
                    ends: Self.day, page: URL(string: "https://example.com"), price: Decimal(995) / 100,
                    badge: Data([1, 2, 3]), reminders: [Self.day, Self.day], prices: ["EUR": Decimal(895) / 100]))
    }

    @Test("Names a property that doesn't fit, and the expected type")
    func errors() async {
        var value = Self.sale
        if case .object(var members) = value {
            members["reminders"] = ["soon"]
            value = .object(members)
        }
        let client = FlagClient(provider: InMemoryFlagProvider(["sale": value, "ends": "soon"]), options: .manual())
        await client.start()
        let none = Sale(ends: .distantPast, price: 0, badge: Data(), reminders: [], prices: [:])
        #expect(
            client.details(of: FlagKey("sale", default: none)).error?.message
                == "The flag 'sale' doesn't fit Sale: \"reminders[0]\": expected a date (RFC 3339, or seconds since 1970), "
                + "found the string \"soon\". Fix the flag's value, or read it as another type.")
        #expect(client.details(of: FlagKey("ends", default: Self.day)).error?.code == .typeMismatch)
        await client.shutdown()
    }

    @Test("Reads flags as these types, as optionals, and in collections")
    func keys() async {
        let client = FlagClient(
            provider: InMemoryFlagProvider(["ends": 1_795_000_000, "pages": ["https://example.com"], "price": "19.99"]),
            options: .manual())
        await client.start()
        #expect(client[FlagKey("ends", default: Date.distantPast)] == Self.day)
        #expect(client[FlagKey("ends", default: Date?.none)] == Self.day)
        #expect(client[FlagKey("pages", default: [URL]())].map(\.absoluteString) == ["https://example.com"])
        #expect(client[FlagKey("price", default: Decimal(0))].description == "19.99")
        #expect(client.explain(FlagKey("missing", default: Self.day)).value == "2026-11-18T11:06:40.000Z")
        await client.shutdown()
    }

    @Test("Applies a key's custom forms to the flag, its properties, and elements")
    func forms() async throws {
        struct Window: Decodable, Equatable {
            var opens: Date
            var all: [Date]
        }
        let decoder = FlagValueDecoder(forms: [.datesInMilliseconds])
        #expect(try decoder.decode(Date.self, from: 1_795_000_000_000) == Self.day)
        #expect(
            try decoder.decode(Window.self, from: ["opens": 1_795_000_000_000, "all": [1_795_000_000_500]])
                == Window(opens: Self.day, all: [Self.day + 0.5]))
        let client = FlagClient(
            provider: InMemoryFlagProvider([
                "window": ["opens": "2026-11-18T11:06:40Z", "all": []], "opens": 1_795_000_000_000,
            ]), options: .manual())
        await client.start()
        #expect(client[FlagKey("opens", default: Date.distantPast, decoder: decoder)] == Self.day)
        let key = FlagKey("window", default: Window(opens: .distantPast, all: []), decoder: decoder)
        #expect(client[key] == key.defaultValue)
        #expect(
            client.details(of: key).error?.message.contains(
                #""opens": expected a number of milliseconds since 1970, found the string "2026-11-18T11:06:40Z""#)
                == true)
        await client.shutdown()
    }
}
