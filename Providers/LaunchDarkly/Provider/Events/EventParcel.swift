// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// The content of one request, which is sent at most twice.
struct EventParcel: Sendable {
    enum Content: Sendable {
        case events([LaunchDarklyEvent], SummaryCounts, LaunchDarklyEra, end: Instant)
        case diagnostic(FlagValue)
        /// Events that were stored because they could not be sent before.
        case stored(EventStore.Claim)
    }

    let content: Content
    /// The encoded content, once it has been encoded.
    var payload: EventPayload?
    /// The request of the first attempt; the second one sends the same.
    var request: HTTPRequest?
    var isSecond = false
    /// How many events could not be encoded.
    var unsaid = 0
    /// Why the first of them could not be encoded.
    var unsaidReason = ""

    init(content: Content) { self.content = content }

    var isDiagnostic: Bool {
        if case .diagnostic = content { true } else { false }
    }

    /// The claim on stored events, which must be removed or given back; nil for events that were not stored.
    var claim: EventStore.Claim? {
        if case .stored(let claim) = content { claim } else { nil }
    }

    /// How long to wait before the second attempt.
    var delay: Duration {
        isDiagnostic ? Delivery.Policy.launchDarklyDiagnostics.delay : Delivery.Policy.launchDarkly.delay
    }

    /// The number of events.
    var eventCount: Int {
        switch content {
        case .events(let events, let counts, .users, _): events.count - unsaid + (counts.isEmpty ? 0 : 1)
        case .events(let events, let counts, .contexts, _): events.count - unsaid + counts.count
        case .diagnostic: 0
        case .stored(let claim): claim.events.count
        }
    }

    /// The same parcel, for the second attempt.
    var again: EventParcel {
        var again = self
        again.isSecond = true
        return again
    }

    // MARK: Findings

    /// The finding that some events could not be encoded; nil when all could.
    var unsaidFinding: Diagnostic? {
        guard unsaid > 0 else { return nil }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(unsaid). Who they are about cannot be said: \(unsaidReason)",
            suggestion: "Give the context what the provider asks for.")
    }

    /// The finding that stored events cannot be sent; nil for all others.
    var unreadableFinding: Diagnostic? {
        guard claim != nil, payload == nil else { return nil }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(eventCount). They were stored in a form that is not known here.")
    }

    /// The finding that the events are lost because an identity in them was erased before they were delivered.
    var withdrawnFinding: Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(eventCount). Someone they are about was to be forgotten before they were delivered.")
    }

    /// The finding that the events are lost; nil when no events are lost.
    func lostFinding(_ delivery: Delivery) -> Diagnostic? {
        let (reason, suggestion): (String, String)
        switch delivery {
        case .delivered: return nil
        case .dropped(let head):
            reason = "The service refused them with status \(head.status)."
            suggestion =
                [401, 403].contains(head.status) ? "Check the mobile key." : "Check the address of the events."
        case .failed(.status(let response)):
            reason = "The service answered with status \(response.head.status)."
            suggestion = "Nothing can be done here, if the address is right."
        case .failed(.transport(let error)):
            reason = "There was no answer: \(error)"
            suggestion = "Check the network, and the address of the events."
        }
        guard eventCount > 0 else { return nil }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly", "Events dropped: \(eventCount). \(reason)",
            suggestion: suggestion)
    }
}
