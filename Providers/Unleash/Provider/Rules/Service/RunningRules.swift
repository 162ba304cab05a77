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
        /// Counts the changes of the run, so that one that was overtaken is made again.
        var version = 0
        /// Ends the wait for a moment when there are other rules.
        var waiting: FirstResult<Bool>?
    }

    private let state: Lock<State>
    private let channel: FlagChannel
    private let remember: @Sendable (KnownRules, Instant) -> Void
    private let time: any TimeSource

    /// - Parameter remember: Keeps rules for other runs, given the present time; called before an app learns of them, on any thread.
    init(
        _ run: UnleashRulesRun, _ channel: FlagChannel, time: any TimeSource,
        remember: @escaping @Sendable (KnownRules, Instant) -> Void
    ) {
        state = Lock(State(run: run))
        self.channel = channel
        self.time = time
        self.remember = remember
    }

    var usesDelta: Bool { state.withLock { $0.run.usesDelta } }

    /// Publishes what a response leads to.
    func receive(_ outcome: PollingOutcome) -> Result {
        while true {
            let now = time.now
            var (run, version) = state.withLock { ($0.run, $0.version) }
            if run.lacksDelta(outcome) {
                if replace(version, with: run, publishing: nil, at: now) == nil { continue }
                return .noDelta
            }
            // Rules are compiled, and contexts mapped, without a lock.
            let effects = run.receive(outcome, at: now)
            guard let isHeard = replace(version, with: run, publishing: effects.state, at: now) else { continue }
            if !isHeard { return .superseded }
            for finding in effects.findings { channel.report(finding) }
            switch effects.result {
            case .modified:
                state.withLock { $0.waiting.take() }?.set(false)
                return .accepted
            case .failed(.undecodable): return .unreadable
            case .notModified, .failed: return .kept
            }
        }
    }

    /// Publishes the flags anew at each moment at which a rule about the time decides otherwise, until the task is cancelled.
    func decideAgainInTime() async {
        while !Task.isCancelled {
            let (waiting, moment) = state.withLock { state in
                let waiting = FirstResult<Bool>()
                state.waiting = waiting
                return (waiting, state.run.nextMoment)
            }
            // One that passed while the flags were decided is no wait.
            let rest = moment.map { max($0 - time.now, .zero) }
            guard await waiting.value(within: rest, on: time, late: true, cancelled: false) else { continue }
            let now = time.now
            var (run, version) = state.withLock { ($0.run, $0.version) }
            guard let decided = run.decide(at: now) else { continue }
            if replace(version, with: run, publishing: decided, at: now) == false { return }
        }
    }

    /// Puts a changed run in place, and publishes its state; nil when there were other changes meanwhile, which nothing was made of.
    ///
    /// Returns whether a client listens.
    private func replace(
        _ version: Int, with run: UnleashRulesRun, publishing published: ProviderState?, at now: Instant
    ) -> Bool? {
        state.withLock { state in
            guard state.version == version else { return nil }
            state.run = run
            state.version += 1
            // First, so that an app that changes its context on this news needs no network.
            if let known = run.known { remember(known, now) }
            // Under the lock, so that what was decided earlier is not published later.
            return published.map { channel.offer($0) } ?? true
        }
    }
}
