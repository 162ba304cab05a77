// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

/// One of a cell's several words; threads that use different ones do not slow each other down.
@usableFromInline
struct CellStripe: ~Copyable {
    /// How many there are of each cell; a power of two.
    static let count = 8

    /// A `CellWord`.
    @usableFromInline let word = Atomic<UInt64>(0)
    /// How many readers have copied what stands beside the word, ever.
    @usableFromInline let left = Atomic<UInt64>(0)

    init() {}

    /// The one for the calling thread.
    ///
    /// Threads have stacks of their own, so any address on one tells them apart; the multiplication spreads stacks that lie
    /// at regular distances. Which stripe a thread gets makes a difference to speed only.
    @inlinable static var ofThisThread: Int {
        @inline(__always) get {
            var mark: UInt8 = 0
            let address = withUnsafeMutablePointer(to: &mark) { UInt64(UInt(bitPattern: $0)) }
            return Int(truncatingIfNeeded: ((address >> 16) &* 0x9E37_79B9_7F4A_7C15) >> 61)
        }
    }

    /// Counts one more where a value of this kind is served; nil where it is not.
    @inlinable
    @inline(__always)
    func take(_ kind: CellWord.Kind) -> CellWord? {
        var seen = CellWord(bits: word.load(ordering: .relaxed))
        while seen.serves(kind) {
            let (isDone, now) = word.weakCompareExchange(
                expected: seen.bits, desired: seen.counted.bits, successOrdering: .acquiring,
                failureOrdering: .relaxed)
            if isDone { return seen }
            seen = CellWord(bits: now)
        }
        return nil
    }
}
