// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport

/// One run of the provider, which two tasks take forward: the one that polls, and the one that waits for the moments at which rules
/// decide otherwise.
final class RunningRules: Sendable {
    /// What came of a response.
    enum Result: Sendable {
        /// The rules in place are those of the response.
        case accepted
        /// The rules in place stay.
        case kept
        /// They stay, and the response could not be read.
        case unreadable
        /// The service has no changes to offer.
        case noDelta
        /// No client listens any more.
        case superseded
    }

    private struct State {
        var run: UnleashRulesRun
        /// Ends the wait for a moment when there are other rules.
        var waiting: FirstResult<Bool>?
    }

    private let state: Lock<State>
    private let channel: FlagChannel
    private let remember: @Sendable (KnownRules) -> Void
    private let time: any TimeSource

    /// - Parameter remember: Keeps rules for other runs; called before an app learns of them, on any thread.
    init(
        _ run: UnleashRulesRun, _ channel: FlagChannel, time: any TimeSource,
        remember: @escaping @Sendable (KnownRules) -> Void
    ) {
        state = Lock(State(run: run))
        self.channel = channel
        self.time = time
        self.remember = remember
    }

    var usesDelta: Bool { state.withLock { $0.run.usesDelta } }

    /// Publishes what a response leads to.
    func receive(_ outcome: PollingOutcome) -> Result {
        let now = time.now
        let (result, findings, waiting) = state.withLock { state -> (Result, [Diagnostic], FirstResult<Bool>?) in
            if state.run.lacksDelta(outcome) { return (.noDelta, [], nil) }
            let effects = state.run.receive(outcome, at: now)
            // First, so that an app that changes its context on this news needs no network.
            if let known = state.run.known { remember(known) }
            // Under the lock, so that what was decided earlier is not published later.
            guard channel.publish(effects.state) else { return (.superseded, [], nil) }
            let result: Result =
                switch effects.result {
                case .modified: .accepted
                case .failed(.undecodable): .unreadable
                case .notModified, .failed: .kept
                }
            return (result, effects.findings, result == .accepted ? state.waiting.take() : nil)
        }
        waiting?.set(false)
        for finding in findings { channel.report(finding) }
        return result
    }

    /// Publishes the flags anew at each moment at which a rule about the time decides otherwise, until the task is cancelled.
    func decideAgainInTime() async {
        while !Task.isCancelled {
            let now = time.now
            let (waiting, moment) = state.withLock { state in
                let waiting = FirstResult<Bool>()
                state.waiting = waiting
                return (waiting, state.run.known?.rules.nextMoment(after: now))
            }
            let isTime = await waiting.value(
                within: moment.map { $0 - now }, on: time, late: true, cancelled: false)
            guard isTime else { continue }
            state.withLock { state in
                if let decided = state.run.decide() { channel.publish(decided) }
            }
        }
    }
}
