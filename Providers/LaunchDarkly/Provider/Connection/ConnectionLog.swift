// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Keeps the one connection that a provider exposes, whichever of its runs it is about, and notifies the listener.
final class ConnectionLog: Sendable {
    private struct State: ~Copyable {
        var connection = LaunchDarklyConnection()
        var run = 0
    }

    private let state = Lock(State())
    private let current = CurrentValue(LaunchDarklyConnection())
    private let delivery: SerialDelivery<LaunchDarklyConnection>

    /// Makes a log.
    ///
    /// - Parameter notify: Receives each change in order, without a lock held.
    init(_ notify: @escaping @Sendable (LaunchDarklyConnection) -> Void) {
        delivery = SerialDelivery(notify)
    }

    /// Restores the state from the end of an earlier run of the app, unless something has happened since, without
    /// notifying the listener.
    func resume(_ earlier: LaunchDarklyConnection) {
        state.withLock { state in
            guard state.connection == LaunchDarklyConnection() else { return }
            state.connection = earlier
            current.set(earlier)
        }
    }

    var connection: LaunchDarklyConnection { state.withLock { $0.connection } }

    /// The connection now and after each change; a slow reader receives the newest.
    func values() -> AsyncStream<LaunchDarklyConnection> { current.values() }

    /// Begins a run; events of earlier runs no longer count.
    func begin(_ mode: LaunchDarklyConnection.Mode, knownSince: Instant?, at now: Instant) -> Int {
        let run = state.withLock { state in
            state.run += 1
            change(.began(mode, knownSince: knownSince), at: now, &state)
            return state.run
        }
        delivery.deliver()
        return run
    }

    /// Records what happened to a run, nil for what belongs to none, without notifying the listener yet.
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
        // Neither call runs foreign code.
        current.set(state.connection)
        delivery.add(state.connection)
    }
}
