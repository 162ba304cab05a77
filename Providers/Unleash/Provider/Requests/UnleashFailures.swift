// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// What a response leads to.
struct UnleashEffects {
    var state: ProviderState
    var result: UnleashFetch
    /// Whether the flags in place are now exactly those of the response's body, so that its tag may be sent.
    var isAccepted = false
    var findings: [Diagnostic] = []
}

/// Turns failures of a service into states and findings, each reported once until something else happens.
struct UnleashFailures {
    let provider: String
    /// The service's URL, without what may be secret.
    let service: String
    let token: UnleashTokenKind
    /// The failure that was last reported.
    private var last: String?

    init(provider: String, service: String, token: UnleashTokenKind) {
        self.provider = provider
        self.service = service
        self.token = token
    }

    /// Records that the service answered as it should.
    mutating func ended() { last = nil }

    /// The effects of a failed request.
    ///
    /// - Parameter hasFlags: Whether there are flags, which stay in place.
    mutating func failed(
        _ problem: PollingOutcome.Problem, _ delay: Duration?, hasFlags: Bool
    ) -> UnleashEffects {
        switch problem {
        case .status(let response):
            let status = response.head.status
            let what = "answered \(status). " + token.suggestion(status)
            return failed(.status(status), .general, what, delay, hasFlags: hasFlags)
        case .transport(let error):
            return failed(.transport(error), .general, error.message + ".", delay, hasFlags: hasFlags)
        }
    }

    /// The effects of an answer that is none.
    mutating func failed(
        _ result: UnleashFetch.Problem, _ code: ErrorCode, _ what: String, _ delay: Duration? = nil, hasFlags: Bool
    ) -> UnleashEffects {
        let message = "\(service): \(what)"
        let error = FlagError(code, message)
        let isNew = last != message
        last = message
        let next = delay.map { " The next attempt comes in \($0)." } ?? ""
        let finding = Diagnostic("fetchFailed", .warning, subject: provider, message + next)
        return UnleashEffects(
            state: hasFlags ? .stale(error: error) : .failed(error), result: .failed(result),
            findings: isNew ? [finding] : [])
    }
}
