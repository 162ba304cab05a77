// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keeps records for as long as the program runs.
///
/// For tests, and for apps that must not write to the disk but switch between users. Safe to use from any thread.
public final class InMemoryFlagStore: FlagStore {
    private struct State: ~Copyable {
        var records: [StoreKey: [UInt8]] = [:]
        /// The keys, with the most recently used last.
        var order: [StoreKey] = []

        mutating func use(_ key: StoreKey) {
            order.removeAll { $0 == key }
            order.append(key)
        }
    }

    private let state = Lock(State())
    package let unwritten = UnwrittenRecords()

    /// Makes an empty store.
    public init() {}

    /// Returns the bytes under a key; memory only.
    public func load(_ key: StoreKey) async -> [UInt8]? { loadNow(key) }

    /// Keeps bytes under a key; memory only.
    public func save(_ bytes: [UInt8], as key: StoreKey) async {
        state.withLock { state in
            state.records[key] = bytes
            state.use(key)
        }
    }

    /// Removes the bytes under a key; memory only.
    public func delete(_ key: StoreKey) async {
        state.withLock { state in
            state.records[key] = nil
            state.order.removeAll { $0 == key }
        }
    }

    /// The keys of a scope, the most recently used first; memory only.
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
