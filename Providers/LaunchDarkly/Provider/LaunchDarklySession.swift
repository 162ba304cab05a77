// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// Applies the effects of a run: publishes states and notifies the listener.
///
/// The polls and streams of one run can report at the same time. The session handles each report as a whole.
final class LaunchDarklySession: Sendable {
    /// The work that remains for the caller.
    struct Outcome: Sendable {
        /// A Boolean value that indicates whether the channel accepts further results.
        var isHeard: Bool
        var isAccepted: Bool
        var wantsPoll: Bool
        /// A Boolean value that indicates whether the flags in place lost their ETag.
        var losesTag: Bool
        /// A Boolean value that indicates whether the stream must be opened again.
        var rejectsStream: Bool
        var refusal: LaunchDarklyRun.Refusal?
        /// The uptime for calling ``showOutage()``, if there is a new outage.
        var outageDeadline: Duration?
    }

    private struct State: ~Copyable {
        var run: LaunchDarklyRun
        var isHeard = true
    }

    private let state: Lock<State>
    private let channel: FlagChannel
    private let log: ConnectionLog?
    private let listener: LaunchDarklyListener
    private let events: LaunchDarklyEvents?
    private let environment: EnvironmentName
    private let willPublish: @Sendable (ProviderState) -> Void
    private let time: any TimeSource
    private let number: Int
    private let context: EvaluationContext

    init(
        _ run: LaunchDarklyRun, _ mode: LaunchDarklyConnection.Mode, channel: FlagChannel, log: ConnectionLog?,
        listener: LaunchDarklyListener, events: LaunchDarklyEvents?, environment: EnvironmentName,
        time: any TimeSource, willPublish: @escaping @Sendable (ProviderState) -> Void = { _ in }
    ) {
        self.willPublish = willPublish
        self.environment = environment
        environment.update(run.environmentID)
        state = Lock(State(run: run))
        context = run.context
        self.channel = channel
        self.log = log
        self.listener = listener
        self.events = events
        self.time = time
        number = log?.beginConnection(mode, knownSince: run.flagSet?.confirmedAt, at: time.now) ?? 0
    }

    /// The ETag of the flags in place.
    var tag: String? { state.withLock { $0.run.tag } }

    /// Serves the flags in place as the response if they are younger than an interval.
    ///
    /// - Returns: The remaining time until they reach that age, or `nil` if they aren't served.
    func trust(within interval: Duration) -> Duration? {
        let now = time.now
        guard let (_, rest) = state.withLock({ $0.run.trust(within: interval, at: now) }) else { return nil }
        let outcome = receive { run, now, _ in
            run.trust(within: interval, at: now)?.effects ?? LaunchDarklyRun.Effects()
        }
        return outcome.isHeard ? rest : nil
    }

    func receive(_ outcome: PollingOutcome, refusals: Set<Int>) -> Outcome {
        switch outcome {
        case .modified(let response): name(response.head)
        case .notModified(let head): name(head)
        case .failed: break
        }
        return receive { run, now, _ in run.receive(outcome, refusals: refusals, at: now) }
    }

    func receive(_ event: EventSource.Event) -> Outcome {
        if case .status(.open(let head)) = event { name(head) }
        return receive { run, now, uptime in
            switch event {
            case .status(let status): run.receive(status, at: now, uptime: uptime)
            case .event(let event): run.receive(event, at: now)
            case .comment: LaunchDarklyRun.Effects()
            }
        }
    }

    /// Shows that the stream is lost if it has been lost for long enough and still is.
    func showOutage() -> Outcome {
        receive { run, now, uptime in run.showOutage(at: now, uptime: uptime) }
    }

    /// Stores the service's name for the environment.
    private func name(_ head: HTTPResponseHead) {
        guard let id = head.headers["X-LD-EnvID"] else { return }
        environment.update(id)
        state.withLock { $0.run.environmentID = id }
    }

    private func receive(
        _ receive: @Sendable (inout LaunchDarklyRun, Instant, Duration) -> LaunchDarklyRun.Effects
    ) -> Outcome {
        let (now, uptime) = (time.now, time.uptime)
        let (effects, losesTag, isHeard) = state.withLock { state in
            let hadTag = state.run.tag != nil
            let effects = receive(&state.run, now, uptime)
            // All of this happens under the lock so that states keep their order, which a channel allows. The state comes
            // last so that its observers find everything that belongs to it.
            if state.isHeard {
                for diagnostic in effects.diagnostics { channel.report(diagnostic) }
                log?.note(effects.connection, of: number, at: now)
            }
            if let published = effects.state {
                if state.isHeard { willPublish(published) }
                state.isHeard = channel.offer(published) && state.isHeard
            }
            return (effects, hadTag && state.run.tag == nil, state.isHeard)
        }
        if isHeard {
            log?.tell()
            if let opening = effects.opening { events?.noteStream(opening) }
            if let news = effects.news { listener.heard(news, context) }
        }
        return Outcome(
            isHeard: isHeard, isAccepted: effects.isAccepted, wantsPoll: effects.wantsPoll, losesTag: losesTag,
            rejectsStream: effects.rejectsStream, refusal: effects.refusal, outageDeadline: effects.outageDeadline)
    }
}
