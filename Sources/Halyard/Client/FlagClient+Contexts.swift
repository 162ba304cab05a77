// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// The flags of this moment, decided for a context: for a server, whose every request has its own.
    ///
    /// ```swift
    /// let view = flags.snapshot(for: .user("ada", ["plan": "gold"]))
    /// if view[.newNav] { show(view.int("limit", default: 10)) }  // one answer for the whole request
    /// ```
    /// Memory only, and synchronous. What holds for the client holds here: overrides, kill switch, hooks (with this context),
    /// exposures, explanations. Reads are counted together, for the kinds of the context and no one in particular; a context is not
    /// identified. The view stays as it is whatever arrives meanwhile, also after ``shutdown(within:)``.
    ///
    /// The provider must decide flags itself (``FlagRules``), or have the same for everyone, as a file has. Where it does neither,
    /// reads give the caller's default with ``ErrorCode/invalidContext``, and never the flags of someone else; see
    /// ``snapshot(for:within:)`` for such a provider. The client's own context costs what ``snapshot()`` does.
    public func snapshot(for context: EvaluationContext) -> FlagSnapshot { FlagSnapshot(published, for: context) }

    /// The flags of a context, asked for where the provider does not decide them itself: for bots, command-line tools, and
    /// servers with little traffic.
    ///
    /// ```swift
    /// let view = await flags.snapshot(for: .user("ada"), within: .milliseconds(80))
    /// ```
    /// With rules, with flags that are the same for everyone, and for the client's own context it returns what
    /// ``snapshot(for:)`` does, at once. Otherwise an ``OnDemandProvider`` is asked, and the answer is good for a minute. Without
    /// one in time, or after a failure, the last answer for this context serves, and its state says why it may be out of date;
    /// without one, reads give the caller's default. Never the flags of someone else.
    ///
    /// A ``CombinedProvider`` merges the answers of its services with the flags that the client evaluates. If no answer comes in
    /// time, the view has only the flags that the client evaluates.
    ///
    /// Costs a request for each context and minute, and the memory of up to 1000 contexts' flags, of which the one that was used
    /// longest ago goes first. At most 32 requests are under way; further ones wait for their turn, and those for the same context
    /// for one answer; one that no caller waits for any more when its turn comes is dropped. After a failure the context is not
    /// asked about for 5 seconds. Nothing is stored, there are no changes to observe, and the service sees every context. More
    /// traffic needs a provider with rules.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - deadline: How long to wait at most; zero or less returns what is there, and asks for the next call unless others
    ///     are waiting for their turn.
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
        if let flagSet = known.flagSet { return FlagSnapshot(newest, answer: flagSet, error: known.error) }
        // A combination evaluates some flags itself.
        if newest.ruleSet != nil { return FlagSnapshot(newest, for: context) }
        return FlagSnapshot(newest, for: context, refusal: known.error ?? .decidesElsewhere(session.provider.name))
    }
}
