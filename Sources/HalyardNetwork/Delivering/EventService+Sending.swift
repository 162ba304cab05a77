// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

extension EventService {
    /// The maximum time for all attempts to send one payload.
    var longestDelivery: Duration {
        let deadline = min(limits.deadline, .seconds(86_400))
        let delay = min(retry.delay, .seconds(86_400))
        return deadline * (retry.retryCount + 1) + delay * retry.retryCount
    }

    /// Returns the request for a payload.
    func request(for payload: EventPayload) async -> Result<HTTPRequest, RequestFailure> {
        do {
            return .success(try await request(payload))
        } catch {
            return .failure(.transport(TransportError(preparing: error)))
        }
    }

    /// Sends a request once.
    func send(_ request: Result<HTTPRequest, RequestFailure>) async -> SendResult {
        switch request {
        case .success(let request):
            await transport.send(request, retrying: retry.once, within: limits, on: time)
        case .failure(let failure): .failed(failure)
        }
    }
}

extension EventService {
    /// Returns the diagnostic about events that weren't delivered.
    func diagnostic<Batch>(for trouble: DeliveryMachine<Batch>.Trouble) -> Diagnostic {
        switch trouble {
        case .refused(let count, let status):
            dropped(count, "The service rejected them with status \(status).", advice(status))
        case .lost(let count, let failure):
            dropped(count, "\(failure)".asSentence, "Check the network and the URL of the events.")
        case .delayed(let failure):
            Diagnostic(
                "eventsDelayed", .info, subject: provider,
                "\(noun) couldn't be sent. The next request includes them. \(failure)".asSentence)
        }
    }

    /// Returns the diagnostic about events that weren't sent before the client ended, and that can't be stored.
    func unsent(_ count: Int) -> Diagnostic {
        dropped(
            count, "They couldn't be sent before the client ended.",
            "Go online, and flush before you shut down the client or replace its provider.")
    }

    private func dropped(_ count: Int, _ reason: String, _ suggestion: String) -> Diagnostic {
        .eventsDropped(noun, count, of: provider, reason, suggestion: suggestion)
    }
}
