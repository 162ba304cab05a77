// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardSupport

/// The rules of one run, and the wait for the next time at which they change a flag.
package final class RunningRules<Rules: ServiceRules>: Sendable {
    private struct State: ~Copyable {
        var known: KnownRules<Rules>?
        /// A time just before the flags were evaluated.
        var evaluatedAt: Instant
        /// Ends the wait when the rules are replaced.
        var waiting: FirstResult<Bool>?
    }

    private let state: Lock<State>
    private let time: any TimeSource

    package init(_ known: KnownRules<Rules>?, evaluatedAt now: Instant, on time: any TimeSource) {
        state = Lock(State(known: known, evaluatedAt: now))
        self.time = time
    }

    /// Records that flags are evaluated now.
    package func evaluated(at now: Instant) { state.withLock { $0.evaluatedAt = now } }

    /// Records a state that will be published, and returns the rules that are then in use.
    package func note(_ published: ProviderState) -> KnownRules<Rules>? {
        let (known, ended) = state.withLock { state -> (KnownRules<Rules>?, FirstResult<Bool>?) in
            let earlier = state.known?.rules
            if let fresh = published.flagSet.flatMap(KnownRules<Rules>.init) { state.known = fresh }
            state.known?.error = published.error
            return (state.known, state.known?.rules === earlier ? nil : state.waiting.take())
        }
        ended?.set(false)
        return known
    }

    /// Returns `true` at the next time at which a rule changes a flag, or `false` when the rules are replaced.
    package func waitForNextChange() async -> Bool {
        let waiting = FirstResult<Bool>()
        let moment = state.withLock { state in
            state.waiting = waiting
            return state.known?.rules.nextMoment(after: state.evaluatedAt)
        }
        // If the time passed while the flags were evaluated, there's no wait.
        let rest = moment.map { max($0 - time.now, .zero) }
        return await waiting.value(within: rest, on: time, late: true, cancelled: false)
    }
}
