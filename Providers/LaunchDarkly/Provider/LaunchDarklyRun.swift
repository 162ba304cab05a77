// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// A value that turns the service's messages into the states of one run of the provider.
///
/// Doesn't perform I/O.
struct LaunchDarklyRun: Sendable {
    /// The effects of a response, an event, or a change of the stream.
    struct Effects {
        /// The state to publish, if any.
        var state: ProviderState?
        var news: LaunchDarklyNews?
        var connection: [LaunchDarklyConnection.Event] = []
        var diagnostics: [Diagnostic] = []
        /// A Boolean value that indicates whether the flags in place are exactly the flags of the response's body, so that
        /// requests can contain its ETag.
        var isAccepted = false
        /// A Boolean value that indicates whether the caller must fetch all flags.
        var wantsPoll = false
        /// The reason why there will be no further attempt, or `nil` if there will be one.
        var refusal: Refusal?
        /// The outcome of opening a stream, if an attempt has just succeeded or failed.
        var opening: LaunchDarklyStreamOpening?
        /// A Boolean value that indicates whether the stream must be opened again, because an event can't be read.
        var rejectsStream = false
        /// The uptime at which a stream outage becomes visible, if one has just begun.
        var outageDeadline: Duration?
    }

    /// The error that ends the run because the provider won't contact the service again.
    struct Refusal: Error, Sendable, Hashable {
        var error: FlagError
        var failure: LaunchDarklyConnection.Failure
    }

    /// The services for polls and streams, without parts that might be secret.
    let services: (polling: String, streaming: String)
    let context: EvaluationContext
    /// The fingerprint that ETags belong to (``LaunchDarklyIdentity/fingerprint``), or `nil` for an ETag of all contexts.
    let fingerprint: String?
    /// The generated device keys of the identity and of the stored flags, by kind.
    private let generatedKeys: [String: FlagValue]
    /// A Boolean value that indicates whether the run's initial flags were requested with the same context description.
    private(set) var isSameIdentity = true
    /// The service's name for the environment.
    var environmentID: String?
    private(set) var store: any LaunchDarklyStore
    /// The flags in place.
    private(set) var flagSet: FlagSet?
    /// The start of the current attempt to open a stream, as wall-clock time and as uptime.
    private var opening: (time: Instant, uptime: Duration)?
    /// A Boolean value that indicates whether a stream is open.
    private var isOpen = false
    /// A Boolean value that indicates whether the current stream has sent an event for this provider.
    private var hasServed = false
    /// A Boolean value that indicates whether the current stream must end because of an event that can't be read.
    private var isRejected = false
    /// The outage, if the stream was lost and no fresh flags have arrived since.
    private var outage: StreamOutage?
    /// A Boolean value that indicates whether the service has sent all flags, so that a single flag confirms the rest.
    private var hasAll = false
    /// A Boolean value that indicates whether the last published state had fresh flags.
    private var isReady = false
    private var problems: ServiceProblems

    /// Creates a run that resumes the flags that the provider published before.
    ///
    /// Drops the ETag if it belongs to another description of the same user.
    init(
        provider: String, services: (polling: String, streaming: String), context: EvaluationContext,
        fingerprint: String, generatedKeys: [String: FlagValue] = [:], resuming flagSet: FlagSet?
    ) {
        self.init(
            provider: provider, services: services, context: context, fingerprint: fingerprint,
            generatedKeys: generatedKeys, store: LaunchDarklyFlagStore(provider: provider, resuming: flagSet),
            resuming: flagSet)
        isSameIdentity = flagSet?.providerData["fingerprint"] == .string(fingerprint)
        if !isSameIdentity { self.flagSet = flagSet.map { $0.deriving($0.table) } }
    }

    /// Creates a run for the rules of a store, which belong to all contexts.
    ///
    /// - Parameter isReady: A Boolean value that indicates whether a client already received the flags as a response.
    init(
        provider: String, services: (polling: String, streaming: String), context: EvaluationContext,
        store: some LaunchDarklyStore, resuming flagSet: FlagSet?, isReady: Bool
    ) {
        self.init(
            provider: provider, services: services, context: context, fingerprint: nil, generatedKeys: [:],
            store: store, resuming: flagSet)
        self.isReady = isReady
    }

