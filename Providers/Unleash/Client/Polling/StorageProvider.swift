// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Keeps flags outside a client, such as on disk; the form of version 2.0 of Unleash's Swift client.
///
/// A client passes all flags to it after each fetch that returned some. Reads come from the client's memory and use the
/// storage only as long as the client has no flags at all; the storage itself decides which user's flags it holds. All
/// calls come one at a time on the client's own queue; a read waits for ``value(key:)``, which should be quick.
public protocol StorageProvider {
    /// Stores all flags by name, in place of the earlier ones.
    func set(values: [String: Toggle])
    /// The flag of a name; nil when there is none.
    func value(key: String) -> Toggle?
    /// Removes all flags; called right before ``set(values:)``, in the same turn.
    func clear()
}

/// Keeps flags in memory.
///
/// Safe to use from any thread.
public final class DictionaryStorageProvider: StorageProvider, Sendable {
    private let toggles = Lock<[String: Toggle]>([:])

    /// Makes an empty storage.
    public init() {}

    /// Stores all flags.
    public func set(values: [String: Toggle]) { toggles.withLock { $0 = values } }

    /// The flag of a name.
    public func value(key: String) -> Toggle? { toggles.withLock { $0[key] } }

    /// Removes all flags.
    public func clear() { toggles.withLock { $0 = [:] } }
}

/// An app's storage, which need not be thread-safe.
final class StorageHost: Sendable {
    /// The host whose queue runs the current code, so that a storage may read flags from within its own calls.
    @TaskLocal private static var current: ObjectIdentifier?

    private let storage: Confined<any StorageProvider>

    /// Makes a host; nil when there is no storage.
    init?(_ storage: sending (any StorageProvider)?) {
        guard let storage else { return nil }
        self.storage = Confined(storage)
    }

    /// Replaces the stored flags, soon and in the order of the calls.
    func keep(_ table: FlagTable) {
        storage.later { storage in
            let values = Dictionary(table.map { ($0.key, Toggle($0)) }) { first, _ in first }
            Self.$current.withValue(ObjectIdentifier(self)) {
                storage.clear()
                storage.set(values: values)
            }
        }
    }

    /// The stored flag of a name; nil for a storage that reads from the client within its own calls.
    func value(key: String) -> Toggle? {
        if Self.current == ObjectIdentifier(self) { return nil }
        return storage.wait { storage in
            Self.$current.withValue(ObjectIdentifier(self)) { storage.value(key: key) }
        }
    }
}
