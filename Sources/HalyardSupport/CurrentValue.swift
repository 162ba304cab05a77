// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A value with any number of followers.
///
/// Each follower receives the current value first, and then the newest value after each change.
package final class CurrentValue<Value: Sendable & Equatable>: Sendable {
    private struct State: ~Copyable {
        var value: Value
        var nextID = 0
        var followers: [Int: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Lock<State>

    package init(_ value: Value) {
        state = Lock(State(value: value))
    }

    package var value: Value { state.withLock { $0.value } }

    /// Stores a value and sends it to the followers.
    ///
    /// Doesn't send a value that equals the current one.
    ///
    /// - Returns: The number of followers that received the value.
    @discardableResult
    package func set(_ value: Value) -> Int {
        state.withLock { state in
            guard state.value != value else { return 0 }
            state.value = value
            // Under the lock, so that two callers can't overtake each other. A yield runs no application code.
            for follower in state.followers.values { follower.yield(value) }
            return state.followers.count
        }
    }

    /// Returns a stream of the current value and all later values.
    ///
    /// A slow follower receives only the newest value.
    package func values() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int in
            state.nextID += 1
            state.followers[state.nextID] = continuation
            continuation.yield(state.value)
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        return stream
    }
}
