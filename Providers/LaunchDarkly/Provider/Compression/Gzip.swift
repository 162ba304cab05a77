// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The content coding `gzip` (RFC 1952), which makes repetitive bytes smaller.
///
/// Not every system has a library for this without an additional dependency, so Halyard implements it: repetitions within
/// 32 KiB, with the fixed codes of RFC 1951 (section 3.2.6). It compresses event bodies to a third or less.
package enum Gzip {
    /// Returns the compressed bytes.
    ///
    /// Memory and time depend only on the number of bytes.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var deflater = Deflater()
        deflater.write(bytes)
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        return header + deflater.output + littleEndian(checksum(bytes))
            + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The CRC-32 of RFC 1952, section 8.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
