// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A state and how to read it, behind a reference: readers copy eight bytes and never see parts of two states.
///
/// Made for the client's context; ``view(for:)`` makes one of it for another context, which shares all but the flags.
@usableFromInline
final class Published: Sendable {
    /// What a client's state and the views for other contexts share.
    private final class Shared: Sendable {
        let state: ClientState
        /// The provider's flags for the client's context, and what lies on top of them.
        let layers: LayeredTable
        /// When the kill switch stops having any effect; nil when it has none.
        let killSwitchExpiry: Instant?
        /// Whether some flags may expire.
        let mayExpire: Bool

        init(_ state: ClientState, _ layers: LayeredTable) {
            self.state = state
            self.layers = layers
            killSwitchExpiry = layers.killSwitchExpiry
            mayExpire = state.snapshot?.mayExpire ?? false
        }
    }

    /// A context other than the client's.
    private struct Other {
        let context: EvaluationContext
        /// The provider's flags for it.
        let table: FlagTable
        /// Why the provider has none.
        let refusal: FlagError?
    }

    private let shared: Shared
    private let other: Other?
    /// The flags that are read.
    let table: FlagTable
    @usableFromInline let evaluator: Evaluator
    /// Whether no hook or sink wants every evaluation and no flag can expire, so that a plain read needs no further checks.
    let isPlain: Bool
    /// The context that reads are counted for; for a context other than the client's, its kinds alone.
    let served: ServedContext

    /// - Parameter previous: The state before.
    init(
        _ state: ClientState, _ evaluator: Evaluator, _ layers: LayeredTable = LayeredTable(),
        after previous: Published? = nil
    ) {
        shared = Shared(state, layers)
        other = nil
        self.evaluator = evaluator
        table = layers.table
        isPlain = evaluator.isPlain && !shared.mayExpire && shared.killSwitchExpiry == nil
        let context = state.snapshot?.context ?? state.context
        served = previous.flatMap { $0.served.context == context ? $0.served : nil } ?? ServedContext(context)
    }

    private init(_ published: Published, _ other: Other, forced: FlagTable) {
        shared = published.shared
        self.other = other
        evaluator = published.evaluator
        isPlain = published.isPlain
        served = evaluator.router.kinds(of: other.context)
        table = other.table.below(forced)
    }

    // MARK: What is known

    /// Status, flags and error; those of the context that is read for.
    var state: ClientState {
        guard let other else { return shared.state }
        var state = shared.state
        state.context = other.context
        state.snapshot = snapshot
        state.error = other.refusal ?? state.error
        return state
    }

    /// The flags of the context that is read for, with all that is known about them.
    var snapshot: FlagSnapshot? {
        guard let other else { return shared.state.snapshot }
        return other.refusal == nil ? shared.state.snapshot?.deciding(for: other.context) : nil
    }

    /// What the client's own context has: when flags were confirmed and expire is the same for all contexts.
    var ownSnapshot: FlagSnapshot? { shared.state.snapshot }

    var status: ProviderStatus { shared.state.status }
    var isShutDown: Bool { shared.state.isShutDown }
    /// Why the provider has no flags for the context, although it has some; nil when it has.
    var refusal: FlagError? { other?.refusal }
    /// Why there are no flags; nil when nothing is wrong.
    var error: FlagError? { refusal ?? shared.state.error }
    /// Whether the provider has flags for the context that is read for.
    var hasFlags: Bool { shared.state.snapshot != nil && refusal == nil }
    var mayExpire: Bool { shared.mayExpire }
    var killSwitchExpiry: Instant? { shared.killSwitchExpiry }
    /// What lies on top of the provider's flags.
    var layers: LayeredTable { shared.layers }
    /// The context that the served flags were evaluated for.
    var servedContext: EvaluationContext { other?.context ?? served.context }
    /// The provider's flags.
    var providerTable: FlagTable { other?.table ?? shared.layers[.provider] }

    // MARK: Reading

    /// The value that a read would return, without counting it or running hooks.
    func peek<Value>(_ key: FlagKey<Value>) -> Value { evaluator.peek(key, in: self) }

    /// The flag that is read at a moment; an expired one of the kill switch gives way to what lies below.
    func flag(_ name: String, hash: UInt64, at now: () -> Instant) -> Flag? {
        guard let flag = table.flag(name, hash: hash) else { return nil }
        guard let killSwitchExpiry, flag.origin == .killSwitch, now() >= killSwitchExpiry else { return flag }
        return layers.flag(name, hash: hash, in: FlagLayer.overrides)?.flag ?? providerTable.flag(name, hash: hash)
    }

    /// All flags that are read at a moment.
    func table(at now: () -> Instant) -> FlagTable {
        guard let killSwitchExpiry, now() >= killSwitchExpiry else { return table }
        return providerTable.below(layers.forcedByOverrides)
    }

    // MARK: Other contexts

    /// The same state for another context.
    func view(for context: EvaluationContext) -> Published {
        if context == servedContext, hasFlags { return self }
        guard let snapshot = ownSnapshot else {
            return Published(self, Other(context: context, table: FlagTable(), refusal: nil), forced: layers.forced)
        }
        let other: Other
        if let ruleSet = snapshot.ruleSet {
            let decided = DecidedFlags(ruleSet, for: context)
            other = Other(context: context, table: FlagTable(decided, below: FlagTable()), refusal: nil)
        } else if snapshot.isForEveryContext {
            other = Other(context: context, table: snapshot.table, refusal: nil)
        } else {
            other = Other(context: context, table: FlagTable(), refusal: .decidesElsewhere(shared.state.provider))
        }
        return Published(self, other, forced: layers.forced)
    }

    /// The same state with flags that were asked for, for their context.
    func view(of snapshot: FlagSnapshot) -> Published {
        Published(
            self, Other(context: snapshot.context, table: snapshot.table, refusal: nil), forced: layers.forced)
    }
}

extension FlagTable {
    /// The table with flags that hide its own.
    fileprivate func below(_ forced: FlagTable) -> FlagTable {
        if let decided, trie.count == 0 { return FlagTable(decided, below: forced) }
        var table = self
        for flag in forced { table.set(flag) }
        return table
    }
}
