// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sequence of a client's updates, changes, or values of one flag.
///
/// ```swift
/// for await isOn in flags.values(of: .newNav) { print(isOn) }
/// ```
/// The sequence ends when the client is shut down or the task is canceled. Several tasks can iterate over it, each at its own
/// pace.
public struct FlagSequence<Element: Sendable>: AsyncSequence, Sendable {
    private let hub: UpdateHub
    /// A closure that creates a function to find the next element in the updates of one iterator.
    private let makePicker: @Sendable () -> (FlagUpdate) -> Element?

    init(_ hub: UpdateHub, _ makePicker: @escaping @Sendable () -> (FlagUpdate) -> Element?) {
        self.hub = hub
        self.makePicker = makePicker
    }

    /// An iterator over the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription
        fileprivate let pick: (FlagUpdate) -> Element?

        /// Returns the next element, or `nil` if the client is shut down or the task is canceled.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// Returns the next element, or `nil` if the client is shut down or the task is canceled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let update = await subscription.next() {
                if let element = pick(update) { return element }
            }
            return nil
        }
    }

    /// Creates an iterator that starts to follow the client immediately, so that it misses no later update.
    public func makeAsyncIterator() -> Iterator { Iterator(subscription: hub.subscribe(), pick: makePicker()) }
}
