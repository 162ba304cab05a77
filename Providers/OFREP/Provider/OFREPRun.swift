// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// One run of the provider: makes the requests for a context's flags, and publishes what comes of them.
actor OFREPRun {
    private let provider: OFREPProvider
    private let context: EvaluationContext
    /// The context in OFREP's form.
    private let output: FlagValue
    private let channel: FlagChannel

    /// The flags in place.
    private var snapshot: FlagSnapshot?
    /// What was known when the newest request was made.
    private var asked = OFREPNews()
    /// The number of the newest announcement that the flags reflect.
    private var answered: Int
    /// Whether a request will be made that knows the newest announcement.
    private var isPreparing = false
    /// The newest announcement that the request in preparation is to know.
    private var leftToRequest = 0
    private var lag = Backoff(base: .milliseconds(500), maximum: .seconds(300))
    private var lostStream: FlagError?
    private var lastFailure: String?
    private var lastFindings: [Diagnostic] = []

    init(of provider: OFREPProvider, _ request: FlagRequest, _ output: FlagValue, _ channel: FlagChannel) {
        (self.provider, context, self.output, self.channel) = (provider, request.context, output, channel)
        snapshot = request.resume
        answered = request.resume?.announcement ?? 0
        asked.number = answered
    }

    private var origin: String { provider.service.url.description }

    // MARK: Asking

    /// Makes a request, once the service's pause is over.
    func request() async throws(TransportError) -> HTTPRequest {
        isPreparing = true
        defer { isPreparing = false }
        // With a request that must wait, the flags in place aren't ready. After a failure, they aren't ready anyway.
        if lastFailure == nil, case let rest = await provider.pause.rest, rest > .zero { waits(rest) }
        do { try await provider.pause.wait() } catch { throw TransportError(.cancelled, "The run has ended") }
        let credentials = try await provider.service.credentials
        asked = await provider.streams.news(for: context)
        while asked.number < leftToRequest, !Task.isCancelled { asked = await provider.streams.news(for: context) }
        return provider.service.flags(of: output, query: asked.number == answered ? [] : asked.query, credentials)
    }

    /// Whether something was announced that no request knows, and a request is to be made for it now.
    func owesRequest() async -> Bool {
        let newest = await provider.streams.news(for: context).number
        if isPreparing {
            leftToRequest = newest
            return false
        }
        isPreparing = newest != asked.number
        return isPreparing
    }

    /// Publishes that nothing will come before the service's pause is over.
    func waits(_ rest: Duration) {
        fail(FlagError(.general, "\(origin) asked for a pause. The next request comes in \(rest)."), report: false)
    }

    /// Publishes that changes will not be seen, unless they are polled for.
    func lost(_ error: FlagError) {
        channel.report(Diagnostic("streamLost", .warning, subject: provider.name, error.message))
        if provider.options.pollInterval == .zero { fail(error, report: false) }
    }

    // MARK: Answers

    /// What a request leads to.
    struct Effects {
        /// Whether the flags in place are exactly those of the answer, so that its tag may be sent.
        var isAccepted = false
        /// Why the service refuses all further requests; nil when it does not.
        var refusal: FlagError?
        /// Whether no client listens any more.
        var isSuperseded = false
        /// When to ask again because the server lags behind what it announced; nil for not.
        var lag: Duration?
        /// The streams that the answer names; nil for as before.
        var streams: [OFREPStreamAddress]?
    }

    /// Takes what came of a request.
    func receive(_ outcome: PollingOutcome) async -> Effects {
        lostStream = await provider.streams.news(for: context).lost
        let now = provider.time.now
        switch outcome {
        case .modified(let response): return read(response, at: now)
        case .notModified:
            guard var confirmed = snapshot else {
                return fail(FlagError(.general, "\(origin) answered 304 without being asked to."))
            }
            confirmed.confirmedAt = now
            return succeed(confirmed)
        case .failed(.transport(let error), _) where error.kind == .cancelled: return Effects()
        case .failed(.transport(let error), let delay):
            return fail(FlagError(.general, "\(origin): \(error.message)."), next: delay)
        case .failed(.status(let response), let delay):
            return refused(response, next: delay)
        }
    }

    private func read(_ response: HTTPResponse, at now: Instant) -> Effects {
        let base = provider.options.events ? provider.service.url.origin : nil
        let size = response.body.count
        let document: FlagValue
        do throws(JSONError) { document = try JSONReader().read(response.body) } catch {
            let place = "(\(error.code.rawValue), line \(error.line), column \(error.column))"
            return unreadable("\(size) bytes that are no JSON \(place). Check the URL.")
        }
        guard let answer = OFREPAnswer(document, origin: Origin(.network, provider: provider.name), base: base) else {
            return unreadable("\(size) bytes without a list \"flags\". Check the URL.")
        }
        if let first = answer.failure {
            return unreadable(
                "flags of which none can be read. The first: \(first.location?.pointer ?? ""): \(first.message)")
        }
        let findings = answer.findings.findings
        if findings != lastFindings { for finding in findings { channel.report(finding) } }
        lastFindings = findings
        let tag = response.head.headers["ETag"]
        // The server lags behind its own announcement, which it may do five times.
        let isOld = !asked.query.isEmpty && asked.number != answered && tag != nil && tag == snapshot?.validator
        var effects = succeed(
            FlagSnapshot(
                FlagTable(answer.flags, reusing: snapshot?.table ?? FlagTable()), for: context, validator: tag,
                confirmedAt: now, absence: provider.options.absence),
            isOld: isOld && lag.failureCount < 5)
        effects.isAccepted = true
        if provider.options.events { effects.streams = answer.streams }
        return effects
    }

    private func unreadable(_ what: String) -> Effects { fail(FlagError(.parseError, "\(origin) sent \(what)")) }

    /// Publishes flags.
    ///
    /// - Parameter isOld: Whether they do not reflect what was announced.
    private func succeed(_ fresh: FlagSnapshot, isOld: Bool = false) -> Effects {
        lastFailure = nil
        var effects = Effects()
        if isOld {
            effects.lag = lag.failed(random: provider.random)
        } else {
            lag.succeeded()
            answered = asked.number
        }
        var fresh = fresh
        fresh.announcement = answered
        snapshot = fresh
        let loss = provider.options.pollInterval == .zero ? lostStream : nil
        effects.isSuperseded = !channel.publish(
            ProviderState(loss == nil ? .ready : .stale, fresh, error: loss, isAnswer: true))
        return effects
    }

    // MARK: Failures

    private func refused(_ response: HTTPResponse, next: Duration?) -> Effects {
        let status = response.head.status
        let said = ErrorCode(ofrep: (try? JSONReader().read(response.body))?["errorCode"])
        let what = "\(origin) answered \(status)\(said.map { " (\($0))" } ?? "")."
        switch status {
        case 401, 403:
            let error = FlagError(.providerFatal, "\(what) Give a \"bearer\" or \"apiKey\" that it takes.")
            var effects = fail(error, isAnswer: true)
            effects.refusal = error
            return effects
        case 400...499 where ![408, 425, 429].contains(status):
            let suggestion =
                switch status {
                case 400: "Check the context; some servers take attributes as \"text\" only."
                case 413: "The context is too large: drop attributes with a mapping rule."
                default: "Check the URL: it is what stands before \"/ofrep\"."
                }
            return fail(FlagError(said ?? .general, "\(what) \(suggestion)"), next: next, isAnswer: true)
        default: return fail(FlagError(said ?? .general, what), next: next)
        }
    }

    /// Publishes a failure, and reports it unless it was the last one too.
    @discardableResult
    private func fail(
        _ error: FlagError, next: Duration? = nil, isAnswer: Bool = false, report: Bool = true
    ) -> Effects {
        if report, lastFailure != error.message {
            let next = next.map { " The next attempt comes in \($0)." } ?? ""
            channel.report(Diagnostic("fetchFailed", .warning, subject: provider.name, error.message + next))
            lastFailure = error.message
        }
        let state: ProviderState =
            isAnswer ? .refused(error) : snapshot == nil ? .failed(error) : .stale(error: error)
        var effects = Effects(isSuperseded: !channel.publish(state))
        // What was announced is not to wait for the next poll.
        if report, !isAnswer, asked.number != answered, provider.options.pollInterval > .zero {
            effects.lag = lag.failed(random: provider.random)
        }
        return effects
    }
}

extension FlagSnapshot {
    /// The number of the announcement that the flags reflect.
    var announcement: Int {
        get { notes["announcement"].flatMap(Int.init(flagValue:)) ?? 0 }
        set { notes = ["announcement": .int(Int64(newValue))] }
    }
}
