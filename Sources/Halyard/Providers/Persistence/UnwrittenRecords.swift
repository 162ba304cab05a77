// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The records that a process hasn't written yet, which a store returns in the meantime.
///
/// So an app can read the flags that it has received, even if writing takes long. All writers of a location share one instance
/// through their store. It stores only unwritten records, in memory. It's safe to use from any thread.
package final class UnwrittenRecords: Sendable {
    /// A number that distinguishes a record from a later record with the same key.
    package typealias Number = Int

    private struct State: ~Copyable {
        var records: [StoreKey: (number: Number, bytes: @Sendable () -> [UInt8]?)] = [:]
        var lastNumber = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Adds a record, and replaces an earlier record.
    ///
    /// It can be called under a lock.
    ///
    /// - Parameter bytes: Creates the record's bytes when they are read, or returns `nil` if the record is no longer needed.
    package func add(_ key: StoreKey, _ bytes: @escaping @Sendable () -> [UInt8]?) -> Number {
        state.withLock { state in
            state.lastNumber += 1
            state.records[key] = (state.lastNumber, bytes)
            return state.lastNumber
        }
    }

    /// Removes a record that was written or won't be, but not a later record with the same key.
    package func remove(_ key: StoreKey, _ number: Number) {
        state.withLock { if $0.records[key]?.number == number { $0.records[key] = nil } }
    }

    /// Deletes the records of an identity.
    func erase(_ identity: String) {
        state.withLock { state in state.records = state.records.filter { $0.key.identity != identity } }
    }

    /// Returns the bytes of an unwritten record, or `nil` if there is none.
    func bytes(_ key: StoreKey) -> [UInt8]? { state.withLock { $0.records[key] }?.bytes() }
}
