// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardAtomics

/// A number that threads read and change at the same time without a lock, in memory of its own.
///
/// Where a read of a flag is not slowed down by one, a ``Lock`` is simpler.
struct AtomicNumber: ~Copyable, @unchecked Sendable {
    // Sound: allocated once, freed with the number, and accessed by atomic steps only.
    let word: UnsafeMutablePointer<UInt64>

    /// Makes a number.
    init(_ value: UInt64 = 0) {
        word = .allocate(capacity: 1)
        word.initialize(to: value)
    }

    deinit { word.deallocate() }

    /// The number; says nothing about other memory.
    var relaxed: UInt64 {
        get { halyard_load_relaxed(word) }
        nonmutating set { halyard_store_relaxed(word, newValue) }
    }

    /// Adds one and returns the sum; says nothing about other memory.
    func next() -> UInt64 { halyard_add_relaxed(word, 1) }
}
