// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Combine)
    public import Combine

    extension FlagClient {
        /// A publisher of a flag's values: the current one, then every other one it gets.
        ///
        /// ```swift
        /// flags.publisher(for: .bannerText)
        ///     .sink { text in Task { @MainActor [weak self] in self?.text = text } }
        ///     .store(in: &subscriptions)
        /// ```
        /// A subscriber that asks for less than it could get receives the newest value when it asks again. Completes when the
        /// client is shut down. Values arrive on a thread of the cooperative pool. Following a flag is not counted as reading it.
        public func publisher<Value>(for key: FlagKey<Value>) -> FlagPublisher<Value> {
            FlagPublisher(values: values(of: key))
        }
    }

    /// The values of one flag, for Combine.
    public struct FlagPublisher<Value: Sendable>: Publisher {
        /// A flag's values.
        public typealias Output = Value
        /// It does not fail.
        public typealias Failure = Never

        let values: FlagSequence<Value>

        /// Begins to follow the flag for a subscriber.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Value, Downstream.Failure == Never {
            // Sound: Combine has subscribers take values on any thread, one after the other, which is how they are delivered.
            nonisolated(unsafe) let receiver: any Subscriber<Value, Never> = subscriber
            let delivery = FlagDelivery(
                values,
                to: .init(
                    value: { value in receiver.receive(value).max ?? FlagDelivery<Value>.unlimited },
                    end: { receiver.receive(completion: .finished) }))
            subscriber.receive(subscription: FlagSubscription(delivery: delivery))
        }
    }

    private final class FlagSubscription<Value: Sendable>: Subscription {
        private let delivery: FlagDelivery<Value>

        init(delivery: FlagDelivery<Value>) { self.delivery = delivery }

        func request(_ demand: Subscribers.Demand) { delivery.request(demand.max ?? FlagDelivery<Value>.unlimited) }

        func cancel() { delivery.cancel() }
    }
#endif
