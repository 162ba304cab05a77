// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// The rules that all runs of a provider share, so that a new context or client doesn't need a request.
///
/// Safe to use from any thread.
package final class RulesMemory<Rules: ServiceRules>: Sendable {
    private let known = Lock<KnownRules<Rules>?>(nil)

    package init() {}

    /// Keeps rules for other clients and contexts, unless there are newer rules.
    package func remember(_ new: KnownRules<Rules>, at now: Instant) {
        known.withLock { known in
            // If a confirmation is in the future, the clock has been set back since then.
            if let other = known, other.confirmedAt > new.confirmedAt, other.confirmedAt <= now { return }
            known = new
        }
    }

    /// Returns the start of a run with the rules in memory, or with the client's own rules if there are none in memory.
    ///
    /// - Parameters:
    ///   - request: The client's request.
    ///   - restore: Creates rules from the data that a client received earlier, from another provider or in an earlier launch.
    package func start(_ request: FlagRequest, restoring restore: (FlagValue) -> Rules?) -> RulesStart<Rules> {
        RulesStart(request, newest: known.withLock { $0 }, restoring: restore)
    }
}

/// The start of one run of a provider with rules.
package struct RulesStart<Rules: ServiceRules>: Sendable {
    /// The rules that the run starts with, or `nil` if there are none.
    package let known: KnownRules<Rules>?
    /// The rules in memory, or `nil` if there are none.
    package let newest: KnownRules<Rules>?
    /// The client's request, which resumes the flags that the rules evaluate for its context.
    package private(set) var request: FlagRequest
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
                restore(resume.providerData).map {
                    KnownRules(rules: $0, validator: resume.validator, confirmedAt: resume.confirmedAt)
                }
            }
        let isDecided = known.map { request.resume?.rules as? Rules === $0.rules } ?? false
        self.request.resume = known?.flagSet(for: request.context, after: isDecided ? request.resume : nil)
    }

    /// A Boolean value that indicates whether the run must request the rules immediately.
    ///
    /// Before a new provider takes over, it tries again instead of failing with an earlier error.
    package var asksAtOnce: Bool {
        request.cause == .refresh || (request.cause == .swap && newest?.error != nil)
    }

    /// A Boolean value that indicates whether the run is for another context of a client that already has the rules.
    package var isForAnotherContext: Bool {
        if case .contextChanged = request.cause { true } else { false }
    }

    /// Returns the first state of the run, or `nil` if the service must send rules first.
    ///
    /// Rules in memory are valid for any context. Rules from an earlier launch must be confirmed.
    ///
    /// - Parameter isAnswer: A Boolean value that indicates whether the rules in memory are recent enough.
    package func firstState(isAnswer: Bool) -> ProviderState? {
        guard let newest, request.cause != .refresh, let decided = request.resume else { return nil }
        if isAnswer, !asksAtOnce, newest.error == nil { return .ready(decided) }
        return .stale(decided, error: asksAtOnce ? nil : newest.error)
    }

    /// The state of an offline client.
    ///
    /// Flags that the run received aren't published again, because the client or a policy serves them.
    package var offlineState: ProviderState {
        guard let decided = request.resume else {
            return .failed(
                FlagError(
                    .providerNotReady,
                    "The client is offline and has no rules. Go online, or add a bootstrap with rules."))
        }
        if let given, !decided.table.hasChanges(since: given.table) { return .stale(error: known?.error) }
        return .stale(decided, error: known?.error)
    }

    /// Returns the delay until the next request for rules, which is zero for an immediate request.
    ///
    /// - Parameter interval: The time between requests, or `nil` for requests on demand.
    /// - Returns: The delay, or `nil` to wait for a request on demand.
    package func delay(every interval: Duration?, at now: Instant) -> Duration? {
        guard let newest, !asksAtOnce else { return .zero }
        let age = now - newest.confirmedAt
        // A negative age means that the clock was set back.
        guard age >= .zero else { return .zero }
        return interval.map { max($0 - age, .zero) }
    }
}
