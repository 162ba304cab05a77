// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How often one thread read one version of a cell, with the version, in one word.
///
/// The upper 32 bits hold the version, the lower 32 the count, of which 31 are used.
@usableFromInline
struct CellCount: Sendable {
    @usableFromInline let bits: UInt64

    @inlinable
    init(bits: UInt64) { self.bits = bits }

    init(_ version: UInt32, _ count: UInt32) { bits = UInt64(version) << 32 | UInt64(count) }

    /// The count plus one; nil when it belongs to another version than the word's, or is full.
    @inlinable
    func adding(_ word: CellWord) -> CellCount? {
        // One comparison covers both: with another version in the upper bits, the difference is far too large.
        bits &- (word.bits << 32) < 1 << 31 ? CellCount(bits: bits &+ 1) : nil
    }

    var version: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

    var count: UInt32 { UInt32(truncatingIfNeeded: bits) }
}
