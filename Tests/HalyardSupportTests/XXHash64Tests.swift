// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@Suite("XXHash64")
struct XXHash64Tests {
    // The checksums come from the command-line tool of the reference implementation.
    @Test(
        "Matches the checksums of the reference implementation",
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func known(text: String, checksum: UInt64) {
        let bytes = Array(text.utf8)
        #expect(XXHash64.checksum(of: bytes, 0..<bytes.count) == checksum)
    }

    @Test("Returns the same checksum for a range, regardless of its start")
    func parts() {
        let part = (0..<100).map { UInt8($0) }
        for length in [0, 1, 3, 4, 7, 8, 31, 32, 33, 64, 100] {
            let alone = XXHash64.checksum(of: part, 0..<length)
            for start in 0..<9 {
                let bytes = [UInt8](repeating: 7, count: start) + part
                #expect(XXHash64.checksum(of: bytes, start..<start + length) == alone)
            }
        }
        #expect(XXHash64.checksum(of: part, 90..<200) == XXHash64.checksum(of: part, 90..<100))
    }

    @Test("Returns a different checksum if any bit or the seed changes")
    func bits() {
        let bytes = (0..<77).map { UInt8($0) }
        let whole = XXHash64.checksum(of: bytes, 0..<77)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                #expect(XXHash64.checksum(of: changed, 0..<77) != whole)
            }
        }
        #expect(XXHash64.checksum(of: bytes, 0..<77, seed: 1) != whole)
    }
}
