// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread

/// Places for a fixed number of objects, each of which is filled once, by the first thread to do so.
///
/// Reading and filling a place is one atomic step, and no thread waits for another. Eight bytes for each place.
struct OnceReferences<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    // Sound: the words are initialised before any thread sees them and released when none does any more; in between they are
    // accessed by atomic steps only. A word is 0, or a retained reference.
    private let words: UnsafeMutablePointer<UInt64>
    private let count: Int

    /// Makes empty places.
    init(count: Int = 1) {
        self.count = count
        words = .allocate(capacity: count)
        words.initialize(repeating: 0, count: count)
    }

    deinit {
        for number in 0..<count { Self.reference(halyard_load_acquire(words + number))?.release() }
        words.deallocate()
    }

    /// The object in a place; nil while there is none, or when there is no such place.
    subscript(number: Int) -> Object? {
        guard (0..<count).contains(number) else { return nil }
        return Self.reference(halyard_load_acquire(words + number))?.takeUnretainedValue()
    }

    /// Fills a place.
    ///
    /// - Returns: The object that is there now: another one if another thread was faster.
    func fill(_ number: Int, with object: Object) -> Object {
        guard (0..<count).contains(number) else { return object }
        let retained = Unmanaged.passRetained(object)
        let bits = UInt64(UInt(bitPattern: retained.toOpaque()))
        guard let present = Self.reference(halyard_fill(words + number, bits)) else { return object }
        retained.release()
        return present.takeUnretainedValue()
    }

    private static func reference(_ bits: UInt64) -> Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: UInt(bits)).map { Unmanaged.fromOpaque($0) }
    }
}
