// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Combine)
    public import Combine

    extension FlagClient {
        /// Returns a publisher of a flag's values, starting with the current value.
        ///
        /// ```swift
        /// flags.publisher(for: .bannerText)
        ///     .sink { text in Task { @MainActor [weak self] in self?.text = text } }
        ///     .store(in: &subscriptions)
        /// ```
        /// If a subscriber requests fewer values than available, it receives the newest value at its next request. The publisher
        /// completes when the client is shut down. Values arrive on a thread of the cooperative pool. Following a flag doesn't
        /// count as a read.
        public func publisher<Value>(for key: FlagKey<Value>) -> FlagPublisher<Value> {
            FlagPublisher(values: values(of: key))
        }
    }

    /// A Combine publisher of a flag's values.
    public struct FlagPublisher<Value: Sendable>: Publisher {
        /// The type of the flag's values.
        public typealias Output = Value
        /// The failure type.
        ///
        /// The publisher never fails.
        public typealias Failure = Never

        let values: FlagSequence<Value>

        /// Starts to follow the flag for a subscriber.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Value, Downstream.Failure == Never {
            // Sound: A subscriber accepts values on any thread, one after the other, and values are delivered one after the other.
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
