// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardNetwork
import HalyardTransport

/// The kind of token that a service requires.
package enum UnleashTokenKind: Sendable {
    /// Unleash evaluates flags for one context (the Frontend API, and the provider type `unleash`).
    case frontend
    /// Unleash sends its rules (the client API, and the provider type `unleash-local`).
    case client

    /// Returns a suggestion for a response with an error status.
    func suggestion(_ status: Int) -> String {
        switch (status, self) {
        case (400, .frontend): "Check the context and the URL."
        case (400, .client): "Check the URL and the projects."
        case (401, .frontend), (403, .frontend):
            "Use a frontend token of this service as the client key. A client (backend) token is for the provider type "
                + "\"unleash-local\"."
        case (401, .client), (403, .client):
            "Use a client (backend) token of this service as the token. A frontend token is for the provider type "
                + "\"unleash\"."
        case (404, .frontend): "Check the URL, and check that the Frontend API is turned on."
        case (404, .client): "Check the URL, which must end with /api."
        case (429, _): "Poll less often."
        default: "Check the service."
        }
    }

    /// Returns a suggestion for a report that was rejected with a status.
    func suggestionForMetrics(_ status: Int) -> String {
        status == 401 || status == 403 ? suggestion(status) : "Check the metrics URL, or turn off metrics."
    }
}

extension PolledService.Refusal {
    /// Returns the refusal of a service that requires a kind of token.
    static func unleash(_ response: HTTPResponse, _ token: UnleashTokenKind) -> Self {
        let status = response.head.status
        return Self("responded with status \(status). \(token.suggestion(status))")
    }
}
