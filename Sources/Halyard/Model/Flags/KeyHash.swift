// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The hash of a flag key: 64-bit multiply and fold over its UTF-8 bytes.
///
/// It replaces the standard library's `Hasher`, which would dominate a read. A lookup of a 15-byte key in a
/// `Dictionary` costs about 390 instructions, most of them for the hash. This hash costs about 50. Like `Hasher`, it's
/// seeded for each process, because keys can come from a remote payload. Therefore the value must never leave the
/// process.
@usableFromInline
enum KeyHash {
    /// A seed from `Hasher`, which is seeded for each process.
    ///
    /// If `SWIFT_DETERMINISTIC_HASHING` is set, as in instruction counts, it's always the same.
    private static let seed = UInt64(truncatingIfNeeded: seed(1)) << 32 ^ UInt64(truncatingIfNeeded: seed(2))
    private static let multiplier: UInt64 = 0x9FB2_1C65_1E98_DF25
    private static let finalMultiplier: UInt64 = 0xA076_1D64_78BD_642F

    @usableFromInline
    static func of(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the hash of a key's UTF-8 bytes.
    @inline(__always)
    static func of(_ raw: UnsafeRawBufferPointer) -> UInt64 {
        var state = seed ^ (UInt64(truncatingIfNeeded: raw.count) &* finalMultiplier)
        var offset = 0
        // Sound: every load ends at or before `raw.count`.
        while offset + 8 < raw.count {
            state = fold(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), multiplier)
            offset += 8
        }
        return fold(fold(state ^ tail(of: raw), multiplier), finalMultiplier)
    }

    /// Returns the last eight bytes, or all bytes if there are fewer.
    ///
    /// Some of them might have been hashed already, which does no harm.
    private static func tail(of raw: UnsafeRawBufferPointer) -> UInt64 {
        let count = raw.count
        if count >= 8 { return raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) }
        if count >= 4 {
            let first = raw.loadUnaligned(as: UInt32.self)
            let last = raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return UInt64(first) << 32 | UInt64(last)
        }
        if count == 0 { return 0 }
        return UInt64(raw[0]) << 16 | UInt64(raw[count / 2]) << 8 | UInt64(raw[count - 1])
    }

    /// Returns one of two numbers that form a seed, because one number isn't enough if `Int` has 32 bits.
    private static func seed(_ half: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(half)
        return hasher.finalize()
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
