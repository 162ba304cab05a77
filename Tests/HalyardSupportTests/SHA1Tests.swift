// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct SHA1Tests {
    private func first64Bits(of text: String) -> UInt64 {
        let bytes = Array(text.utf8)
        return SHA1.first64Bits(of: bytes.indices, of: bytes, then: 0..<0, of: [])
    }

    @Test(
        "Begins with the published digests of FIPS 180",
        arguments: [
            ("", 0xda39_a3ee_5e6b_4b0d), ("abc", 0xa999_3e36_4706_816a),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 0x8498_3e44_1c3b_d26e),
        ] as [(String, UInt64)])
    func vectors(text: String, bits: UInt64) { #expect(first64Bits(of: text) == bits) }

    /// Uses the lengths at which the padding needs another block, with digests from another implementation.
    @Test(
        "Pads messages of any length",
        arguments: [
            (55, 0xc1c8_bbdc_2279_6e28), (56, 0xc2db_330f_6083_854c), (63, 0x03f0_9f5b_158a_7a8c),
            (64, 0x0098_ba82_4b5c_1642), (119, 0xee97_1065_aaa0_17e0), (200, 0xe61c_fffe_0d91_95a5),
        ] as [(Int, UInt64)])
    func padding(count: Int, bits: UInt64) {
        #expect(first64Bits(of: String(repeating: "a", count: count)) == bits)
    }

    @Test("Hashes a range of bytes and a second range after it")
    func ranges() {
        let first = SHA1.first64Bits(of: 1..<3, of: Array("xabx".utf8), then: 2..<3, of: Array("xxcx".utf8))
        #expect(first == 0xa999_3e36_4706_816a)
    }

    @Test("Hashes the same message at every division into two ranges")
    func divisions() {
        let message = [UInt8](0..<130)
        for division in 0...130 {
            let bits = SHA1.first64Bits(of: 0..<division, of: message, then: division..<130, of: message)
            #expect(bits == 0x6981_ed7d_97ff_ca51)
        }
    }
}