    private init(
        provider: String, services: (polling: String, streaming: String), context: EvaluationContext,
        fingerprint: String?, generatedKeys: [String: FlagValue], store: some LaunchDarklyStore,
        resuming flagSet: FlagSet?
    ) {
        self.services = services
        problems = ServiceProblems(provider: provider)
        self.context = context
        self.fingerprint = fingerprint
        self.generatedKeys = generatedKeys
        self.store = store
        self.flagSet = flagSet
        environmentID = flagSet?.providerData["environmentID"].flatMap(String.init(flagValue:))
    }

    /// The ETag of the flags in place, or `nil` if they have none.
    var tag: String? { flagSet?.validator }

    // MARK: Fresh flags

    /// Treats the initial flags as the response if they are younger than an interval.
    ///
    /// Their confirmation time doesn't change, so that the provider eventually fetches flags even if the app often restarts.
    ///
    /// - Returns: The effects and the remaining time until the flags reach that age, or `nil` if they can't be used.
    mutating func trust(within interval: Duration, at now: Instant) -> (effects: Effects, rest: Duration)? {
        guard isSameIdentity, let flagSet else { return nil }
        let age = now - flagSet.confirmedAt
        guard age >= .zero, age < interval else { return nil }
        return (Effects(state: .ready(flagSet), news: .unchanged), interval - age)
    }

    // MARK: Polls

    /// Handles the response to a poll, or a failure without one.
    ///
    /// - Parameter refusals: Statuses after which there is no further request.
    mutating func receive(_ outcome: PollingOutcome, refusals: Set<Int>, at now: Instant) -> Effects {
        let effects = read(outcome, refusals: refusals, at: now)
        // A ping requested this poll: until all flags have arrived, a single flag doesn't confirm the others.
        if case .failed? = effects.news { hasAll = false }
        return effects
    }

    private mutating func read(_ outcome: PollingOutcome, refusals: Set<Int>, at now: Instant) -> Effects {
        switch outcome {
        case .modified(let response): return read(response, at: now)
        case .notModified:
            guard let flagSet else {
                return failed(
                    services.polling, .httpError(304),
                    "The service responded with status 304 to a request without an ETag.",
                    at: now)
            }
            return confirmed(store.confirmed(flagSet), .unchanged, at: now)
        case .failed(.status(let response), let delay):
            let status = response.head.status
            return failed(
                services.polling, .init(status: status), text(status, isRefused: refusals.contains(status)),
                next: delay, isRefused: refusals.contains(status), at: now)
        case .failed(.transport(let error), let delay):
            return failed(
                services.polling, .unknownError(error.message), Self.sentence(error.message), cause: "\(error.kind)",
                next: delay, isRefused: error.kind == .closed, at: now)
        }
    }

    private mutating func read(_ response: HTTPResponse, at now: Instant) -> Effects {
        var diagnostics = DiagnosticCollector()
        do throws(LaunchDarklyUnreadable) {
            try store.replace(with: response.body, &diagnostics)
        } catch {
            return undecodable(services.polling, error.what, at: now)
        }
        var effects = replaced(tag: response.head.headers["ETag"], at: now)
        effects.diagnostics = problems.unreported(diagnostics.diagnostics)
        effects.isAccepted = true
        return effects
    }

    // MARK: Streams

