// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A client's state, with everything that reads need.
///
/// An immutable object: readers copy eight bytes and never see parts of two states.
@usableFromInline
final class Published: Sendable {
    let state: FlagClient.State
    /// The provider's flags for the client's context, with the overrides and the kill switch on top.
    let layers: LayeredTable
    /// The flags that reads see.
    let flags: ContextFlags
    @usableFromInline let evaluator: Evaluator
    /// The time at which the kill switch expires.
    ///
    /// Nil if it has no effect.
    let killSwitchExpiry: Instant?
    /// At least one flag can expire.
    let mayExpire: Bool
    /// A plain read needs no further checks: no hook or sink needs every evaluation, and no flag can expire.
    let isPlain: Bool
    /// The rules that evaluate flags for other contexts.
    ///
    /// Nil if the provider evaluates them elsewhere.
    let ruleSet: RuleSet?
    /// The context under which reads are counted.
    let served: ServedContext
    /// The context under which views count their reads, if they're for contexts of the same kinds as the client's.
    let kinds: ServedContext

    /// - Parameter previous: The object for the state before.
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
        if let previous, previous.served.context == context {
            served = previous.served
            kinds = previous.kinds
        } else {
            served = ServedContext(context)
            kinds = evaluator.router.kinds(of: context)
        }
    }

    /// Returns true if plain reads of another state of the same client get the same flags and are counted in the same way.
    func isReadLike(_ other: Published) -> Bool {
        evaluator === other.evaluator && served === other.served && isPlain == other.isPlain
            && flags.hasSame(as: other.flags)
    }
}
