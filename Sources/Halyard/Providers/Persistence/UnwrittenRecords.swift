// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The records that a program has made and not written yet, with which a store answers in the meantime.
///
/// So an app that has seen flags finds them again, however long the disk takes. One instance per place, shared by all that
/// write there through the same store. Memory only, and only what waits to be written. Safe to use from any thread.
package final class UnwrittenRecords: Sendable {
    /// Distinguishes a record from a later one under the same key.
    package typealias Number = Int

    private struct State: ~Copyable {
        var records: [StoreKey: (number: Number, bytes: @Sendable () -> [UInt8]?)] = [:]
        var lastNumber = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Adds a record, replacing an earlier one; may be called under a lock.
    ///
    /// - Parameter bytes: Makes the record's bytes when they are read; nil when it is not to be kept after all.
    package func put(_ key: StoreKey, _ bytes: @escaping @Sendable () -> [UInt8]?) -> Number {
        state.withLock { state in
            state.lastNumber += 1
            state.records[key] = (state.lastNumber, bytes)
            return state.lastNumber
        }
    }

    /// Removes a record that was written, or will not be; a later one under its key stays.
    package func remove(_ key: StoreKey, _ number: Number) {
        state.withLock { if $0.records[key]?.number == number { $0.records[key] = nil } }
    }

    /// Forgets everything about an identity.
    func erase(_ identity: String) {
        state.withLock { state in state.records = state.records.filter { $0.key.identity != identity } }
    }

    /// The bytes of the waiting record; nil when there is none.
    func bytes(_ key: StoreKey) -> [UInt8]? { state.withLock { $0.records[key] }?.bytes() }
}
