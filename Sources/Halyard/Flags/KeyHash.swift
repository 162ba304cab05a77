// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The hash of a flag's name: 64-bit multiply and fold over its UTF-8 bytes.
///
/// Written here because the standard library's `Hasher` is the greater part of a read: a lookup of a 15-byte key costs
/// about 390 instructions in a `Dictionary` and about 140 with this hash. It is seeded for each process, since names
/// may come from a remote payload; so the value must never leave the process.
enum KeyHash {
    private static let seed = SystemRandom().next()
    private static let multiplier: UInt64 = 0x9FB2_1C65_1E98_DF25
    private static let finalMultiplier: UInt64 = 0xA076_1D64_78BD_642F

    static func of(_ name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { bytes in
            var state = seed ^ (UInt64(truncatingIfNeeded: bytes.count) &* finalMultiplier)
            let raw = UnsafeRawBufferPointer(bytes)
            var offset = 0
            // Sound: every load ends at or before `raw.count`.
            while offset + 8 <= raw.count {
                state = fold(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), multiplier)
                offset += 8
            }
            var tail: UInt64 = 0
            while offset < raw.count {
                tail = tail << 8 | UInt64(raw[offset])
                offset += 1
            }
            return fold(fold(state ^ tail, multiplier), finalMultiplier)
        }
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
