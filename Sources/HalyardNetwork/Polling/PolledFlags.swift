// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// The flags of one run of a polled service, which reads responses and publishes the resulting states.
final class PolledFlags: Sendable {
    /// The instructions for the polling loop after an outcome.
    struct Reception: Sendable {
        enum Verdict: Sendable, Hashable {
            /// The current flags are exactly the response's flags.
            case accepted
            /// The current flags remain.
            case kept
            /// The current flags remain because the response couldn't be read.
            case unreadable
            /// No client needs the flags anymore.
            case superseded
            /// No more requests follow.
            case refused(FlagError)
        }

        var verdict: Verdict
        /// The time until the next request, or `nil` for the interval.
        var askingAgain: Duration?
    }

    private struct State: ~Copyable {
        var flagSet: FlagSet?
        var problems: ServiceProblems
        /// The number of published states, so that an outdated state is created again.
        var version = 0
        /// A Boolean value that indicates whether a request is being prepared.
        var isPreparing = false
        /// A Boolean value that indicates whether the request in preparation must be created again.
        var isOutdated = false
    }

    /// A state to publish.
    private struct Publication {
        var state: ProviderState
        var outcome: PolledService.Outcome
        /// The kind of failure, or an empty string if the outcome isn't a failure.
        var cause: String {
            guard case .failed(let failure) = outcome else { return "" }
            switch failure {
            case .request(let request):
                let code = self.failure?.code ?? .general
                return [.general, .providerFatal].contains(code) ? request.cause : "\(request.cause) \(code)"
            case .unreadable: return "unreadable"
            }
        }
        var verdict: Reception.Verdict
        /// The problems with parts of a response, or `nil` for an outcome without a readable response.
        var diagnostics: [Diagnostic]?
        /// The failure to report.
        var failure: FlagError?
        var next: Duration?
    }

    private let service: PolledService
    private let context: EvaluationContext
    private let channel: FlagChannel
    private let poll: PolledService.Poll
    /// A Boolean value that indicates whether this serves one request, so that a rejection doesn't end anything.
    private let isOnDemand: Bool
    private let state: Lock<State>

    init(
        _ service: PolledService, _ request: FlagRequest, _ channel: FlagChannel, _ poll: PolledService.Poll,
        isOnDemand: Bool = false
    ) {
        self.isOnDemand = isOnDemand
        self.service = service
        context = request.context
        self.channel = channel
        self.poll = poll
        state = Lock(State(flagSet: request.resume, problems: ServiceProblems(provider: service.provider)))
    }

    // MARK: Requests

    /// Creates a request after the service's pause is over.
    func request() async throws(TransportError) -> HTTPRequest {
        state.withLock { $0.isPreparing = true }
        defer { state.withLock { $0.isPreparing = false } }
        if let pause = service.pause, pause.rest > .zero {
            // Flags aren't ready if they can't be confirmed yet. After a failure, they aren't ready anyway.
            if state.withLock({ $0.problems.failure == nil }) { await waits(for: pause.rest) }
            do { try await pause.wait() } catch { throw TransportError(.cancelled, "The run has ended") }
        }
        while true {
            state.withLock { $0.isOutdated = false }
            let request = try await newRequest()
            let isComplete = state.withLock { state in
                state.isPreparing = state.isOutdated && !Task.isCancelled
                return !state.isPreparing
            }
            if isComplete { return request }
        }
    }

    private func newRequest() async throws(TransportError) -> HTTPRequest {
        do {
            return try await poll.request()
        } catch {
            throw TransportError(preparing: error)
        }
    }

    /// Returns a Boolean value that indicates whether a request in preparation will include news that just arrived.
    ///
    /// Otherwise, the caller triggers another request, which counts as being in preparation immediately.
    func leavesToRequest() -> Bool {
        state.withLock { state in
            state.isOutdated = state.isPreparing
            defer { state.isPreparing = true }
            return state.isPreparing
        }
    }

    /// Publishes an error that says when the service's pause is over.
    func waits(for rest: Duration) async {
        await publish(
            FlagError(.general, "\(service.address) requested a pause. Next request in \(rest)."))
    }

    // MARK: Outcomes

    /// Publishes the state that results from an outcome.
    func receive(_ outcome: PollingOutcome) async -> Reception {
        while true {
            let (earlier, version) = state.withLock { ($0.flagSet, $0.version) }
            // Reading and preparing run provider code, so they don't hold a lock.
            var publication = await publication(of: outcome, earlier)
            publication.state = await poll.willPublish(publication.state, publication.outcome)
            guard let isHeard = commit(publication, over: version) else { continue }
            if !isHeard || Task.isCancelled { return Reception(verdict: .superseded) }
            let again = await poll.didPublish(publication.outcome, publication.state.flagSet ?? earlier)
            return Reception(verdict: publication.verdict, askingAgain: again)
        }
    }

