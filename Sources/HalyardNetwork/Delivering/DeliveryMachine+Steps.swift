// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The values that the machine and the sender exchange.
extension DeliveryMachine {
    /// A payload on its way to the service, or to the store.
    struct Parcel: Sendable {
        var payload: EventPayload
        /// The content before it was encoded, or `nil` for stored events.
        var batch: Batch?
        /// The claim on stored events, or `nil` if the events weren't stored.
        var claim: EventStore.Claim?
        var failedAttempts = 0
        /// A Boolean value that indicates whether the last attempt is over.
        var isSpent = false
    }

    /// The sender's next step.
    enum Step: Sendable {
        case encode(Batch)
        case send(Parcel)
        /// Stores the parcel, or releases its claim.
        case store(Parcel)
        case load
    }

    /// The next part of the sender's work.
    struct Turn: Sendable {
        /// The sender's next step, or `nil` if the sender stops.
        var step: Step?
        /// The flushes that have ended.
        var endedFlushes: [FlushID]
        /// The number of events that were lost because the client ended while they were being encoded.
        var lost = 0
    }

    /// The reason why events weren't delivered, for a diagnostic.
    enum Trouble: Sendable, Hashable {
        case refused(count: Int, status: Int)
        case lost(count: Int, RequestFailure)
        case delayed(RequestFailure)
    }

    /// The result of an attempt.
    struct Ending: Sendable {
        var trouble: Trouble?
        /// The time before the next attempt.
        var pause: Duration?
        /// The stored events that are no longer needed.
        var finished: EventStore.Claim?
    }
}

extension DeliveryMachine.Parcel {
    /// Returns the parcel without the events about an identity, or `nil` if no other events remain.
    func erasing(_ context: EvaluationContext, _ identity: String) -> Self? {
        var parcel = self
        parcel.batch?.erase(context)
        parcel.payload.erase(identity)
        return parcel.payload.events.isEmpty ? nil : parcel
    }
}
