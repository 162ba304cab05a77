// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread

/// A number that threads read and change at the same time without a lock.
///
/// It uses a cache line alone, because a change of a neighboring value would slow its readers down. A ``Lock`` is simpler:
/// use it unless it would slow down flag reads.
struct AtomicNumber: ~Copyable, @unchecked Sendable {
    /// The size of the allocation, which is at least a processor's cache line.
    private static let size = 128

    // Sound: allocated once, freed with the number, and accessed only with atomic operations.
    let word: UnsafeMutablePointer<UInt64>

    /// Creates a number.
    init(_ value: UInt64 = 0) {
        word = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: Self.size)
            .initializeMemory(as: UInt64.self, to: value)
    }

    deinit { UnsafeMutableRawPointer(word).deallocate() }

    /// The number, without ordering of other memory accesses.
    var relaxed: UInt64 {
        get { halyard_load_relaxed(word) }
        nonmutating set { halyard_store_relaxed(word, newValue) }
    }

    /// Sets the number if it still is `expected`, without ordering of other memory accesses.
    ///
    /// - Returns: A Boolean value that indicates whether the number was `expected`.
    func replace(_ expected: UInt64, with newValue: UInt64) -> Bool {
        halyard_replace_relaxed(word, expected, newValue)
    }

    /// The number, with acquire ordering: writes that preceded the call to ``next()`` that set it are visible afterwards.
    var acquired: UInt64 { halyard_load_acquire(word) }

    /// Adds one and returns the sum, with release ordering: earlier writes are visible to a thread that reads ``acquired``.
    @discardableResult
    func next() -> UInt64 { halyard_add(word, 1) }
}