    /// Handles an event of the stream.
    ///
    /// Ignores the events that a stream sends after an event that can't be read.
    mutating func receive(_ event: ServerSentEvent, at now: Instant) -> Effects {
        if isRejected { return Effects() }
        var diagnostics = DiagnosticCollector()
        do throws(LaunchDarklyUnreadable) {
            let change = try store.receive(event, &diagnostics)
            hasServed = hasServed || change != .ignored
            switch change {
            case .ignored: return Effects()
            case .ping: return Effects(wantsPoll: true)
            case .all(let isDifferent):
                // If the flags are the flags of the last poll, its ETag is still valid.
                var effects = replaced(tag: isDifferent ? nil : flagSet?.validator, at: now)
                effects.diagnostics = problems.unreported(diagnostics.diagnostics)
                return effects
            case .one(let isNewer):
                var effects = isNewer ? replaced(tag: nil, isWhole: false, at: now) : unchanged(at: now)
                effects.diagnostics = diagnostics.diagnostics
                return effects
            }
        } catch {
            hasServed = true
            if store.isForServers {
                isRejected = true
                // A change might have been lost, so a single flag doesn't confirm the other flags.
                hasAll = false
            }
            var effects = undecodable(services.streaming, error.what, at: now)
            effects.rejectsStream = isRejected
            return effects
        }
    }

    /// Handles a change of the stream's status.
    mutating func receive(_ status: EventSource.Status, at now: Instant, uptime: Duration) -> Effects {
        switch status {
        case .connecting:
            opening = (now, uptime)
            endStream()
            return Effects()
        case .open:
            isOpen = true
            return Effects(opening: opened(hasFailed: false, uptime))
        case .waiting where isRejected:
            // The event has already been reported.
            endStream()
            return Effects(connection: [.interrupted])
        case .waiting(let delay, let problem):
            let opening = isOpen ? nil : opened(hasFailed: true, uptime)
            var effects = lost(problem, next: delay, at: now, uptime)
            effects.opening = opening
            return effects
        case .closed(.closedHere): return Effects()
        case .closed(.refused(let problem)):
            var effects = failed(problem, next: nil, isRefused: true, at: now)
            if !isOpen { effects.opening = opened(hasFailed: true, uptime) }
            return effects
        }
    }

    /// Shows an outage whose deadline has passed.
    ///
    /// Does nothing if the outage is over or already shown. If a stream is open, a server waits a few seconds for its rules, and other
    /// clients do nothing.
    mutating func showOutage(at now: Instant, uptime: Duration) -> Effects {
        guard let outage, !outage.isShown, uptime >= outage.deadline else { return Effects() }
        if isOpen {
            guard store.isForServers else { return Effects() }
            if uptime < outage.openDeadline { return Effects(outageDeadline: outage.openDeadline) }
        }
        return failed(outage.problem, next: nil, isRefused: false, at: now)
    }

    /// Handles the failure of the stream, or of an attempt to open one.
    private mutating func lost(
        _ problem: EventSource.Problem, next: Duration, at now: Instant, _ uptime: Duration
    ) -> Effects {
        let mayPass = isReady || hasServed
        endStream()
        if outage == nil, mayPass {
            let outage = StreamOutage(since: uptime, problem)
            self.outage = outage
            // The service can end a stream at any time. That isn't a failure as long as another stream can be opened.
            let failures = problem == .ended ? [] : [LaunchDarklyConnection.Event.failed(failure(problem))]
            return Effects(connection: [.lost] + failures, outageDeadline: outage.deadline)
        }
        if let outage, !outage.isShown, uptime < outage.deadline {
            self.outage?.problem = problem
            return Effects(connection: [.failed(failure(problem))])
        }
        return failed(problem, next: next, isRefused: false, at: now)
    }

    private mutating func endStream() {
        isOpen = false
        hasServed = false
        isRejected = false
    }

    private func opened(hasFailed: Bool, _ uptime: Duration) -> LaunchDarklyStreamOpening? {
        opening.map { LaunchDarklyStreamOpening(time: $0.time, duration: uptime - $0.uptime, hasFailed: hasFailed) }
    }

    private mutating func failed(
        _ problem: EventSource.Problem, next: Duration?, isRefused: Bool, at now: Instant
    ) -> Effects {
        var effects = failed(
            services.streaming, failure(problem), text(problem, isRefused: isRefused),
            cause: Self.cause(problem), next: next, isRefused: isRefused, at: now)
        effects.connection.insert(.interrupted, at: 0)
        return effects
    }
}

// MARK: - Flags

