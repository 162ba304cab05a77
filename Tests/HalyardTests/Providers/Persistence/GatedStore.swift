// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A store that blocks while its gate is closed, and records its calls.
final class GatedStore: FlagStore {
    private struct State {
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [CheckedContinuation<Void, Never>] = []
        var busy = 0
        var calls: [String] = []
    }

    private let inner: any FlagStore
    private let state = Lock(State())

    init(_ inner: any FlagStore = InMemoryFlagStore()) { self.inner = inner }

    /// The calls in order, finished or not: `load`, `save`, `delete`, or `keys`.
    var calls: [String] { state.withLock { $0.calls } }

    /// Blocks all later calls.
    func close() { state.withLock { $0.isClosed = true } }

    /// Resumes all blocked calls.
    func open() {
        let waiting = state.withLock { state in
            state.isClosed = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when a call is blocked.
    func untilWaiting() async {
        await watch { !$0.waiting.isEmpty }
    }

    /// Returns when this call was made and no call is running.
    func untilDone(_ call: String) async {
        await watch { $0.calls.contains(call) && $0.busy == 0 }
    }

    func load(_ key: StoreKey) async throws -> [UInt8]? { try await pass("load") { try await $0.load(key) } }

    func save(_ bytes: [UInt8], as key: StoreKey) async throws {
        try await pass("save") { try await $0.save(bytes, as: key) }
    }

    func delete(_ key: StoreKey) async throws { try await pass("delete") { try await $0.delete(key) } }

    func keys(in scope: StoreKey.Scope) async throws -> [StoreKey] {
        try await pass("keys") { try await $0.keys(in: scope) }
    }

    private func pass<Result: Sendable>(
        _ call: String, _ body: @Sendable (any FlagStore) async throws -> Result
    ) async throws -> Result {
        await withCheckedContinuation { continuation in
            let (isOpen, watching) = state.withLock { state in
                state.calls.append(call)
                state.busy += 1
                if !state.isClosed { return (true, [CheckedContinuation<Void, Never>]()) }
                state.waiting.append(continuation)
                defer { state.watching = [] }
                return (false, state.watching)
            }
            if isOpen { continuation.resume() }
            for watcher in watching { watcher.resume() }
        }
        defer {
            let watching = state.withLock { state in
                state.busy -= 1
                defer { state.watching = [] }
                return state.watching
            }
            for watcher in watching { watcher.resume() }
        }
        return try await body(inner)
    }

    private func watch(_ isSatisfied: @Sendable (State) -> Bool) async {
        while true {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isSoNow = state.withLock { state in
                    if isSatisfied(state) { return true }
                    state.watching.append(continuation)
                    return false
                }
                if isSoNow { continuation.resume() }
            }
            if state.withLock({ isSatisfied($0) }) { return }
        }
    }
}
