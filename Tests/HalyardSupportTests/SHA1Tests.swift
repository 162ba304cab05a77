// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct SHA1Tests {
    @Test(
        "Matches the published digests of FIPS 180",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
        ])
    func vectors(text: String, digest: String) { #expect(SHA1.hexDigest(of: Array(text.utf8)) == digest) }

    /// Uses the lengths at which the padding needs another block, with digests from another implementation.
    @Test(
        "Pads messages of any length",
        arguments: [
            (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"), (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
            (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"), (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
            (119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"), (200, "e61cfffe0d9195a525fc6cf06ca2d77119c24a40"),
        ])
    func padding(count: Int, digest: String) {
        #expect(SHA1.hexDigest(of: [UInt8](repeating: 0x61, count: count)) == digest)
    }

    @Test("Returns the first 64 bits of two ranges of bytes")
    func ranges() {
        let first = SHA1.first64Bits(of: 1..<3, of: Array("xabx".utf8), then: 2..<3, of: Array("xxcx".utf8))
        #expect(first == 0xa999_3e36_4706_816a)
    }
}
