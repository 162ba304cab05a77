// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Places for a fixed number of flags, each of which is filled once, by the first thread to do so.
///
/// Reading and filling a place is one atomic step, and no thread waits for another. Eight bytes per place.
final class FlagSlots: @unchecked Sendable {
    // Sound: the places are initialised before there is any reference to the object and released when there is none left;
    // in between they are accessed by atomic steps only.
    private let places: UnsafeMutableBufferPointer<AtomicLazyReference<Flag>>

    /// Makes empty places.
    init(count: Int) {
        places = .allocate(capacity: count)
        for number in 0..<count { places.initializeElement(at: number, to: AtomicLazyReference()) }
    }

    deinit {
        places.deinitialize()
        places.deallocate()
    }

    /// The flag in a place; nil while there is none, or when there is no such place.
    subscript(number: Int) -> Flag? {
        places.indices.contains(number) ? places[number].load() : nil
    }

    /// Fills a place.
    ///
    /// - Returns: The flag that is there now: another one if another thread was faster.
    func fill(_ number: Int, with flag: Flag) -> Flag {
        places.indices.contains(number) ? places[number].storeIfNil(flag) : flag
    }
}
