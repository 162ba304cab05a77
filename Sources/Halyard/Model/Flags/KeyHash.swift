// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The hash of a flag's name: 64-bit multiply and fold over its UTF-8 bytes.
///
/// Written here because the standard library's `Hasher` would dominate a read: a lookup of a 15-byte key costs about 390
/// instructions in a `Dictionary`, of which this hash replaces most with about 50. Like `Hasher`, it is seeded for each
/// process, since names may come from a remote payload; so the value must never leave the process.
@usableFromInline
enum KeyHash {
    /// Made by `Hasher`, which is seeded for each process; with `SWIFT_DETERMINISTIC_HASHING`, as when instructions are
    /// counted, it is always the same.
    private static let seed = UInt64(truncatingIfNeeded: seed(1)) << 32 ^ UInt64(truncatingIfNeeded: seed(2))
    private static let multiplier: UInt64 = 0x9FB2_1C65_1E98_DF25
    private static let finalMultiplier: UInt64 = 0xA076_1D64_78BD_642F

    @usableFromInline
    static func of(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    /// The hash of a name's UTF-8 bytes.
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

    /// The last eight bytes, or all if there are fewer; it does no harm that some may have been hashed already.
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

    /// One of two numbers that form a seed; where `Int` has 32 bits, one would not be enough.
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
