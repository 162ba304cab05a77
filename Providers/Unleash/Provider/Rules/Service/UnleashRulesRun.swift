// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// Turns the service's responses into the states of one run of the provider: a value.
struct UnleashRulesRun {
    let context: EvaluationContext
    /// The rules in place; nil for none.
    private(set) var known: KnownRules?
    /// Whether only changes are asked for.
    private(set) var usesDelta: Bool
    private let provider: String
    /// A book without rules.
    private let empty: RuleBook
    private let surroundings: UnleashRules.Surroundings
    private var failures: UnleashFailures
    /// The flags that were decided last.
    private var decided: FlagSnapshot?
    /// A moment before they were decided.
    private var decidedAt: Instant
    private var lastFindings: [Diagnostic] = []

    /// - Parameters:
    ///   - service: The service's URL, without what may be secret.
    ///   - decided: What the client has of the rules already, decided at that moment or later.
    init(
        provider: String, service: String, context: EvaluationContext, known: KnownRules?, decided: FlagSnapshot?,
        at now: Instant, empty: RuleBook, surroundings: UnleashRules.Surroundings, usesDelta: Bool
    ) {
        self.provider = provider
        self.context = context
        self.known = known
        self.decided = decided
        decidedAt = now
        self.empty = empty
        self.surroundings = surroundings
        self.usesDelta = usesDelta
        failures = UnleashFailures(provider: provider, service: service, token: .client)
    }

    /// The rules in place as a state, with flags that are decided now; nil when there are none.
    mutating func decide(at now: Instant) -> ProviderState? {
        guard let known else { return nil }
        let snapshot = known.snapshot(for: context, after: decided)
        (decided, decidedAt) = (snapshot, now)
        return known.error == nil ? .ready(snapshot) : .stale(snapshot, error: known.error)
    }

    /// The next moment at which a flag may be decided otherwise than it was; nil when no rule looks at the time any more.
    var nextMoment: Instant? { known?.rules.nextMoment(after: decidedAt) }

    /// Whether the service has no changes to offer; then all rules are to be asked for.
    mutating func lacksDelta(_ outcome: PollingOutcome) -> Bool {
        guard usesDelta, case .failed(.status(let response), _) = outcome, response.head.status == 404 else {
            return false
        }
        usesDelta = false
        return true
    }

    /// Handles a response, or the lack of one.
    mutating func receive(_ outcome: PollingOutcome, at now: Instant) -> UnleashEffects {
        switch outcome {
        case .modified(let response): return read(response, at: now)
        case .notModified:
            guard var known else { return failed(.status(304), .general, "answered 304 without being asked to.") }
            failures.ended()
            known.confirmedAt = now
            known.error = nil
            // The flags are the same, and so are their dice; but for those of a record, which now come from the network.
            decided?.confirmedAt = now
            if let book = known.rules.book.moved(to: empty.surroundings.origin) {
                known.rules = UnleashRules(book, surroundings)
                decided = nil
            }
            self.known = known
            let state = decided.map { ProviderState.ready($0) } ?? decide(at: now)
            return UnleashEffects(state: state ?? .stale(), result: .notModified)
        case .failed(let problem, let delay):
            let effects = failures.failed(problem, delay, hasFlags: known != nil)
            known?.error = effects.state.error
            return effects
        }
    }

    private mutating func read(_ response: HTTPResponse, at now: Instant) -> UnleashEffects {
        guard let changes = FeatureChanges(response.body), changes.isWhole || known != nil else {
            return failed(
                .undecodable, .parseError,
                "sent \(response.body.count) bytes that are no rules: an object with a list \"features\" was expected"
                    + (usesDelta ? ", or one with \"events\" that can be read." : ". Check the URL."))
        }
        var book = known.map { $0.rules.book.moved(to: empty.surroundings.origin) ?? $0.rules.book } ?? empty
        let findings = book.apply(changes)
        if book.keys.isEmpty, changes.isWhole, let first = findings.first {
            return failed(
                .undecodable, .parseError,
                "sent rules of which none can be read. The first: \(first.location?.pointer ?? ""): \(first.message) "
                    + "Those in place stay.")
        }
        let fresh = KnownRules(
            rules: UnleashRules(book, surroundings), validator: response.head.headers["ETag"], confirmedAt: now)
        let snapshot = fresh.snapshot(for: context, after: decided)
        (known, decided, decidedAt) = (fresh, snapshot, now)
        failures.ended()
        defer { lastFindings = findings }
        return UnleashEffects(
            state: .ready(snapshot), result: .modified, isAccepted: true,
            findings: findings == lastFindings ? [] : findings)
    }

    private mutating func failed(
        _ result: UnleashFetch.Problem, _ code: ErrorCode, _ what: String
    ) -> UnleashEffects {
        let effects = failures.failed(result, code, what, hasFlags: known != nil)
        known?.error = effects.state.error
        return effects
    }
}
