// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// Turns the service's messages into the states of one run of the provider: a pure value.
struct LaunchDarklyRun: Sendable {
    /// What a response, an event or a change of the stream leads to.
    struct Effects {
        /// What is published, if anything.
        var state: ProviderState?
        var news: LaunchDarklyNews?
        var connection: [LaunchDarklyConnection.Event] = []
        var findings: [Diagnostic] = []
        /// Whether the flags in place are now exactly those of the response's body, so that its tag may be sent.
        var isAccepted = false
        /// Whether all flags should be fetched.
        var wantsPoll = false
        /// Why there will be no further attempt; nil as long as there will be.
        var refusal: Refusal?
        /// The outcome of opening a stream, if that has just succeeded or failed.
        var opening: LaunchDarklyStreamOpening?
        /// The uptime at which an outage of the stream becomes visible, if one has just begun.
        var outageDeadline: Duration?
    }

    /// The error that ends the run, because the service will not be contacted any more.
    struct Refusal: Error, Sendable, Hashable {
        var error: FlagError
        var failure: LaunchDarklyConnection.Failure
    }

    /// The services for polls and streams, without what may be secret.
    let services: (polling: String, streaming: String)
    let context: EvaluationContext
    /// The fingerprint that tags are bound to (``LaunchDarklyIdentity/fingerprint``).
    let fingerprint: String
    /// The device's keys that the identity uses instead of its own, by kind; stored flags are about them, too.
    private let generatedKeys: [String: FlagValue]
    /// Whether the initial flags of the run were requested with exactly the same description of the context.
    let isSameIdentity: Bool
    /// The service's name for the environment.
    var environmentID: String?
    private var store: LaunchDarklyFlagStore
    /// The flags in place.
    private(set) var flagSet: FlagSet?
    /// When the current attempt to open a stream began, as wall-clock time and as uptime.
    private var opening: (time: Instant, uptime: Duration)?
    /// How far the current attempt to stream has progressed.
    private var (isOpen, hasServed) = (false, false)
    /// The outage, if the stream is or was lost and no fresh flags have arrived since.
    private var outage: StreamOutage?
    /// Whether the service has sent all flags, so that a single one confirms the rest.
    private var hasAll = false
    /// Whether the last published state was that flags are fresh.
    private var isReady = false
    private var problems: ServiceProblems

    /// Begins a run with what the provider published before; a tag for another description of the same person is
    /// dropped.
    init(
        provider: String, services: (polling: String, streaming: String), context: EvaluationContext,
        fingerprint: String, generatedKeys: [String: FlagValue] = [:], resuming flagSet: FlagSet?
    ) {
        self.services = services
        problems = ServiceProblems(provider: provider)
        self.context = context
        self.fingerprint = fingerprint
        self.generatedKeys = generatedKeys
        store = LaunchDarklyFlagStore(provider: provider, resuming: flagSet)
        self.flagSet = flagSet
        isSameIdentity = flagSet?.providerData["fingerprint"] == .string(fingerprint)
        environmentID = flagSet?.providerData["environmentID"].flatMap(String.init(flagValue:))
        if let flagSet, flagSet.providerData["fingerprint"] != .string(fingerprint) {
            self.flagSet = flagSet.deriving(flagSet.table)
        }
    }

    /// The tag of the flags in place; nil when they have none.
    var tag: String? { flagSet?.validator }

    // MARK: Fresh flags

    /// Treats the initial flags as the answer if they are younger than an interval; returns how long they will be.
    ///
    /// Their time of confirmation does not change, so that they are fetched eventually, however often the app is
    /// started.
    mutating func trust(within interval: Duration, at now: Instant) -> (effects: Effects, rest: Duration)? {
        guard isSameIdentity, let flagSet else { return nil }
        let age = now - flagSet.confirmedAt
        guard age >= .zero, age < interval else { return nil }
        return (Effects(state: .ready(flagSet), news: .unchanged), interval - age)
    }

    // MARK: Polls

    /// Handles the response to a poll, or the lack of one.
    ///
    /// - Parameter refusals: Statuses after which there is no further request.
    mutating func receive(_ outcome: PollingOutcome, refusals: Set<Int>, at now: Instant) -> Effects {
        let effects = read(outcome, refusals: refusals, at: now)
        // A ping requested it: until all flags have arrived, a single one says nothing about the others.
        if case .failed? = effects.news { hasAll = false }
        return effects
    }

