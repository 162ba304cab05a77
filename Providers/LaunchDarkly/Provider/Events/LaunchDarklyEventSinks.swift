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
        /// The removed sinks with unsent events, and those of them that are sending them.
        var unsent: [LaunchDarklyEventSink] = []
        var sending: [LaunchDarklyEventSink] = []
        var isRefused = false
        var isHeldBack = false
        /// How often sending was held back.
        var holds = 0
    }

    private let state = Lock(State())
    /// Whether a sink's unsent events wait here for ``sendUnsent()``.
    private let keepsUnsent: Bool

    package init(keepsUnsent: Bool = false) { self.keepsUnsent = keepsUnsent }

    private var live: [LaunchDarklyEventSink] { state.withLock { $0.live.compactMap(\.sink) } }

    /// Adds a client's sink; returns whether it is the only one, so that it also reports about the provider.
    func add(_ sink: LaunchDarklyEventSink) -> Bool {
        let (isOnly, isRefused, isHeldBack) = state.withLock { state in
            state.live.removeAll { $0.sink == nil }
            defer { state.live.append(Weak(sink: sink)) }
            return (state.live.isEmpty, state.isRefused, state.isHeldBack)
        }
        if isRefused { sink.setRefused(true) }
        if isHeldBack { sink.setHeldBack(true) }
        return isOnly
    }

    /// Removes a client's sink; returns whether it is kept because it has something to send.
    func remove(_ sink: LaunchDarklyEventSink, isUnsent: Bool) -> Bool {
        state.withLock { state in
            state.live.removeAll { $0.sink == nil || $0.sink === sink }
            state.ended.append(sink)
            guard isUnsent, keepsUnsent else { return false }
            state.unsent.append(sink)
            return true
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

    /// Stops all sending, even by removed sinks, until this is reverted.
    func holdBack(_ isHeldBack: Bool) {
        let sinks = state.withLock { state in
            state.isHeldBack = isHeldBack
            if isHeldBack { state.holds += 1 }
            return state.live.compactMap(\.sink) + state.sending
        }
        for sink in sinks { sink.setHeldBack(isHeldBack) }
    }

    /// Sends the unsent events of removed sinks; returns whether none are left.
    func sendUnsent() async -> Bool {
        while true {
            let (holds, sinks) = state.withLock { state in
                defer { (state.sending, state.unsent) = (state.sending + state.unsent, []) }
                return (state.holds, state.unsent)
            }
            for sink in sinks { await sendUnsent(of: sink) }
            let (isOver, isDone) = state.withLock { state in
                // Events that were held back meanwhile are sent now, if allowed.
                (
                    state.holds == holds || state.isHeldBack || state.unsent.isEmpty,
                    state.unsent.isEmpty && state.sending.isEmpty
                )
            }
            if isOver { return isDone }
        }
    }

    private func sendUnsent(of sink: LaunchDarklyEventSink) async {
        sink.setHeldBack(state.withLock { $0.isHeldBack })
        // No reports about the provider itself: they belong to the next client.
        sink.setMode(.background)
        await sink.flush()
        sink.setMode(.offline)
        await sink.settleMemory()
        let isUnsent = sink.hasUnsent
        state.withLock { state in
            state.sending.removeAll { $0 === sink }
            if isUnsent { state.unsent.append(sink) }
        }
    }
}
