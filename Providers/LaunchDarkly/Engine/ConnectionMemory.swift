// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport

/// A store for the state of an environment's connection, for the next launch of the app.
///
/// It writes one small record for each mobile key, next to the flags. If writing fails, the state is lost.
final class ConnectionMemory: Sendable {
    private let store: any FlagStore
    private let key: StoreKey
    private let last = Lock<FlagValue?>(nil)
    private let writes: LatestWrites<StoreKey, Record>
    private let unwritten: UnwrittenRecords?

    private struct Record: Sendable {
        var content: FlagValue
        /// The record's number among the unwritten records.
        var number: UnwrittenRecords.Number?
    }

    /// Creates a store.
    ///
    /// Doesn't read or write anything.
    init(_ environment: String, in store: any FlagStore) {
        self.store = store
        key = StoreKey(
            StoreKey.Scope(provider: "launchdarkly-connection", environment: environment), .anonymous,
            slot: "connection")
        let unwritten = (store as? any ImmediateFlagStore)?.unwritten
        self.unwritten = unwritten
        writes = LatestWrites { key, record in
            try? await store.save(JSONWriter.bytes(record.content), as: key)
            if let number = record.number { unwritten?.remove(key, number) }
        }
    }

    /// Returns the stored state, or `nil` if there is none.
    ///
    /// Reads it on this thread.
    func loadNow() -> LaunchDarklyConnection? {
        guard let store = store as? any ImmediateFlagStore, let bytes = try? store.loadNow(key),
            let record = try? JSONReader().read(bytes)
        else { return nil }
        return LaunchDarklyConnection(record: record)
    }

    /// Writes the state asynchronously, if it has changed.
    func keep(_ connection: LaunchDarklyConnection) {
        let record = connection.record
        let isNew = last.withLock { last in
            defer { last = record }
            return last != record
        }
        if !isNew { return }
        writes.enqueue(key, Record(content: record, number: unwritten?.add(key) { JSONWriter.bytes(record) }))
    }

    /// Waits until the state has been written, or writing has failed.
    func settle() async { await writes.settle() }
}
