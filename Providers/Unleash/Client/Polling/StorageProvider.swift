// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Keeps flags outside of a client, such as on disk; the 2.0 form of Unleash's Swift client.
///
/// A client hands over all flags after each fetch that brought some. Reads come from the client's memory and ask the
/// storage only as long as the client has no flags at all; whose flags the storage holds is its own business. All calls
/// come one at a time on a queue of the client's own; a read waits for ``value(key:)``, so that should be quick.
public protocol StorageProvider {
    /// Takes all flags by their names, in the place of those before.
    func set(values: [String: Toggle])
    /// The flag of a name; nil when there is none.
    func value(key: String) -> Toggle?
    /// Forgets all flags; called in front of ``set(values:)``, in the same turn.
    func clear()
}

/// Keeps flags in memory.
///
/// Safe to use from any thread.
public final class DictionaryStorageProvider: StorageProvider, Sendable {
    private let toggles = Lock<[String: Toggle]>([:])

    /// Makes an empty storage.
    public init() {}

    /// Takes all flags.
    public func set(values: [String: Toggle]) { toggles.withLock { $0 = values } }

    /// The flag of a name.
    public func value(key: String) -> Toggle? { toggles.withLock { $0[key] } }

    /// Forgets all flags.
    public func clear() { toggles.withLock { $0 = [:] } }
}

/// Keeps an app's storage on a queue, so that it need not be safe for several threads.
actor StorageHost {
    /// The host whose queue runs the present code, so that a storage may read flags from within its own calls.
    @TaskLocal private static var current: ObjectIdentifier?

    private nonisolated let queue = ConfinementQueue()
    private let storage: any StorageProvider

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Makes a host; nil when there is no storage.
    init?(_ storage: sending (any StorageProvider)?) {
        guard let storage else { return nil }
        self.storage = storage
    }

    /// Puts flags in the place of those that are stored, soon and in the order of the calls.
    nonisolated func keep(_ table: FlagTable) {
        queue.later { self.assumeIsolated { $0.replace(with: table) } }
    }

    private func replace(with table: FlagTable) {
        let values = Dictionary(table.map { ($0.key, Toggle($0)) }) { first, _ in first }
        Self.$current.withValue(ObjectIdentifier(self)) {
            storage.clear()
            storage.set(values: values)
        }
    }

    /// What is stored for a name; nothing for a storage that asks the client from within its own calls.
    nonisolated func value(key: String) -> Toggle? {
        if Self.current == ObjectIdentifier(self) { return nil }
        return queue.wait {
            assumeIsolated { host in
                Self.$current.withValue(ObjectIdentifier(host)) { host.storage.value(key: key) }
            }
        }
    }
}
