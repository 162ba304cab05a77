// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// The rules that all runs of a provider share, so that a new context or client doesn't have to wait for a response.
///
/// Safe to use from any thread.
package final class RulesMemory<Rules: ServiceRules>: Sendable {
    private struct State: ~Copyable {
        var known: KnownRules<Rules>?
        /// A Boolean value that indicates whether the rules in memory are current.
        ///
        /// Rules become current when the service sends or confirms them. They stop being current when a run fails, when a run
        /// starts offline, and when a run starts with rules that are older than the interval between requests.
        var isCurrent = false
    }

    private let state = Lock(State())

    package init() {}

    /// Records a run's state after a response or a failure, and keeps the run's rules unless there are newer rules.
    ///
    /// - Parameters:
    ///   - known: The run's rules, or `nil` for none.
    ///   - published: The state, whose rules are current if its status is ready.
    package func remember(_ known: KnownRules<Rules>?, after published: ProviderState, at now: Instant) {
        state.withLock { state in
            state.isCurrent = published.status == .ready
            guard let known else { return }
            // If a confirmation is in the future, the clock has been set back since then.
            if let other = state.known, other.confirmedAt > known.confirmedAt, other.confirmedAt <= now { return }
            state.known = known
        }
    }

    /// Records that the rules might be out of date until the service confirms them.
    package func markOutdated() { state.withLock { $0.isCurrent = false } }

    /// Starts a run with the rules in memory, or with the client's own rules if there are none in memory.
    ///
    /// - Parameters:
    ///   - request: The client's request.
    ///   - interval: The time between requests for rules, `nil` for requests on demand, or zero for a request at each start.
    ///   - isPaused: A Boolean value that indicates whether the rules in memory are recent enough at any age.
    ///   - now: The current time.
    ///   - restore: Creates rules from the data that a client received earlier, from another provider or in an earlier launch.
    package func start(
        _ request: FlagRequest, every interval: Duration?, isPaused: Bool = false, at now: Instant,
        restoring restore: (FlagValue) -> Rules?
    ) -> RulesStart<Rules> {
        let (newest, isCurrent) = state.withLock { ($0.known, $0.isCurrent) }
        var start = RulesStart(request, newest: newest, restoring: restore)
        start.delay = start.delay(every: interval, at: now)
        let isFresh = start.delay != .zero || isPaused || (start.isForAnotherContext && isCurrent)
        start.firstState = request.mode == .offline ? start.offlineState : start.firstState(isFresh: isFresh)
        if let first = start.firstState, first.status != .ready { markOutdated() }
        return start
    }
}

/// The start of one run of a provider with rules.
package struct RulesStart<Rules: ServiceRules>: Sendable {
    /// The rules that the run starts with, or `nil` if there are none.
    package let known: KnownRules<Rules>?
    /// The client's request, which resumes the flags that the rules evaluate for its context.
    package private(set) var request: FlagRequest
    /// The delay until the next request for rules, which is zero for an immediate request, or `nil` to wait for a request on demand.
    package fileprivate(set) var delay: Duration?
    /// The first state of the run, or `nil` if the service must send rules first.
    ///
    /// Rules in memory are valid for any context. Rules from an earlier launch must be confirmed.
    package fileprivate(set) var firstState: ProviderState?
    /// The rules in memory, or `nil` if there are none.
    private let newest: KnownRules<Rules>?
    private let given: FlagSet?

    fileprivate init(
        _ request: FlagRequest, newest: KnownRules<Rules>?, restoring restore: (FlagValue) -> Rules?
    ) {
        self.newest = newest
        given = request.resume
        self.request = request
        known =
            newest
            ?? request.resume.flatMap { resume in
                restore(resume.providerData).map { KnownRules($0, restoredFrom: resume) }
            }
        let isEvaluated = known.map { request.resume?.rules as? Rules === $0.rules } ?? false
        self.request.resume = known?.flagSet(for: request.context, after: isEvaluated ? request.resume : nil)
    }

    /// A Boolean value that indicates whether the run must request the rules immediately.
    ///
    /// Before a new provider takes over, it tries again instead of failing with an earlier error.
    package var requestsImmediately: Bool {
        request.cause == .refresh || (request.cause == .swap && newest?.error != nil)
    }

    /// A Boolean value that indicates whether the run resumes rules in memory for another context of the client.
    package var isForAnotherContext: Bool {
        if case .contextChanged = request.cause { newest != nil } else { false }
    }

    /// Returns the first state of a client that isn't offline.
    ///
    /// - Parameter isFresh: A Boolean value that indicates whether the rules in memory are recent enough.
    fileprivate func firstState(isFresh: Bool) -> ProviderState? {
        guard let newest, request.cause != .refresh, let flagSet = request.resume else { return nil }
        if isFresh, !requestsImmediately, newest.error == nil { return .ready(flagSet) }
        return .stale(flagSet, error: requestsImmediately ? nil : newest.error)
    }

    /// The state of an offline client.
    ///
    /// Flags that the run received aren't published again, because the client or a policy serves them.
    fileprivate var offlineState: ProviderState {
        guard let flagSet = request.resume else {
            return .failed(
                FlagError(
                    .providerNotReady,
                    "The client is offline and has no rules. Go online, or add a bootstrap with rules."))
        }
        if let given, !flagSet.table.hasChanges(since: given.table) { return .stale(error: known?.error) }
        return .stale(flagSet, error: known?.error)
    }

    fileprivate func delay(every interval: Duration?, at now: Instant) -> Duration? {
        guard let newest, !requestsImmediately else { return .zero }
        let age = now - newest.confirmedAt
        // A negative age means that the clock was set back.
        guard age >= .zero else { return .zero }
        return interval.map { max($0 - age, .zero) }
    }
}
