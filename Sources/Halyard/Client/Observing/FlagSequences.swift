// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's updates: the current state first, then each change of status or flags.
public struct FlagUpdates: AsyncSequence, Sendable {
    let hub: UpdateHub

    /// Walks over the updates.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription

        /// The next update; nil when the client is shut down or the task is cancelled.
        public mutating func next() async -> FlagUpdate? { await next(isolation: #isolation) }

        /// The next update; nil when the client is shut down or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FlagUpdate? {
            await subscription.next()
        }
    }

    /// Starts to follow the client; what happens from here on is not missed.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: hub.subscribe()) }
}

/// A client's changes of flags, of all keys or of some.
public struct FlagChanges: AsyncSequence, Sendable {
    let hub: UpdateHub
    let keys: Set<String>?

    /// Walks over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription
        let keys: Set<String>?

        /// The next changes; nil when the client is shut down or the task is cancelled.
        public mutating func next() async -> ChangeSet? { await next(isolation: #isolation) }

        /// The next changes; nil when the client is shut down or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ChangeSet? {
            while let update = await subscription.next() {
                let changes = keys.map(update.changes.only) ?? update.changes
                if !changes.isEmpty { return changes }
            }
            return nil
        }
    }

    /// Starts to follow the client; what happens from here on is not missed.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: hub.subscribe(), keys: keys) }
}

/// The values of one flag: the current one first, then every other one.
///
/// Following a flag is not counted as reading it.
public struct FlagValues<Value: Sendable>: AsyncSequence, Sendable {
    let hub: UpdateHub
    let key: FlagKey<Value>

    /// Walks over the values.
    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription
        let key: FlagKey<Value>
        private var last: Value?

        init(_ values: FlagValues) {
            subscription = values.hub.subscribe()
            key = values.key
        }

        /// The next value; nil when the client is shut down or the task is cancelled.
        public mutating func next() async -> Value? { await next(isolation: #isolation) }

        /// The next value; nil when the client is shut down or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            while let update = await subscription.next() {
                if update.state.isShutDown { continue }
                let value = FlagView(update.published).peek(key)
                if let last, !key.isOther(value, than: last, update.changes[key]) { continue }
                last = value
                return value
            }
            return nil
        }
    }

    /// Starts to follow the flag; what happens from here on is not missed.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
