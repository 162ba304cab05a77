// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

extension EventService {
    /// The time that all attempts to send one payload take at most.
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

// The diagnostics.
extension EventService {
    /// The diagnostic about events that weren't delivered.
    func diagnostic<Batch>(for trouble: DeliveryMachine<Batch>.Trouble) -> Diagnostic {
        switch trouble {
        case .refused(let count, let status):
            dropped(count, "The service refused them with status \(status).", advice(status))
        case .lost(let count, let failure):
            dropped(count, "\(failure)".asSentence, "Check the network and the URL of the events.")
        case .delayed(let failure):
            Diagnostic(
                "eventsDelayed", .info, subject: provider,
                "\(noun) couldn't be sent, and follow with the next ones. \(failure)".asSentence)
        }
    }

    /// The diagnostic about events that weren't sent before the end of the client, and can't be stored.
    func unsent(_ count: Int) -> Diagnostic {
        dropped(
            count, "They couldn't be sent before the client ended.",
            "Go online and flush before the client is shut down or its provider is replaced.")
    }

    private func dropped(_ count: Int, _ reason: String, _ suggestion: String) -> Diagnostic {
        .eventsDropped(noun, count, of: provider, reason, suggestion: suggestion)
    }
}
