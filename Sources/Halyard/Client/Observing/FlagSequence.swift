// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What happens to a client's flags, as a sequence: updates, changes, or the values of one flag.
///
/// Ends when the client is shut down or the task is cancelled. Several tasks may iterate over it, each at its own pace.
public struct FlagSequence<Element: Sendable>: AsyncSequence, Sendable {
    private let hub: UpdateHub
    /// Makes a function that finds the next element in the updates of one iterator.
    private let makePicker: @Sendable () -> (FlagUpdate) -> Element?

    init(_ hub: UpdateHub, _ makePicker: @escaping @Sendable () -> (FlagUpdate) -> Element?) {
        self.hub = hub
        self.makePicker = makePicker
    }

    /// Walks over the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription
        fileprivate let pick: (FlagUpdate) -> Element?

        /// Returns the next element, or nil when the client is shut down or the task is cancelled.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// Returns the next element, or nil when the client is shut down or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let update = await subscription.next() {
                if let element = pick(update) { return element }
            }
            return nil
        }
    }

    /// Begins to follow the client, so that nothing that happens from here on is missed.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: hub.subscribe(), pick: makePicker()) }
}
