// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A store that keeps records in memory, for the lifetime of the process.
///
/// Use it for tests, and for apps that switch between users but must not write to the disk. Its functions don't perform I/O. It's
/// safe to use from any thread.
public final class InMemoryFlagStore: FlagStore {
    private struct State: ~Copyable {
        var records: [StoreKey: [UInt8]] = [:]
        /// The keys, with the most recently used key last.
        var order: [StoreKey] = []

        mutating func use(_ key: StoreKey) {
            order.removeAll { $0 == key }
            order.append(key)
        }
    }

    private let state = Lock(State())
    package let unwritten = UnwrittenRecords()

    /// Creates an empty store.
    public init() {}

    /// Returns the bytes for a key.
    public func load(_ key: StoreKey) async -> [UInt8]? { loadNow(key) }

    /// Stores bytes for a key.
    public func save(_ bytes: [UInt8], as key: StoreKey) async {
        state.withLock { state in
            state.records[key] = bytes
            state.use(key)
        }
    }

    /// Removes the bytes for a key.
    public func delete(_ key: StoreKey) async {
        state.withLock { state in
            state.records[key] = nil
            state.order.removeAll { $0 == key }
        }
    }

    /// Returns the keys of a scope, with the most recently used key first.
    public func keys(in scope: StoreKey.Scope) async -> [StoreKey] {
        state.withLock { $0.order.filter { $0.scope == scope }.reversed() }
    }
}

extension InMemoryFlagStore: ImmediateFlagStore {
    package func loadNow(_ key: StoreKey) -> [UInt8]? {
        if let bytes = unwritten.bytes(key) { return bytes }
        return state.withLock { state in
            guard let bytes = state.records[key] else { return nil }
            state.use(key)
            return bytes
        }
    }
}
