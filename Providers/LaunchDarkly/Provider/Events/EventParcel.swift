// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// What is sent by one request, at most twice.
struct EventParcel: Sendable {
    enum Content: Sendable {
        case events([LaunchDarklyEvent], SummaryCounts, LaunchDarklyEra, end: Instant)
        case diagnostic(FlagValue)
        /// What was stored because it could not be sent before.
        case stored(EventStore.Claim)
    }

    let content: Content
    /// The content in words, once it was put so.
    var payload: EventPayload?
    /// What the first attempt sent; the second one sends the same.
    var request: HTTPRequest?
    var isSecond = false
    /// How many events could not be put into words.
    var unsaid = 0
    /// Why the first of these could not.
    var unsaidReason = ""

    init(content: Content) { self.content = content }

    var isDiagnostic: Bool {
        if case .diagnostic = content { true } else { false }
    }

    /// What was stored, and has to be removed or given back; nil for what was not.
    var claim: EventStore.Claim? {
        if case .stored(let claim) = content { claim } else { nil }
    }

    /// How long to wait before the second attempt.
    var delay: Duration {
        isDiagnostic ? RetryPolicy.launchDarklyDiagnostics.delay : RetryPolicy.launchDarkly.delay
    }

    /// How many events it is.
    var eventCount: Int {
        switch content {
        case .events(let events, let counts, .users, _): events.count - unsaid + (counts.isEmpty ? 0 : 1)
        case .events(let events, let counts, .contexts, _): events.count - unsaid + counts.count
        case .diagnostic: 0
        case .stored(let claim): claim.events.count
        }
    }

    /// The same, for the second attempt.
    var again: EventParcel {
        var again = self
        again.isSecond = true
        return again
    }

    // MARK: Findings

    /// That some events could not be put into words; nil when all could.
    var unsaidFinding: Diagnostic? {
        guard unsaid > 0 else { return nil }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(unsaid). Who they are about cannot be said: \(unsaidReason)",
            mend: "Give the context what the provider asks for.")
    }

    /// That stored events are none that can be sent; nil for all others.
    var unreadableFinding: Diagnostic? {
        guard claim != nil, payload == nil else { return nil }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(eventCount). They were stored in a form that is not known here.")
    }

    /// That the events are lost because someone they are about was to be forgotten before they were delivered.
    var withdrawnFinding: Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly",
            "Events dropped: \(eventCount). Someone they are about was to be forgotten before they were delivered.")
    }

    /// That the events are lost; nil for what nobody misses.
    func lostFinding(_ delivery: Delivery) -> Diagnostic? {
        let (reason, mend): (String, String)
        switch delivery {
        case .delivered: return nil
        case .dropped(let head):
            reason = "The service refused them with status \(head.status)."
            mend = [401, 403].contains(head.status) ? "Check the mobile key." : "Check the address of the events."
        case .failed(.status(let head)):
            reason = "The service answered with status \(head.status)."
            mend = "Nothing can be done here, if the address is right."
        case .failed(.transport(let error)):
            reason = "There was no answer: \(error)"
            mend = "Check the network, and the address of the events."
        }
        guard eventCount > 0 else { return nil }
        return Diagnostic(
            "eventsDropped", .warning, subject: "launchdarkly", "Events dropped: \(eventCount). \(reason)", mend: mend)
    }
}
