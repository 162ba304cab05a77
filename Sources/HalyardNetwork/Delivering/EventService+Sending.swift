// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

extension EventService {
    /// The time that all attempts to send one payload take at most.
    var longestDelivery: Duration { limits.deadline * (retry.retryCount + 1) + retry.delay * retry.retryCount }

    /// Sends a payload once.
    func attempt(_ payload: EventPayload) async -> Delivery {
        let once = Delivery.Policy(permanentStatuses: retry.permanentStatuses, retryCount: 0)
        do {
            return await transport.send(try await request(payload), retrying: once, within: limits, on: time)
        } catch {
            return .failed(.transport(TransportError(preparing: error)))
        }
    }
}

// The findings.
extension EventService {
    /// The finding that the service refused events for good.
    func refused(_ count: Int, _ status: Int) -> Diagnostic {
        dropped(count, "The service refused them with status \(status).", advice(status))
    }

    /// The finding that events couldn't be sent, and can't be stored.
    func lost(_ count: Int, _ failure: RequestFailure) -> Diagnostic {
        dropped(count, "\(failure).", "Check the network and the URL of the events.")
    }

    /// The finding that events couldn't be sent before the end of the client, and can't be stored.
    func unsent(_ count: Int) -> Diagnostic {
        dropped(
            count, "They couldn't be sent before the client ended.",
            "Go online and flush before the client is shut down or its provider is replaced.")
    }

    private func dropped(_ count: Int, _ reason: String, _ suggestion: String) -> Diagnostic {
        Diagnostic(
            "eventsDropped", .warning, subject: provider, "\(noun) dropped: \(count). \(reason)",
            suggestion: suggestion)
    }

    /// The finding that events are sent with the next ones.
    func delayed(_ failure: RequestFailure) -> Diagnostic {
        Diagnostic(
            "eventsDelayed", .info, subject: provider,
            "\(noun) couldn't be sent, and follow with the next ones. \(failure).")
    }
}
