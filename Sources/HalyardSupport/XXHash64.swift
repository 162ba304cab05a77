// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The 64-bit checksum XXH64, which detects damaged bytes at the speed of memory.
///
/// It isn't a cryptographic digest, so it detects accidents but not forgeries. It follows the XXH64 specification
/// (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
package enum XXHash64 {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5
    )

    /// Returns the checksum of a range of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The range, which is clamped to the bytes.
    ///   - seed: A seed, which changes the checksum.
    package static func checksum(of bytes: [UInt8], _ range: Range<Int>, seed: UInt64 = 0) -> UInt64 {
        let range = range.clamped(to: bytes.indices)
        // A slice has a span on every supported system, but an array has one only on systems since 2025.
        let slice = bytes[...]
        let raw = slice.span.bytes
        let (prime1, prime2, prime3, prime4, prime5) = primes
        var offset = range.lowerBound
        var state: UInt64
        if range.count >= 32 {
            var (a, b) = (seed &+ prime1 &+ prime2, seed &+ prime2)
            var (c, d) = (seed, seed &- prime1)
            while offset + 32 <= range.upperBound {
                a = round(a, word(raw, offset))
                b = round(b, word(raw, offset + 8))
                c = round(c, word(raw, offset + 16))
                d = round(d, word(raw, offset + 24))
                offset += 32
            }
            state = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
            for lane in [a, b, c, d] { state = (state ^ round(0, lane)) &* prime1 &+ prime4 }
        } else {
            state = seed &+ prime5
        }
        state &+= UInt64(range.count)
        while offset + 8 <= range.upperBound {
            state = rotated(state ^ round(0, word(raw, offset)), 27) &* prime1 &+ prime4
            offset += 8
        }
        if offset + 4 <= range.upperBound {
            let half = UInt32(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
            state = rotated(state ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
            offset += 4
        }
        while offset < range.upperBound {
            state = rotated(state ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
            offset += 1
        }
        state = (state ^ state >> 33) &* prime2
        state = (state ^ state >> 29) &* prime3
        return state ^ state >> 32
    }

    @inline(__always)
    private static func word(_ raw: RawSpan, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotated(lane &+ word &* primes.1, 31) &* primes.0
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
}
