// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Returns a snapshot of the current flags, evaluated for a context.
    ///
    /// Use it on a server, where each request has its own context.
    ///
    /// ```swift
    /// let snapshot = flags.snapshot(for: .user("ada", ["plan": "gold"]))
    /// if snapshot[.newNav] { show(snapshot.int("limit", default: 10)) }  // one answer for the whole request
    /// ```
    /// Synchronous, and doesn't perform I/O. The client's overrides, kill switch, hooks (with this context), exposures,
    /// and explanations also apply to the snapshot. Reads are counted together for the context's kinds, without its
    /// keys, and the context isn't identified. The snapshot never changes, even after ``shutdown(within:)``.
    ///
    /// The provider must evaluate flags itself (``FlagRules``), or have the same flags for all contexts, such as flags from a
    /// file. Otherwise, reads return the caller's default value with ``ErrorCode/invalidContext``, and never another
    /// context's flags. Use ``snapshot(for:within:)`` for such a provider. For the client's own context, the cost is the same
    /// as for ``snapshot()``.
    public func snapshot(for context: EvaluationContext) -> FlagSnapshot { FlagSnapshot(published, for: context) }

    /// Returns a snapshot of a context's flags, and requests them if the provider doesn't evaluate them itself.
    ///
    /// Use it for bots, command-line tools, and servers with little traffic.
    ///
    /// ```swift
    /// let snapshot = await flags.snapshot(for: .user("ada"), within: .milliseconds(80))
    /// ```
    /// If the provider has rules, if its flags are the same for all contexts, or if the context is the client's own,
    /// this method immediately returns the same snapshot as ``snapshot(for:)``. Otherwise, it requests the flags from
    /// an ``OnDemandProvider``, whose response is valid for a minute. If no response arrives in time, or if the request
    /// fails, the snapshot has the context's last flags, and its state explains why they might be out of date. If there
    /// are none, reads return the caller's default value. The snapshot never has another context's flags.
    ///
    /// A ``CombinedProvider`` merges its services' responses with the flags that the client evaluates, which are always the current
    /// ones. This costs one call of the strategy for each flag. If no response arrives in time, the snapshot has only the flags
    /// that the client evaluates.
    ///
    /// Costs a request for each context and minute, and the memory for the flags of up to 1,000 contexts, of which the least
    /// recently used one is removed first. At most 32 requests run at a time. Further requests wait for their turn, and
    /// callers for the same context share a request. A request is dropped if no caller waits for it when its turn comes.
    /// After a failure, the client doesn't request the context's flags again for 5 seconds. Nothing is stored, there are no
    /// changes to observe, and the service receives every context. For more traffic, use a provider with rules.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - deadline: The maximum time to wait. Zero or less returns the available flags, and requests new flags for the next
    ///     call unless other requests are waiting for their turn.
    public func snapshot(for context: EvaluationContext, within deadline: Duration) async -> FlagSnapshot {
        let (published, session, isRunning) = core.withLock { core in
            (core.machine.published, core.sessions[core.machine.session], core.machine.phase == .running)
        }
        let served = published.state.flagSet
        let isHere = served?.decidesHere == true || context == published.served.context && served != nil
        guard isRunning, !isHere, let session else { return FlagSnapshot(published, for: context) }
        guard let onDemand = session.onDemand else {
            if served == nil || published.ruleSet != nil { return FlagSnapshot(published, for: context) }
            return FlagSnapshot(published, for: context, refusal: .cannotBeAsked(session.provider.name))
        }
        let known = await onDemand.flags(for: context, with: served, within: deadline)
        let (newest, isSame) = core.withLock { core in
            (core.machine.published, core.machine.session == session.number && core.machine.phase == .running)
        }
        if !isSame || newest.state.flagSet?.decidesHere == true { return FlagSnapshot(newest, for: context) }
        if let answer = known.flagSet {
            let flagSet = newest.state.flagSet?.refreshing(answer) ?? answer
            return FlagSnapshot(newest, answer: flagSet, error: known.error)
        }
        // A combination evaluates some flags itself.
        if newest.ruleSet != nil { return FlagSnapshot(newest, for: context) }
        return FlagSnapshot(newest, for: context, refusal: known.error ?? .decidesElsewhere(session.provider.name))
    }
}
