// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Turns the service's responses into the states of one run of the provider: a pure value.
struct UnleashRun {
    let provider: String
    let absence: FlagSnapshot.Absence
    let context: EvaluationContext
    /// The flags in place.
    private(set) var snapshot: FlagSnapshot?
    /// The session id that the flags are requested with; stored with them.
    var sessionId: String?
    private var failures: UnleashFailures
    private var lastFindings: [Diagnostic] = []

    /// - Parameter service: The service's URL, without what may be secret.
    init(
        provider: String, service: String, absence: FlagSnapshot.Absence, context: EvaluationContext,
        snapshot: FlagSnapshot?
    ) {
        self.provider = provider
        self.absence = absence
        self.context = context
        self.snapshot = snapshot
        failures = UnleashFailures(provider: provider, service: service, token: .frontend)
    }

    /// Handles a response, or the lack of one.
    mutating func receive(_ outcome: PollingOutcome, at now: Instant) -> UnleashEffects {
        switch outcome {
        case .modified(let response): return read(response, at: now)
        case .notModified:
            failures.ended()
            guard var confirmed = snapshot else {
                return failed(.status(304), .general, "answered 304 without being asked to.")
            }
            confirmed.confirmedAt = now
            confirmed.notes = notes
            snapshot = confirmed
            return UnleashEffects(state: .ready(confirmed), result: .notModified)
        case .failed(let problem, let delay): return failures.failed(problem, delay, hasFlags: snapshot != nil)
        }
    }

    private var notes: FlagValue { ["sessionId": sessionId.map(FlagValue.string) ?? .null] }

    private mutating func read(_ response: HTTPResponse, at now: Instant) -> UnleashEffects {
        let origin = Origin(.network, provider: provider)
        let earlier = snapshot?.table ?? FlagTable()
        guard let read = UnleashPayload.table(of: response.body, origin: origin, reusing: earlier) else {
            return failed(
                .undecodable, .parseError,
                "sent \(response.body.count) bytes that are no answer of a Frontend API: "
                    + "an object with a list \"toggles\" was expected. Check the URL.")
        }
        if read.table.isEmpty, let first = read.findings.first {
            return failed(
                .undecodable, .parseError,
                "sent flags of which none can be read. The first: \(first.location?.pointer ?? ""): \(first.message) "
                    + "Those in place stay.")
        }
        let fresh = FlagSnapshot(
            read.table, for: context, validator: response.head.headers["ETag"], notes: notes, confirmedAt: now,
            absence: absence)
        snapshot = fresh
        failures.ended()
        let findings = read.findings
        defer { lastFindings = findings }
        return UnleashEffects(
            state: .ready(fresh), result: .modified, isAccepted: true,
            findings: findings == lastFindings ? [] : findings)
    }

    private mutating func failed(
        _ result: UnleashFetch.Problem, _ code: ErrorCode, _ what: String
    ) -> UnleashEffects {
        failures.failed(result, code, what, hasFlags: snapshot != nil)
    }
}
