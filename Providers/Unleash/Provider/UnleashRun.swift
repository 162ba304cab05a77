// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Turns the service's responses into the states of one run of the provider: a pure value.
struct UnleashRun {
    /// What a response leads to.
    struct Effects {
        var state: ProviderState
        var result: UnleashFetch
        /// Whether the flags in place are now exactly those of the response's body, so that its tag may be sent.
        var isAccepted = false
        var findings: [Diagnostic] = []
    }

    let provider: String
    /// The service's URL, without what may be secret.
    let service: String
    let absence: FlagSnapshot.Absence
    let context: EvaluationContext
    /// The flags in place.
    private(set) var snapshot: FlagSnapshot?
    /// The session id that the flags are requested with; stored with them.
    var sessionId: String?
    /// The failure that was last reported, so that it is reported once.
    private var lastFailure: String?
    private var lastFindings: [Diagnostic] = []

    init(
        provider: String, service: String, absence: FlagSnapshot.Absence, context: EvaluationContext,
        snapshot: FlagSnapshot?
    ) {
        self.provider = provider
        self.service = service
        self.absence = absence
        self.context = context
        self.snapshot = snapshot
    }

    /// Handles a response, or the lack of one.
    mutating func receive(_ outcome: PollingOutcome, at now: Instant) -> Effects {
        switch outcome {
        case .modified(let response): return read(response, at: now)
        case .notModified:
            lastFailure = nil
            guard var confirmed = snapshot else {
                return failed(.status(304), .general, "answered 304 without being asked to.", nil)
            }
            confirmed.confirmedAt = now
            confirmed.notes = notes
            snapshot = confirmed
            return Effects(state: .ready(confirmed), result: .notModified)
        case .failed(.status(let head), let delay):
            return failed(
                .status(head.status), .general, "answered \(head.status). " + Self.suggestion(head.status), delay)
        case .failed(.transport(let error), let delay):
            return failed(.transport(error), .general, error.message + ".", delay)
        }
    }

    private var notes: FlagValue { ["sessionId": sessionId.map(FlagValue.string) ?? .null] }

    private mutating func read(_ response: HTTPResponse, at now: Instant) -> Effects {
        let origin = Origin(.network, provider: provider)
        let earlier = snapshot?.table ?? FlagTable()
        guard let read = UnleashPayload.table(of: response.body, origin: origin, reusing: earlier) else {
            return failed(
                .undecodable, .parseError,
                "sent \(response.body.count) bytes that are no answer of a Frontend API: "
                    + "an object with a list \"toggles\" was expected. Check the URL.", nil)
        }
        if read.table.isEmpty, let first = read.findings.first {
            return failed(
                .undecodable, .parseError,
                "sent flags of which none can be read. The first: \(first.location?.pointer ?? ""): \(first.message) "
                    + "Those in place stay.", nil)
        }
        let fresh = FlagSnapshot(
            read.table, for: context, validator: response.head.headers["ETag"], notes: notes, confirmedAt: now,
            absence: absence)
        snapshot = fresh
        lastFailure = nil
        let findings = read.findings
        defer { lastFindings = findings }
        return Effects(
            state: .ready(fresh), result: .modified, isAccepted: true,
            findings: findings == lastFindings ? [] : findings)
    }

    private mutating func failed(
        _ result: UnleashFetch.Problem, _ code: ErrorCode, _ what: String, _ delay: Duration?
    ) -> Effects {
        let message = "\(service): \(what)"
        let error = FlagError(code, message)
        let isNew = lastFailure != message
        lastFailure = message
        let next = delay.map { " The next attempt comes in \($0)." } ?? ""
        let finding = Diagnostic("fetchFailed", .warning, subject: provider, message + next)
        return Effects(
            state: snapshot == nil ? .failed(error) : .stale(error: error), result: .failed(result),
            findings: isNew ? [finding] : [])
    }

    /// The suggestion for a status, as the Unleash server and Edge use it.
    private static func suggestion(_ status: Int) -> String {
        switch status {
        case 400: "Check the context and the URL."
        case 401: "Give a frontend token of this service as the client key."
        case 403: "Give a token of the kind \"frontend\" as the client key."
        case 404: "Check the URL, and whether the Frontend API is switched on."
        case 429: "Poll less often."
        default: "It is tried again."
        }
    }
}
