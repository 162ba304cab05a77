// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork

/// An event batch that encodes only the names of tracking events, for delivery tests.
struct Names: EventBatch {
    private(set) var events: [TrackingEvent] = []
    private(set) var dropped = 0
    var capacity = 5
    /// A Boolean value that indicates whether a batch that couldn't be sent is merged into the next one.
    var takesBack = false

    var count: Int { events.count }
    var names: [String] { events.map(\.name) }

    mutating func add(_ event: FlagEvent) {
        guard case .tracked(let event) = event else { return }
        if events.count < capacity { events.append(event) } else { dropped += 1 }
    }

    mutating func drain(at now: Instant) -> Names {
        defer { events = [] }
        return self
    }

    mutating func takeBack(_ batch: Names) -> Bool {
        if takesBack { events = batch.events + events }
        return takesBack
    }

    mutating func erase(_ context: EvaluationContext) { events.removeAll { $0.context.hasSameIdentity(as: context) } }

    func encoded() async -> EncodedEvents { EncodedEvents(payload) }

    var payload: [EventPayload.Event] { events.map { EventPayload.Event(.string($0.name), about: [$0.context]) } }

    mutating func takeDiagnostics() -> [Diagnostic] {
        guard dropped > 0 else { return [] }
        defer { dropped = 0 }
        return [Diagnostic("eventsDropped", .warning, "Events dropped: \(dropped), the newest.")]
    }
}

extension FlagEvent {
    /// Returns a tracking event about a user.
    static func named(_ name: String, about person: String = "ada") -> FlagEvent {
        .tracked(TrackingEvent(name: name, context: .user(person), time: Instant(millisecondsSinceEpoch: 0)))
    }
}

extension EventPayload {
    var names: [String] { events.compactMap { String(flagValue: $0.json) } }
}
