// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a cell serves, in one word: a kind, a small value, and the version under which its reads are counted, so that
/// counts can never disagree with what was served.
///
/// From the most significant bit: three bits for the kind, 29 for the value, 32 for the version.
@usableFromInline
struct CellWord: Sendable {
    @usableFromInline
    enum Kind: UInt64 {
        /// Nothing is served.
        case shut = 0
        /// A truth value, in the word.
        case bool
        /// A whole number that fits in 29 bits, in the word.
        case int
        /// Any other whole number, beside the word.
        case long
        /// A number, beside the word.
        case double
        /// A text of up to a kilobyte, beside the word.
        case text
    }

    private static let valueMask: UInt64 = 1 << 29 - 1
    /// The maximum size of a text in bytes.
    ///
    /// A thread keeps what it read until it reads the next version, so old versions of large texts would add up.
    private static let longestText = 1024

    @usableFromInline let bits: UInt64

    @inlinable
    init(bits: UInt64) { self.bits = bits }

    /// The word of a cell that was just opened for a value; nil when cells do not hold such values.
    init?(serving value: FlagValue, version: UInt32) {
        switch value {
        case .bool(let value): self.init(.bool, value ? 1 : 0, version)
        case .int(let value) where (value << 35) >> 35 == value:
            self.init(.int, UInt64(truncatingIfNeeded: value) & Self.valueMask, version)
        case .int(let value) where Int(exactly: value) != nil: self.init(.long, 0, version)
        case .double: self.init(.double, 0, version)
        case .string(let text) where text.utf8.count <= Self.longestText: self.init(.text, 0, version)
        case .null, .int, .string, .array, .object: return nil
        }
    }

    /// Whether cells hold such values.
    static func holds(_ value: FlagValue) -> Bool { CellWord(serving: value, version: 0) != nil }

    init(_ kind: Kind, _ value: UInt64, _ version: UInt32) {
        bits = kind.rawValue << 61 | value << 32 | UInt64(version)
    }

    /// Whether the cell serves a value of this kind.
    @inlinable
    func serves(_ kind: Kind) -> Bool { bits >> 61 == kind.rawValue }

    @inlinable var bool: Bool { bits >> 32 & 1 != 0 }

    @inlinable var int: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits << 3) >> 35) }

    /// Whether the value stands beside the word.
    var isBeside: Bool { bits >> 61 >= Kind.long.rawValue }

    var version: UInt32 { UInt32(truncatingIfNeeded: bits) }
}