    /// Publishes an error without reporting it.
    ///
    /// The current flags remain. If a state is being prepared at the same time, it's prepared again because the error's cause can
    /// change it.
    func publish(_ error: FlagError) async {
        let published = await poll.willPublish(.failed(error), nil)
        state.withLock { state in
            state.version += 1
            _ = channel.offer(published)
        }
    }

    /// Publishes changed flags.
    ///
    /// - Returns: A Boolean value that indicates whether a client needs further flags.
    func update(_ change: @Sendable (FlagSet) -> FlagSet?) async -> Bool {
        while true {
            let (earlier, failure, version) = state.withLock { ($0.flagSet, $0.problems.failure, $0.version) }
            guard let earlier, let flagSet = change(earlier) else { return true }
            let other = failure.map { ProviderState.stale(flagSet, error: $0) } ?? .ready(flagSet)
            let published = await poll.willPublish(other, nil)
            let isHeard = state.withLock { state -> Bool? in
                guard state.version == version else { return nil }
                state.version += 1
                state.flagSet = published.flagSet
                return channel.offer(published)
            }
            if let isHeard { return isHeard }
        }
    }

    /// Sets the current state and publishes it.
    ///
    /// Returns `nil` if another state was published in the meantime. Holds the lock throughout, so that an older state isn't
    /// published later. A channel allows that.
    private func commit(_ publication: Publication, over version: Int) -> Bool? {
        state.withLock { state in
            guard state.version == version else { return nil }
            if Task.isCancelled { return false }
            state.version += 1
            if let flagSet = publication.state.flagSet { state.flagSet = flagSet }
            var diagnostics: [Diagnostic] = []
            if let failure = publication.failure {
                let isRefused = if case .refused = publication.verdict { true } else { false }
                diagnostics = state.problems.failed(
                    failure, cause: publication.cause, next: publication.next, isFinal: isRefused && !isOnDemand)
            } else {
                state.problems.succeeded()
            }
            if let found = publication.diagnostics { diagnostics += state.problems.unreported(found) }
            // Report diagnostics before the state, so that its observers find all of its diagnostics.
            for diagnostic in diagnostics { channel.report(diagnostic) }
            return channel.offer(publication.state)
        }
    }

    // MARK: Reading

    private func publication(of outcome: PollingOutcome, _ earlier: FlagSet?) async -> Publication {
        switch outcome {
        case .modified(let response): return await publication(of: response, earlier)
        case .notModified(let head):
            guard var confirmed = earlier else {
                return failed(
                    .request(.status(HTTPResponse(head))), "responded with status 304 to a request without a validator."
                )
            }
            confirmed.confirmedAt = service.time.now
            return Publication(state: .ready(confirmed), outcome: .notModified, verdict: .kept)
        case .failed(let failure, let next): return refused(failure, next: next)
        }
    }

    private func publication(of response: HTTPResponse, _ earlier: FlagSet?) async -> Publication {
        var answer = PolledService.Answer(
            response: response, context: context, earlier: earlier, now: service.time.now, provider: service.provider,
            validator: response.head.headers[service.policy.validator.field])
        let sent = "sent \(response.body.count) bytes"
        do {
            let flagSet = try await poll.read(&answer)
            return Publication(
                state: .ready(flagSet), outcome: .modified, verdict: .accepted,
                diagnostics: answer.diagnostics.diagnostics)
        } catch let error as FlagError {
            return failed(.unreadable, error.message, code: error.code)
        } catch let error as JSONError {
            let place = "(\(error.code.rawValue), line \(error.line), column \(error.column))"
            return failed(.unreadable, "\(sent) that aren't JSON \(place). Check the URL.", code: .parseError)
        } catch {
            return failed(.unreadable, "\(sent) that can't be read: \(error)".asSentence, code: .parseError)
        }
    }

    private func refused(_ failure: RequestFailure, next: Duration?) -> Publication {
        var publication: Publication
        switch failure {
        case .status(let response):
            let refusal = poll.describe(response)
            publication = failed(.request(failure), refusal.message, code: refusal.code, next: next)
            if refusal.isAnswer, let error = publication.failure { publication.state = .refused(error) }
        case .transport(let error):
            let message = "\(service.address): \(error.message)."
            publication = failed(.request(failure), FlagError(.general, message), next: next)
        }
        guard service.policy.isPermanent(failure), let message = publication.failure?.message else {
            return publication
        }
        let error = FlagError(.providerFatal, message)
        publication.failure = error
        publication.verdict = .refused(error)
        if case .status = failure { publication.state = .refused(error) }
        return publication
    }

    private func failed(
        _ failure: PolledService.Failure, _ what: String, code: ErrorCode = .general, next: Duration? = nil
    ) -> Publication {
        failed(failure, FlagError(code, "\(service.address) \(what)"), next: next)
    }

    private func failed(_ failure: PolledService.Failure, _ error: FlagError, next: Duration?) -> Publication {
        Publication(
            state: .failed(error), outcome: .failed(failure), verdict: failure == .unreadable ? .unreadable : .kept,
            failure: error, next: next)
    }
}