extension LaunchDarklyRun {
    /// Publishes the store's flags after a change.
    ///
    /// - Parameter isWhole: A Boolean value that indicates whether the update contained all flags, so that none is older.
    private mutating func replaced(tag: String?, isWhole: Bool = true, at now: Instant) -> Effects {
        var facts: [String: FlagValue] = [:]
        facts["fingerprint"] = fingerprint.map(FlagValue.string)
        if !generatedKeys.isEmpty { facts["deviceKeys"] = .object(generatedKeys) }
        facts["environmentID"] = environmentID.map(FlagValue.string)
        let fresh = store.flagSet(for: context, after: flagSet, tag: tag, facts: facts, at: now)
        let isSame = flagSet.map { !fresh.table.hasChanges(since: $0.table) } ?? false
        return confirmed(fresh, isSame ? .unchanged : .changed, isWhole: isWhole, at: now)
    }

    /// Confirms the flags in place because the update was older.
    private mutating func unchanged(at now: Instant) -> Effects {
        guard let flagSet else { return replaced(tag: nil, isWhole: false, at: now) }
        return confirmed(flagSet, .unchanged, isWhole: false, at: now)
    }

    private mutating func confirmed(
        _ flagSet: FlagSet, _ news: LaunchDarklyNews, isWhole: Bool = true, at now: Instant
    ) -> Effects {
        hasAll = hasAll || isWhole
        guard hasAll else { return asking(flagSet) }
        // After an outage, a single flag doesn't confirm the others. Without a stream, flags don't stay fresh.
        if isWhole, isOpen { outage = nil }
        var confirmed = flagSet
        let earlier = self.flagSet?.confirmedAt ?? now
        confirmed.confirmedAt = isWhole || outage == nil ? max(now, earlier) : earlier
        self.flagSet = confirmed
        if let outage, outage.isShown {
            // A whole set of flags is a response, even if it changes nothing.
            return Effects(
                state: ProviderState(.stale, confirmed, error: problems.failure, isAnswer: isWhole), news: news,
                connection: isWhole ? [.known] : [])
        }
        isReady = true
        problems.succeeded()
        return Effects(
            state: .ready(confirmed), news: news, connection: outage == nil ? [.confirmed] : isWhole ? [.known] : [])
    }
}

// MARK: - Trouble

extension LaunchDarklyRun {
    /// Requests all flags because a single flag arrived first, from a service that pings first.
    ///
    /// A single flag isn't a complete response.
    private mutating func asking(_ flagSet: FlagSet) -> Effects {
        guard let earlier = self.flagSet else { return Effects(wantsPoll: true) }
        var changed = flagSet
        changed.confirmedAt = earlier.confirmedAt
        self.flagSet = changed
        return Effects(state: .stale(changed, error: problems.failure), wantsPoll: true)
    }

    private mutating func undecodable(_ service: String, _ what: String, at now: Instant) -> Effects {
        failed(
            service, .unknownError("The service " + what), what, cause: "unreadable", code: .parseError, at: now)
    }

    /// Handles a failure.
    ///
    /// - Parameter cause: The kind of failure, or `nil` if `what` is the same for all failures of the kind.
    private mutating func failed(
        _ service: String, _ failure: LaunchDarklyConnection.Failure, _ what: String, cause: String? = nil,
        code: ErrorCode = .general, next: Duration? = nil, isRefused: Bool = false, at now: Instant
    ) -> Effects {
        let message = "\(service): \(what)"
        // Without any rules, a server's client isn't ready, regardless of the cause.
        let error = FlagError(store.isForServers && flagSet == nil ? .providerNotReady : code, message)
        isReady = false
        outage?.isShown = true
        var effects = Effects(
            news: isRefused ? .refused(failure) : .failed(failure), connection: [.failed(failure)],
            diagnostics: problems.failed(
                error, cause: "\(service) \(cause ?? what)", next: next, isFinal: isRefused))
        if isRefused {
            effects.refusal = Refusal(error: FlagError(.providerFatal, message), failure: failure)
            effects.connection.append(.ended)
        } else {
            effects.state = flagSet == nil ? .failed(error) : .stale(error: error)
        }
        return effects
    }
}