    private mutating func read(_ outcome: PollingOutcome, refusals: Set<Int>, at now: Instant) -> Effects {
        switch outcome {
        case .modified(let response): return read(response, at: now)
        case .notModified:
            guard let flagSet else {
                return failed(services.polling, .httpError(304), "answered 304 unasked.", at: now)
            }
            return confirmed(flagSet, .unchanged, at: now)
        case .failed(.status(let response), let delay):
            let status = response.head.status
            return failed(
                services.polling, .init(status: status), Self.text(status, isRefused: refusals.contains(status)),
                next: delay, isRefused: refusals.contains(status), at: now)
        case .failed(.transport(let error), let delay):
            return failed(
                services.polling, .unknownError(error.message), Self.sentence(error.message), cause: "\(error.kind)",
                next: delay, isRefused: error.kind == .closed, at: now)
        }
    }

    private mutating func read(_ response: HTTPResponse, at now: Instant) -> Effects {
        guard let payload = LaunchDarklyPayload(response.body, origin: store.origin) else {
            return undecodable(
                services.polling, "sent \(response.body.count) bytes that are no JSON. Check the address.", at: now)
        }
        var effects = put(payload, from: services.polling, tag: response.head.headers["ETag"], at: now)
        if case .failed? = effects.news { return effects }
        effects.isAccepted = true
        return effects
    }

    // MARK: Streams

    /// Handles an event of the stream.
    mutating func receive(_ event: ServerSentEvent, at now: Instant) -> Effects {
        let news = StreamNews(event, origin: store.origin)
        hasServed = hasServed || news != .unknown
        switch news {
        case .ping: return Effects(wantsPoll: true)
        case .unknown: return Effects()
        case .malformed: return undecodable(services.streaming, "sent a \"\(event.type)\" that is no JSON.", at: now)
        case .put(let payload):
            // The flags may be those of the last poll, and then its tag is still right.
            return put(payload, from: services.streaming, tag: nil, keepsTag: true, at: now)
        case .patch(let document), .delete(let document):
            var findings = DiagnosticCollector()
            let before = store.table
            do throws(LaunchDarklyFlagStore.Malformed) {
                let isPatch = if case .patch = news { true } else { false }
                let isNewer = try isPatch ? store.patch(document, &findings) : store.delete(document)
                var effects = isNewer ? replaced(before, tag: nil, isWhole: false, at: now) : unchanged(at: now)
                effects.findings = findings.findings
                return effects
            } catch {
                return undecodable(
                    services.streaming, "sent a \"\(event.type)\" that cannot be used: \(error.reason).", at: now)
            }
        }
    }

