// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A log of the one connection that a provider exposes, across its runs, which notifies the listener.
final class ConnectionLog: Sendable {
    private struct State: ~Copyable {
        var connection = LaunchDarklyConnection()
        var run = 0
    }

    private let state = Lock(State())
    private let current = CurrentValue(LaunchDarklyConnection())
    private let delivery: SerialDelivery<LaunchDarklyConnection>

    /// Creates a log.
    ///
    /// - Parameter notify: A function that receives each change in order. No lock is held during the call.
    init(_ notify: @escaping @Sendable (LaunchDarklyConnection) -> Void) {
        delivery = SerialDelivery(notify)
    }

    /// Restores the state from the end of an earlier launch, without notifying the listener.
    ///
    /// Does nothing if the state has changed since the start.
    func resume(_ earlier: LaunchDarklyConnection) {
        state.withLock { state in
            guard state.connection == LaunchDarklyConnection() else { return }
            state.connection = earlier
            current.set(earlier)
        }
    }

    var connection: LaunchDarklyConnection { state.withLock { $0.connection } }

    /// Returns the connection now and after each change.
    ///
    /// A slow reader receives only the newest value.
    func values() -> AsyncStream<LaunchDarklyConnection> { current.values() }

    /// Begins a run.
    ///
    /// The log ignores later events of earlier runs.
    func beginConnection(_ mode: LaunchDarklyConnection.Mode, knownSince: Instant?, at now: Instant) -> Int {
        let run = state.withLock { state in
            state.run += 1
            change(.began(mode, knownSince: knownSince), at: now, &state)
            return state.run
        }
        delivery.deliver()
        return run
    }

    /// Records events of a run, or events that belong to no run if `run` is `nil`, without notifying the listener yet.
    func note(_ events: [LaunchDarklyConnection.Event], of run: Int?, at now: Instant) {
        state.withLock { state in
            guard run == nil || run == state.run else { return }
            for event in events { change(event, at: now, &state) }
        }
    }

    /// Notifies the listener of the recorded changes.
    func tell() { delivery.deliver() }

    private func change(_ event: LaunchDarklyConnection.Event, at now: Instant, _ state: inout State) {
        let before = state.connection
        state.connection.apply(event, at: now)
        guard state.connection != before else { return }
        // Neither call runs the app's code.
        current.set(state.connection)
        delivery.add(state.connection)
    }
}
