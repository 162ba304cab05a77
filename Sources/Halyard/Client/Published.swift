// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An immutable object with a client's state and everything else that reads need.
///
/// Readers copy eight bytes, and never see parts of two states.
@usableFromInline
final class Published: Sendable {
    let state: FlagClient.State
    /// The provider's flags for the client's context, with the overrides and the kill switch on top.
    let layers: LayeredTable
    /// The flags that reads see.
    let flags: ContextFlags
    @usableFromInline let evaluator: Evaluator
    /// The time at which the kill switch expires, or `nil` if it has no effect.
    let killSwitchExpiry: Instant?
    /// A Boolean value that indicates whether at least one flag can expire.
    let mayExpire: Bool
    /// A Boolean value that indicates whether plain reads need no further checks.
    ///
    /// It's `true` if no hook or sink requires every evaluation, and no flag can expire.
    let isPlain: Bool
    /// The rules that evaluate flags for other contexts, or `nil` if the provider evaluates them elsewhere.
    let ruleSet: RuleSet?
    /// The context under which reads are counted.
    let served: ServedContext
    /// The context under which snapshots for contexts with the same kinds as the client's count their reads.
    let kinds: ServedContext
    /// The sinks that have received the client's context, or `nil` if none requires it.
    let uses: ContextUses?

    /// - Parameter previous: The object for the previous state.
    init(
        _ state: FlagClient.State, _ evaluator: Evaluator, _ layers: LayeredTable = LayeredTable(),
        after previous: Published? = nil
    ) {
        let context = state.flagSet?.context ?? state.context
        self.state = state
        self.layers = layers
        self.evaluator = evaluator
        flags = ContextFlags(layers.table)
        killSwitchExpiry = layers.killSwitchExpiry
        mayExpire = state.flagSet?.mayExpire ?? false
        isPlain = evaluator.isPlain && !mayExpire && killSwitchExpiry == nil
        ruleSet = state.flagSet?.ruleSet
        uses = evaluator.reportsContexts ? ContextUses() : nil
        if let previous, previous.served.context == context {
            served = previous.served
            kinds = previous.kinds
        } else {
            served = ServedContext(context)
            kinds = evaluator.router.kinds.object(for: context)
        }
    }

    /// Returns a Boolean value that indicates whether plain reads of another state get the same flags and are counted in the
    /// same way.
    func isReadLike(_ other: Published) -> Bool {
        evaluator === other.evaluator && served === other.served && isPlain == other.isPlain
            && flags.hasSame(as: other.flags)
    }
}
