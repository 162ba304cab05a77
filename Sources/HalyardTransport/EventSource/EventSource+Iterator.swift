// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension EventSource {
    /// An iterator that performs the machine's effects, one at a time, while an element is awaited.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: EventSource
        private var machine: EventSourceMachine
        private var effect: EventSourceMachine.Effect?
        private var read: Read?
        /// The number of restarts and rejections that were requested before the last one.
        private var restarts: Int
        /// The events that the consumer receives next, in reverse order.
        private var pending: [Event] = []

        init(_ source: EventSource) {
            self.source = source
            restarts = source.waits.interruptions
            machine = EventSourceMachine(policy: source.policy, lastEventID: source.lastEventID)
        }

        /// Returns the next status or event, or `nil` after the closed status.
        ///
        /// Canceling the calling task closes this iteration, with a corresponding status.
        public mutating func next() async -> Event? { await next(isolation: #isolation) }

        /// Returns the next status or event, as `next()` does.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
            while true {
                if effect != .finish, let end = source.waits.ended { handle(end) }
                if let event = pending.popLast() { return event }
                if effect == .finish { return nil }
                handle(await perform(effect))
            }
        }

        private mutating func handle(_ arrival: Arrival) {
            switch arrival.event {
            case .restart, .rejected: restarts = source.waits.interruptions
            default: break
            }
            let effects = machine.handle(arrival.event, at: source.time.uptime, random: source.random)
            effect = effects.next
            pending = effects.events.reversed()
            switch effects.next {
            case .read: read = arrival.read
            case .connect, .wait, .finish: read = nil
            }
        }

        private func perform(_ effect: EventSourceMachine.Effect?) async -> Arrival {
            let close = Arrival(event: .close)
            switch effect {
            case nil: return Arrival(event: .start)
            case .finish: return close
            case .wait(let duration):
                return await source.waits.first(
                    within: duration, late: Arrival(event: .waited), cancelled: close, after: restarts)
            case .connect(let lastEventID, let limit):
                return await source.waits.first(
                    within: limit, late: Arrival(event: .silent), cancelled: close, after: restarts
                ) {
                    [source] in await source.connect(lastEventID: lastEventID)
                }
            case .read(let limit):
                guard let read else { return Arrival(event: .ended) }
                return await source.waits.first(
                    within: limit, late: Arrival(event: .silent), cancelled: close, after: restarts
                ) {
                    await EventSource.arrival(read)
                }
            }
        }
    }
}
