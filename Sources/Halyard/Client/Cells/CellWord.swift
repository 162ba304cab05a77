// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a cell serves and how often it did so since it was opened, in one word: whoever takes the value counts by that
/// same step, so that counts can never disagree with what was served.
///
/// From the top: three bits for the kind, one that is set when the count is full, 31 for the count, 29 for a small value.
@usableFromInline
struct CellWord: Sendable {
    @usableFromInline
    enum Kind: UInt64 {
        /// Nothing is served.
        case shut = 0
        /// A truth value, in the word.
        case bool
        /// A whole number that fits 29 bits, in the word.
        case int
        /// Any other whole number, beside the word.
        case long
        /// A number, beside the word.
        case double
        /// A text, beside the word.
        case text
    }

    private static let kindShift: UInt64 = 61
    private static let valueMask: UInt64 = 1 << 29 - 1
    private static let countMask: UInt64 = 1 << 32 - 1

    @usableFromInline let bits: UInt64

    @inlinable
    init(bits: UInt64) { self.bits = bits }

    /// A cell that serves nothing.
    static let shut = CellWord(bits: 0)

    /// A cell that was just opened for a value; nil when cells do not hold such values.
    init?(serving value: FlagValue) {
        switch value {
        case .bool(let value): self.init(.bool, value ? 1 : 0)
        case .int(let value) where (value << 35) >> 35 == value:
            self.init(.int, UInt64(truncatingIfNeeded: value) & Self.valueMask)
        case .int: self.init(.long, 0)
        case .double: self.init(.double, 0)
        case .string: self.init(.text, 0)
        case .null, .array, .object: return nil
        }
    }

    init(_ kind: Kind, _ value: UInt64, count: UInt64 = 0) {
        bits = kind.rawValue << Self.kindShift | count << 29 | value
    }

    /// Whether the cell serves a value of this kind and can count one more.
    @inlinable
    func serves(_ kind: Kind) -> Bool { bits >> 60 == kind.rawValue << 1 }

    /// Whether the cell serves something but cannot count one more.
    var isFull: Bool { bits >> 60 & 1 != 0 }

    /// The same with one more count.
    @inlinable var counted: CellWord { CellWord(bits: bits &+ 1 << 29) }

    /// How often the value was taken.
    var count: Int { Int(bits >> 29 & Self.countMask) }

    @inlinable var bool: Bool { bits & 1 != 0 }

    @inlinable var int: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits << 35) >> 35) }

    /// Whether the value stands beside the word, so that readers must say when they have copied it.
    var isBeside: Bool { bits >> Self.kindShift >= Kind.long.rawValue }
}
