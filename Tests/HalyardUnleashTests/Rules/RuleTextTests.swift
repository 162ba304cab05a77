// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardUnleash

@Suite("Unleash rule values")
struct RuleTextTests {
    /// Compares two values from the tests of the Unleash SDKs, and one from another implementation.
    @Test("Computes rollout positions with MurmurHash3")
    func hash() {
        let place = { (group: String, id: String, modulus: UInt32) in
            BucketHash(group: group, seed: .rollout).place(of: 0..<id.utf8.count, in: Array(id.utf8), modulus: modulus)
        }
        #expect(place("gr1", "123", 100) == 73)
        #expect(place("groupX", "999", 100) == 25)
        // The hash uses the UTF-8 bytes, not the characters.
        #expect(place("é", "ü", .max) == 1_503_249_801)
    }

    @Test("Parses numbers in contexts and rules")
    func numbers() {
        let numbers: [(String, Double)] = [
            ("5", 5), ("-5", -5), ("+5", 5), (".5", 0.5), ("7.", 7), ("-.5e1", -5), ("1E2", 100), ("1e-2", 0.01),
        ]
        for (text, number) in numbers {
            #expect(RuleNumber.read(text) == number && RuleNumber.plain(text) == number, "\(text)")
        }
        #expect(RuleNumber.read("inf") == .infinity && RuleNumber.read("-INFINITY") == -.infinity)
        #expect(RuleNumber.read("NaN")?.isNaN == true)
        #expect(RuleNumber.plain("inf") == nil && RuleNumber.plain("nan") == nil)
        let others = ["", ".", "e5", "1e", "1e+", " 5", "5 ", "0x10", "1_000", "７", "--5", "1.2.3", "1,5", "-", "+."]
        for text in others { #expect(RuleNumber.read(text) == nil && RuleNumber.plain(text) == nil, "\(text)") }
    }

    @Test("Parses networks and matches addresses")
    func networks() throws {
        let inside: [(String, String)] = [
            ("10.1.2.3", "10.1.2.3"), ("10.1.2.0/24", "10.1.2.255"), ("10.1.2.3/24", "10.1.2.9"),
            ("10.0.0.0/255.0.0.0", "10.9.9.9"), ("0.0.0.0/0", "1.2.3.4"), ("1.2.3.4/32", "1.2.3.4"),
            ("2001:db8::/32", "2001:db8:1::1"), ("::1", "0:0:0:0:0:0:0:1"), ("::/0", "ffff::"),
            ("2001:db8::1.2.3.4", "2001:db8::102:304"), ("2001:DB8::/ffff:ffff::", "2001:db8::5"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ]
        for (network, address) in inside {
            let range = try #require(NetworkRange(network), "\(network)")
            #expect(range.contains(try #require(NetworkAddress(address))), "\(address) in \(network)")
        }
        let outside: [(String, String)] = [
            ("10.1.2.0/24", "10.1.3.0"), ("1.2.3.4/31", "1.2.3.6"), ("::/0", "1.2.3.4"), ("0.0.0.0/0", "::1"),
            ("::ffff:1.2.3.4", "1.2.3.4"), ("2001:db8::/33", "2001:db8:8000::"), ("::/65", "0:0:0:0:8000::"),
        ]
        for (network, address) in outside {
            let range = try #require(NetworkRange(network), "\(network)")
            #expect(!range.contains(try #require(NetworkAddress(address))), "\(address) in \(network)")
        }
        let unreadable = [
            "", "1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/01",
            "1.2.3.4/255.0.255.0",
            "1.2.3.4/::", "::/129", ":::", "1::2::3", "12345::", "fe80::1%eth0", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
            "1.2.3.4::", "g::", "/8", "1.2.3.4/8/8", ":1::2", "1:",
        ]
        for text in unreadable { #expect(NetworkRange(text) == nil, "\(text)") }
    }
}