    /// Handles a change of the stream's status.
    mutating func receive(_ status: EventSource.Status, at now: Instant, uptime: Duration) -> Effects {
        switch status {
        case .connecting:
            opening = (now, uptime)
            (isOpen, hasServed) = (false, false)
            return Effects()
        case .open:
            isOpen = true
            return Effects(opening: opened(hasFailed: false, uptime))
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

    /// Shows an outage whose deadline has passed; does nothing if a stream is open, or the outage is over or already
    /// shown.
    mutating func showOutage(at now: Instant, uptime: Duration) -> Effects {
        guard let outage, !outage.isShown, !isOpen, uptime >= outage.deadline else { return Effects() }
        return failed(outage.problem, next: nil, isRefused: false, at: now)
    }

    /// Handles the failure of the stream, or of an attempt to open one.
    private mutating func lost(
        _ problem: EventSource.Problem, next: Duration, at now: Instant, _ uptime: Duration
    ) -> Effects {
        let mayPass = isReady || hasServed
        (isOpen, hasServed) = (false, false)
        if outage == nil, mayPass {
            let outage = StreamOutage(since: uptime, problem)
            self.outage = outage
            // A stream that the service ends is not a failure, as long as another one can be opened.
            let failures = problem == .ended ? [] : [LaunchDarklyConnection.Event.failed(Self.failure(problem))]
            return Effects(connection: [.lost] + failures, outageDeadline: outage.deadline)
        }
        if let outage, !outage.isShown, uptime < outage.deadline {
            self.outage?.problem = problem
            return Effects(connection: [.failed(Self.failure(problem))])
        }
        return failed(problem, next: next, isRefused: false, at: now)
    }

    private func opened(hasFailed: Bool, _ uptime: Duration) -> LaunchDarklyStreamOpening? {
        opening.map { LaunchDarklyStreamOpening(time: $0.time, duration: uptime - $0.uptime, hasFailed: hasFailed) }
    }

    private mutating func failed(
        _ problem: EventSource.Problem, next: Duration?, isRefused: Bool, at now: Instant
    ) -> Effects {
        var effects = failed(
            services.streaming, Self.failure(problem), Self.text(problem, isRefused: isRefused),
            cause: Self.cause(problem), next: next, isRefused: isRefused, at: now)
        effects.connection.insert(.interrupted, at: 0)
        return effects
    }
}

// MARK: - Flags

extension LaunchDarklyRun {
    private mutating func put(
        _ payload: LaunchDarklyPayload, from service: String, tag: String?, keepsTag: Bool = false, at now: Instant
    ) -> Effects {
        var findings = DiagnosticCollector()
        let before = store.table
        do throws(LaunchDarklyFlagStore.Malformed) {
            let isDifferent = try store.put(payload, &findings)
            let sameTag = keepsTag && !isDifferent ? flagSet?.validator : tag
            var effects = replaced(before, tag: sameTag, at: now)
            effects.findings = problems.unreported(findings.findings)
            return effects
        } catch {
            return undecodable(service, "sent something that is not flags: \(error.reason).", at: now)
        }
    }

    /// Publishes the store's flags after a change.
    ///
    /// - Parameter isWhole: Whether the update contained all flags, so that none is older.
    private mutating func replaced(
        _ before: FlagTable, tag: String?, isWhole: Bool = true, at now: Instant
    ) -> Effects {
        var providerData: [String: FlagValue] = ["fingerprint": .string(fingerprint)]
        if !store.providerData.isNull { providerData["tombstones"] = store.providerData }
        if !generatedKeys.isEmpty { providerData["deviceKeys"] = .object(generatedKeys) }
        providerData["environmentID"] = environmentID.map(FlagValue.string)
        let fresh = FlagSet(
            store.table, for: context, validator: tag, providerData: .object(providerData), confirmedAt: now)
        let isSame = flagSet != nil && !store.table.hasChanges(since: before)
        return confirmed(fresh, isSame ? .unchanged : .changed, isWhole: isWhole, at: now)
    }

    /// Confirms the flags in place, because the update was older.
    private mutating func unchanged(at now: Instant) -> Effects {
        guard let flagSet else { return replaced(store.table, tag: nil, isWhole: false, at: now) }
        return confirmed(flagSet, .unchanged, isWhole: false, at: now)
    }

    private mutating func confirmed(
        _ flagSet: FlagSet, _ news: LaunchDarklyNews, isWhole: Bool = true, at now: Instant
    ) -> Effects {
        hasAll = hasAll || isWhole
        guard hasAll else { return asking(flagSet) }
        // After an outage a single flag says nothing about the others; without a stream nothing stays fresh.
        if isWhole, isOpen { outage = nil }
        var confirmed = flagSet
        let earlier = self.flagSet?.confirmedAt ?? now
        confirmed.confirmedAt = isWhole || outage == nil ? max(now, earlier) : earlier
        self.flagSet = confirmed
        if let outage, outage.isShown {
            // A whole set of flags is an answer, even where no change will be reported.
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
    /// Requests all flags, because a single one arrived before them (from a service that pings first) and is no answer
    /// alone.
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

    /// - Parameter cause: The kind of failure. Nil if `what` is the same for all failures of the kind.
    private mutating func failed(
        _ service: String, _ failure: LaunchDarklyConnection.Failure, _ what: String, cause: String? = nil,
        code: ErrorCode = .general, next: Duration? = nil, isRefused: Bool = false, at now: Instant
    ) -> Effects {
        let message = "\(service): \(what)"
        let error = FlagError(code, message)
        isReady = false
        outage?.isShown = true
        var effects = Effects(
            news: isRefused ? .refused(failure) : .failed(failure), connection: [.failed(failure)],
            findings: problems.failed(
                error, cause: "\(service) \(cause ?? what)", next: next, isFinal: isRefused))
        if isRefused {
            effects.refusal = Refusal(error: FlagError(.providerFatal, message), failure: failure)
            effects.connection.append(.ended)
        } else {
            effects.state = flagSet == nil ? .failed(error) : .stale(error: error)
        }
        return effects
    }

    private static func failure(_ problem: EventSource.Problem) -> LaunchDarklyConnection.Failure {
        if case .status(let status) = problem { return .init(status: status) }
        return .unknownError(text(problem))
    }

    private static func text(_ problem: EventSource.Problem, isRefused: Bool = false) -> String {
        switch problem {
        case .ended: "The stream ended."
        case .silent(let duration): "Nothing came over the stream for \(duration)."
        case .status(let status): text(status, isRefused: isRefused)
        case .contentType(let type): "answered with \"\(type)\" instead of a stream. Check the address."
        case .transport(let error): sentence(error.message)
        case .tooLarge(let error): "The stream held something that is too large: \(error)."
        }
    }

    private static func cause(_ problem: EventSource.Problem) -> String? {
        if case .transport(let error) = problem { "\(error.kind)" } else { nil }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

    /// A status with a suggestion, as LaunchDarkly and its Relay Proxy use it.
    private static func text(_ status: Int, isRefused: Bool) -> String {
        let suggestion =
            switch status {
            case 204: " It wants to be asked no more."
            case 400: " Check the user, and the address."
            case 401, 403: " Check the mobile key."
            case 404, 405: " Check the address."
            case 414, 431: " The context is too long for a URL: set useReport, so that it travels in the body."
            default: isRefused ? "" : " It is tried again."
            }
        return "answered \(status)." + suggestion
    }
}
