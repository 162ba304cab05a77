// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import Synchronization

/// Places for a fixed number of flags, each of which is filled once and for good, by whoever comes first.
///
/// Reading and filling a place is one atomic step, and nobody waits for anybody. Eight bytes for each place.
final class FlagSlots: @unchecked Sendable {
    // Sound: the places are initialised before anyone has the object and released when nobody has it; between that they
    // are touched by atomic steps only.
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

    /// The flag in a place; nil as long as there is none, or no such place.
    subscript(number: Int) -> Flag? {
        places.indices.contains(number) ? places[number].load() : nil
    }

    /// Fills a place.
    ///
    /// - Returns: The flag that is there now: another one if somebody was faster.
    func fill(_ number: Int, with flag: Flag) -> Flag {
        places.indices.contains(number) ? places[number].storeIfNil(flag) : flag
    }
}
