// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The sinks of all clients that share a provider.
///
/// Safe to use from any thread.
package final class LaunchDarklyEventSinks: Sendable {
    private struct Weak: Sendable {
        weak var sink: LaunchDarklyEventSink?
    }

    private struct State {
        var live: [Weak] = []
        /// The removed sinks that may still write their report for the next run of the app.
        var ended: [LaunchDarklyEventSink] = []
        var isRefused = false
    }

    private let state = Lock(State())

    package init() {}

    private var live: [LaunchDarklyEventSink] { state.withLock { $0.live.compactMap(\.sink) } }

    /// Adds a client's sink; returns whether it is the only one, so that it also reports about the provider.
    func add(_ sink: LaunchDarklyEventSink) -> Bool {
        let (isOnly, isRefused) = state.withLock { state in
            state.live.removeAll { $0.sink == nil }
            defer { state.live.append(Weak(sink: sink)) }
            return (state.live.isEmpty, state.isRefused)
        }
        if isRefused { sink.setRefused(true) }
        return isOnly
    }

    /// Removes a client's sink.
    func remove(_ sink: LaunchDarklyEventSink) {
        state.withLock { state in
            state.live.removeAll { $0.sink == nil || $0.sink === sink }
            state.ended.append(sink)
        }
    }

    /// Sends nothing while the service refuses the key.
    func setRefused(_ isRefused: Bool) {
        let isNew = state.withLock { state in
            defer { state.isRefused = isRefused }
            return state.isRefused != isRefused
        }
        if isNew { for sink in live { sink.setRefused(isRefused) } }
    }

    /// Records the outcome of opening a stream.
    func noteStream(_ opening: LaunchDarklyStreamOpening) { for sink in live { sink.noteStream(opening) } }

    /// Returns when the removed sinks have written their report for the next run of the app, or could not.
    func settle() async {
        let ended = state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
        for sink in ended { await sink.settleMemory() }
    }

    /// Loads the events that a client of another provider has stored.
    func loadStored() { for sink in live { sink.loadStored() } }
}
