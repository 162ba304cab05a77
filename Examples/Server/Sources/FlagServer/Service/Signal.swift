// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Synchronization

/// A signal that wakes all its followers.
///
/// Safe to use from any thread.
final class Signal: Sendable {
    private struct State {
        var last = 0
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Wakes the followers.
    func send() {
        for follower in state.withLock({ Array($0.followers.values) }) { follower.yield() }
    }

    /// Returns a stream with an element for each later signal.
    ///
    /// Several signals can be merged into one element.
    func followed() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.last += 1
            state.followers[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        return stream
    }
}
