// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A store for flags outside a client, such as on disk.
///
/// It has the interface of version 2.0 of the Unleash Swift client.
///
/// After each fetch that returned flags, the client passes all flags to the store. Reads use the client's memory, and only
/// use the store while the client has no flags. The store itself determines which user's flags it contains. The client
/// makes one call at a time, on a serial queue. Because a read waits for ``value(key:)``, that method should be fast.
public protocol StorageProvider {
    /// Stores all flags by name, and replaces previous flags.
    func set(values: [String: Toggle])
    /// Returns a flag, or `nil` if it doesn't exist.
    func value(key: String) -> Toggle?
    /// Removes all flags.
    ///
    /// The client calls it immediately before ``set(values:)``, without a call in between.
    func clear()
}

/// A store that contains flags in memory.
///
/// It's safe to use from any thread.
public final class DictionaryStorageProvider: StorageProvider, Sendable {
    private let toggles = Lock<[String: Toggle]>([:])

    /// Creates an empty store.
    public init() {}

    /// Stores all flags.
    public func set(values: [String: Toggle]) { toggles.withLock { $0 = values } }

    /// Returns a flag, or `nil` if it doesn't exist.
    public func value(key: String) -> Toggle? { toggles.withLock { $0[key] } }

    /// Removes all flags.
    public func clear() { toggles.withLock { $0 = [:] } }
}

/// An app's store, which doesn't need to be thread-safe.
final class StorageHost: Sendable {
    /// The host whose queue runs the current code, so that a store can read flags during its own calls.
    @TaskLocal private static var current: ObjectIdentifier?

    private let storage: Confined<any StorageProvider>

    /// Creates a host, or returns `nil` if there is no store.
    init?(_ storage: sending (any StorageProvider)?) {
        guard let storage else { return nil }
        self.storage = Confined(storage)
    }

    /// Replaces the stored flags asynchronously, in the order of the calls.
    func keep(_ table: FlagTable) {
        storage.later { storage in
            let values = Dictionary(table.map { ($0.key, Toggle($0)) }) { first, _ in first }
            Self.$current.withValue(ObjectIdentifier(self)) {
                storage.clear()
                storage.set(values: values)
            }
        }
    }

    /// Returns a stored flag, or `nil` if the store reads from the client during its own calls.
    func value(key: String) -> Toggle? {
        if Self.current == ObjectIdentifier(self) { return nil }
        return storage.wait { storage in
            Self.$current.withValue(ObjectIdentifier(self)) { storage.value(key: key) }
        }
    }
}
