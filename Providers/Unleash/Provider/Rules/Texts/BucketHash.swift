// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The hash that determines users' positions in Unleash: the 32-bit murmur3 hash of `<group>:<id>`.
///
/// Halyard implements it because a server needs it for each read, in parts and without an allocation. The group's part is hashed
/// only once, when the rules are read. All Unleash clients use the same hash.
struct BucketHash: Sendable {
    /// The seeds that Unleash clients use.
    enum Seed: UInt32, Sendable {
        case rollout = 0
        case variants = 86_028_157
    }

    private var hash: UInt32
    /// The bytes of the incomplete block.
    private var block: UInt32 = 0
    private var count: UInt32 = 0

    /// Creates a hash that starts with a group.
    init(group: String, seed: Seed) {
        hash = seed.rawValue
        for byte in group.utf8 { add(byte) }
        add(UInt8(ascii: ":"))
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8) {
        block |= UInt32(byte) << ((count & 3) * 8)
        count &+= 1
        if count & 3 == 0 {
            hash = Self.rotated(hash ^ Self.mixed(block), 13) &* 5 &+ 0xE654_6B64
            block = 0
        }
    }

    /// Returns the position of an identifier in some bytes, from 1 to `modulus`.
    func place(of id: Range<Int>, in bytes: [UInt8], modulus: UInt32) -> UInt32 {
        var whole = self
        for index in id { whole.add(bytes[index]) }
        if whole.count & 3 != 0 { whole.hash ^= Self.mixed(whole.block) }
        var hash = whole.hash ^ whole.count
        hash = (hash ^ (hash >> 16)) &* 0x85EB_CA6B
        hash = (hash ^ (hash >> 13)) &* 0xC2B2_AE35
        return (hash ^ (hash >> 16)) % modulus + 1
    }

    private static func mixed(_ block: UInt32) -> UInt32 { rotated(block &* 0xCC9E_2D51, 15) &* 0x1B87_3593 }

    private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
}
