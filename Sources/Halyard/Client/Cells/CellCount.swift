// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How often one thread read one version of a cell, with the version, in one word.
///
/// The version above, 32 bits for the count below, of which 31 are used.
@usableFromInline
struct CellCount: Sendable {
    @usableFromInline let bits: UInt64

    @inlinable
    init(bits: UInt64) { self.bits = bits }

    init(_ version: UInt32, _ count: UInt32) { bits = UInt64(version) << 32 | UInt64(count) }

    /// One more; nil when it is about another version than that of the word, or full.
    @inlinable
    func adding(_ word: CellWord) -> CellCount? {
        // One comparison for both: with another version above, the difference is far too large.
        bits &- (word.bits << 32) < 1 << 31 ? CellCount(bits: bits &+ 1) : nil
    }

    var version: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

    var count: UInt32 { UInt32(truncatingIfNeeded: bits) }
}
