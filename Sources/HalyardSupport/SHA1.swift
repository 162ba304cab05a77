// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The SHA-1 hash function (FIPS 180-4), without an allocation.
///
/// Halyard implements it because a server computes it at each read of a percentage rollout, and the toolchain has no cryptographic
/// library on systems other than Apple's. SHA-1 isn't secure, so use it only for positions in rollouts.
package struct SHA1 {
    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xEFCD_AB89
    private var c: UInt32 = 0x98BA_DCFE
    private var d: UInt32 = 0x1032_5476
    private var e: UInt32 = 0xC3D2_E1F0

    /// Returns the first 64 bits of the digest of a range of bytes and a second range after it.
    package static func first64Bits(
        of first: Range<Int>, of firstBytes: [UInt8], then second: Range<Int>, of secondBytes: [UInt8]
    ) -> UInt64 {
        let digest = digest(of: first, of: firstBytes, then: second, of: secondBytes)
        return UInt64(digest.a) << 32 | UInt64(digest.b)
    }

    private static func digest(
        of first: Range<Int>, of firstBytes: [UInt8], then second: Range<Int>, of secondBytes: [UInt8]
    ) -> SHA1 {
        // An array takes twice as long, and a SIMD vector takes five times as long.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
            var digest = SHA1()
            words.initialize(repeating: 0)
            var place = 0
            var word: UInt32 = 0
            digest.add(first, of: firstBytes, to: words, &place, &word)
            digest.add(second, of: secondBytes, to: words, &place, &word)
            digest.add(0x80, to: words, &place, &word)
            // The rest of the last word is zero.
            while place & 3 != 0 { digest.add(0, to: words, &place, &word) }
            // The last 8 bytes of the last block are the length of the message in bits.
            if place > 56 { digest.compress(words) }
            let bitCount = (first.count + second.count) * 8
            words[14] = UInt32(truncatingIfNeeded: bitCount >> 32)
            words[15] = UInt32(truncatingIfNeeded: bitCount)
            digest.compress(words)
            return digest
        }
    }

    /// Adds bytes, four at a time as long as possible.
    @inline(__always)
    private mutating func add(
        _ range: Range<Int>, of bytes: [UInt8], to words: UnsafeMutableBufferPointer<UInt32>, _ place: inout Int,
        _ word: inout UInt32
    ) {
        var index = range.lowerBound
        while range.upperBound - index >= 4 {
            let high = UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16
            let next = high | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
            // The last bytes of `word` are waiting for the rest of their word.
            let waitingBits = (place & 3) * 8
            let joined = UInt64(word) << 32 | UInt64(next)
            words[place >> 2] = UInt32(truncatingIfNeeded: joined >> waitingBits)
            word = next
            place &+= 4
            if place >= 64 {
                compress(words)
                place &-= 64
            }
            index += 4
        }
        while index < range.upperBound {
            add(bytes[index], to: words, &place, &word)
            index += 1
        }
    }

    /// Adds a byte to the last bytes of `word`, and stores the word when it's complete.
    @inline(__always)
    private mutating func add(
        _ byte: UInt8, to words: UnsafeMutableBufferPointer<UInt32>, _ place: inout Int, _ word: inout UInt32
    ) {
        word = word << 8 | UInt32(byte)
        place &+= 1
        if place & 3 != 0 { return }
        words[place >> 2 &- 1] = word
        if place == 64 {
            compress(words)
            place = 0
        }
    }

    /// Adds the block in the first 16 words, and clears them.
    @inline(never)
    private mutating func compress(_ words: UnsafeMutableBufferPointer<UInt32>) {
        for index in 16..<80 {
            words[index] = Self.rotated(
                words[index &- 3] ^ words[index &- 8] ^ words[index &- 14] ^ words[index &- 16], 1)
        }
        var block = self
        for index in 0..<20 { block.step(block.d ^ (block.b & (block.c ^ block.d)), 0x5A82_7999, words[index]) }
        for index in 20..<40 { block.step(block.b ^ block.c ^ block.d, 0x6ED9_EBA1, words[index]) }
        for index in 40..<60 {
            let majority = (block.b & block.c) | (block.d & (block.b | block.c))
            block.step(majority, 0x8F1B_BCDC, words[index])
        }
        for index in 60..<80 { block.step(block.b ^ block.c ^ block.d, 0xCA62_C1D6, words[index]) }
        a &+= block.a
        b &+= block.b
        c &+= block.c
        d &+= block.d
        e &+= block.e
        for index in 0..<16 { words[index] = 0 }
    }

    @inline(__always)
    private mutating func step(_ mix: UInt32, _ constant: UInt32, _ word: UInt32) {
        let next = (e &+ constant &+ word) &+ mix &+ Self.rotated(a, 5)
        e = d
        d = c
        c = Self.rotated(b, 30)
        b = a
        a = next
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
