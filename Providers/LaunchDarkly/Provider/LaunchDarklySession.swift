// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// Carries out what a run decides: publishes states, and notifies the listener.
///
/// Polls and streams of one run may report at the same time; each report is handled as a whole.
final class LaunchDarklySession: Sendable {
    /// What the caller has to do.
    struct Outcome: Sendable {
        /// Whether further results are wanted.
        var isHeard: Bool
        var isAccepted: Bool
        var wantsPoll: Bool
        /// The flags in place lost their tag.
        var losesTag: Bool
        var refusal: LaunchDarklyRun.Refusal?
        /// The uptime at which ``showOutage()`` is to be called, if there is a new one.
        var outageDeadline: Duration?
    }

    private struct State: ~Copyable {
        var run: LaunchDarklyRun
        var isHeard = true
    }

    private let state: Lock<State>
    private let channel: FlagChannel
    private let log: ConnectionLog
    private let listener: LaunchDarklyListener
    private let events: LaunchDarklyEvents?
    private let environment: EnvironmentName
    private let time: any TimeSource
    private let number: Int
    private let context: EvaluationContext

    init(
        _ run: LaunchDarklyRun, _ mode: LaunchDarklyConnection.Mode, channel: FlagChannel, log: ConnectionLog,
        listener: LaunchDarklyListener, events: LaunchDarklyEvents?, environment: EnvironmentName,
        time: any TimeSource
    ) {
        self.environment = environment
        environment.take(run.environmentID)
        state = Lock(State(run: run))
        context = run.context
        self.channel = channel
        self.log = log
        self.listener = listener
        self.events = events
        self.time = time
        number = log.begin(mode, knownSince: run.flagSet?.confirmedAt, at: time.now)
    }

    /// The tag of the flags in place.
    var tag: String? { state.withLock { $0.run.tag } }

    /// Serves the flags in place as the answer if they are younger than an interval; returns how long they will be.
    func trust(within interval: Duration) -> Duration? {
        let now = time.now
        guard let (_, rest) = state.withLock({ $0.run.trust(within: interval, at: now) }) else { return nil }
        let outcome = take { run, now, _ in run.trust(within: interval, at: now)?.effects ?? LaunchDarklyRun.Effects() }
        return outcome.isHeard ? rest : nil
    }

    func take(_ outcome: PollingOutcome, refusals: Set<Int>) -> Outcome {
        switch outcome {
        case .modified(let response): name(response.head)
        case .notModified(let head): name(head)
        case .failed: break
        }
        return take { run, now, _ in run.receive(outcome, refusals: refusals, at: now) }
    }

    func take(_ event: EventSource.Event) -> Outcome {
        if case .status(.open(let head)) = event { name(head) }
        return take { run, now, uptime in
            switch event {
            case .status(let status): run.receive(status, at: now, uptime: uptime)
            case .event(let event): run.receive(event, at: now)
            case .comment: LaunchDarklyRun.Effects()
            }
        }
    }

    /// Shows that the stream is lost, if it still is and has been for long enough.
    func showOutage() -> Outcome {
        take { run, now, uptime in run.showOutage(at: now, uptime: uptime) }
    }

    /// Stores the service's name for the environment.
    private func name(_ head: HTTPResponseHead) {
        guard let id = head.headers["X-LD-EnvID"] else { return }
        environment.take(id)
        state.withLock { $0.run.environmentID = id }
    }

    private func take(
        _ receive: @Sendable (inout LaunchDarklyRun, Instant, Duration) -> LaunchDarklyRun.Effects
    ) -> Outcome {
        let (now, uptime) = (time.now, time.uptime)
        let (effects, losesTag, isHeard) = state.withLock { state in
            let hadTag = state.run.tag != nil
            let effects = receive(&state.run, now, uptime)
            // All under the lock, so that states keep their order; a channel allows that. The state comes last, so that
            // its observers find everything that belongs to it.
            if state.isHeard {
                for finding in effects.findings { channel.report(finding) }
                log.note(effects.connection, of: number, at: now)
            }
            if let published = effects.state { state.isHeard = channel.offer(published) && state.isHeard }
            return (effects, hadTag && state.run.tag == nil, state.isHeard)
        }
        if isHeard {
            log.tell()
            if let opening = effects.opening { events?.noteStream(opening) }
            if let news = effects.news { listener.heard(news, context) }
        }
        return Outcome(
            isHeard: isHeard, isAccepted: effects.isAccepted, wantsPoll: effects.wantsPoll, losesTag: losesTag,
            refusal: effects.refusal, outageDeadline: effects.outageDeadline)
    }
}
