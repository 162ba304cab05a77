// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread

/// A number that threads read and change at the same time without a lock.
///
/// It has its memory to itself, because a change of a neighbor would slow its readers down. A ``Lock`` is simpler: use it
/// unless it would slow down the read of a flag.
struct AtomicNumber: ~Copyable, @unchecked Sendable {
    /// At least as large as the part of memory that processors exchange.
    private static let size = 128

    // Sound: allocated once, freed with the number, and accessed by atomic steps only.
    let word: UnsafeMutablePointer<UInt64>

    /// Creates a number.
    init(_ value: UInt64 = 0) {
        word = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: Self.size)
            .initializeMemory(as: UInt64.self, to: value)
    }

    deinit { UnsafeMutableRawPointer(word).deallocate() }

    /// The number; says nothing about other memory.
    var relaxed: UInt64 {
        get { halyard_load_relaxed(word) }
        nonmutating set { halyard_store_relaxed(word, newValue) }
    }

    /// The number; what was written before it was set by ``next()`` is visible from here on.
    var acquired: UInt64 { halyard_load_acquire(word) }

    /// Adds one and returns the sum; what was written before is visible to a thread that reads ``acquired``.
    @discardableResult
    func next() -> UInt64 { halyard_add(word, 1) }
}
