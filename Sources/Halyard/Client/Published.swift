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
        /// What decides the flags of other contexts; nil where nothing here does.
        let ruleSet: RuleSet?
        /// What reads are counted for in views of contexts of the same kinds as the client's.
        let kinds: ServedContext

        init(_ state: ClientState, _ layers: LayeredTable, _ kinds: ServedContext) {
            self.state = state
            self.layers = layers
            self.kinds = kinds
            killSwitchExpiry = layers.killSwitchExpiry
            mayExpire = state.snapshot?.mayExpire ?? false
            ruleSet = state.snapshot?.ruleSet
        }
    }

    /// What a service was asked for, for a context other than the client's.
    private final class Answer: Sendable {
        let snapshot: FlagSnapshot
        /// Why it may be out of date; nil when it is not.
        let error: FlagError?

        init(_ snapshot: FlagSnapshot, _ error: FlagError?) { (self.snapshot, self.error) = (snapshot, error) }
    }

    private let shared: Shared
    /// The context that is read for; nil for the client's.
    private let otherContext: EvaluationContext?
    /// The provider's flags for that context.
    private let otherFlags: ContextFlags
    /// Where that context's flags were asked for; nil when they are decided here.
    private let answer: Answer?
    /// Why the provider has no flags for the context, although it has some; nil when it has.
    let refusal: FlagError?
    /// The flags that are read.
    let flags: ContextFlags
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
        let context = state.snapshot?.context ?? state.context
        shared = Shared(state, layers, evaluator.router.kinds(of: context))
        (otherContext, otherFlags, answer, refusal) = (nil, .none, nil, nil)
        self.evaluator = evaluator
        flags = ContextFlags(layers.table)
        isPlain = evaluator.isPlain && !shared.mayExpire && shared.killSwitchExpiry == nil
        served = previous.flatMap { $0.served.context == context ? $0.served : nil } ?? ServedContext(context)
    }

    /// - Parameter layered: The flags with those that hide them, if they exist already.
    private init(
        _ published: Published, for context: EvaluationContext, _ flags: ContextFlags, layered: ContextFlags? = nil,
        answer: Answer? = nil, refusal: FlagError? = nil
    ) {
        shared = published.shared
        (otherContext, otherFlags, self.answer, self.refusal) = (context, flags, answer, refusal)
        evaluator = published.evaluator
        isPlain = published.isPlain
        let isOfSameKinds = context.hasSameKinds(as: shared.kinds.context)
        served = isOfSameKinds ? shared.kinds : evaluator.router.kinds(of: context)
        self.flags = layered ?? flags.below(shared.layers.forced)
    }

    // MARK: What is known

    /// Status, flags and error; those of the context that is read for.
    var state: ClientState {
        guard let otherContext else { return shared.state }
        var state = shared.state
        state.context = otherContext
        state.snapshot = snapshot
        state.error = error
        if let answer { state.status = answer.error == nil ? .ready : .stale }
        return state
    }

    /// The flags of the context that is read for, with all that is known about them.
    var snapshot: FlagSnapshot? {
        guard let otherContext else { return shared.state.snapshot }
        if let answer { return answer.snapshot }
        return refusal == nil ? shared.state.snapshot?.deciding(for: otherContext) : nil
    }

    /// What the client's own context has: when flags were confirmed and expire is the same for all contexts.
    var ownSnapshot: FlagSnapshot? { shared.state.snapshot }

    var status: ProviderStatus { shared.state.status }
    var isShutDown: Bool { shared.state.isShutDown }
    /// Why there are no flags; nil when nothing is wrong.
    var error: FlagError? { answer.map(\.error) ?? refusal ?? shared.state.error }
    /// Whether the provider has flags for the context that is read for.
    var hasFlags: Bool { answer != nil || shared.state.snapshot != nil && refusal == nil }
    var mayExpire: Bool { answer == nil && shared.mayExpire }
    var killSwitchExpiry: Instant? { shared.killSwitchExpiry }
    /// What lies on top of the provider's flags.
    var layers: LayeredTable { shared.layers }
    /// The context that the served flags were evaluated for.
    var servedContext: EvaluationContext { otherContext ?? served.context }
    /// The provider's flags.
    var providerFlags: ContextFlags { otherContext == nil ? ContextFlags(shared.layers[.provider]) : otherFlags }

    // MARK: Reading

    /// The value that a read would return, without counting it or running hooks.
    func peek<Value>(_ key: FlagKey<Value>) -> Value { evaluator.peek(key, in: self) }

    /// The flag that is read at a moment; an expired one of the kill switch gives way to what lies below.
    func flag(_ name: String, hash: UInt64, at now: () -> Instant) -> Flag? {
        guard let flag = flags.flag(name, hash: hash) else { return nil }
        guard let killSwitchExpiry, flag.origin == .killSwitch, now() >= killSwitchExpiry else { return flag }
        return layers.flag(name, hash: hash, in: FlagLayer.overrides)?.flag ?? providerFlags.flag(name, hash: hash)
    }

    /// All flags that are read at a moment.
    func table(at now: () -> Instant) -> FlagTable {
        guard let killSwitchExpiry, now() >= killSwitchExpiry else { return flags.table }
        return providerFlags.below(layers.forcedByOverrides).table
    }

    /// Whether plain reads of another state of the same client find the same flags and are counted for the same.
    func isReadLike(_ other: Published) -> Bool {
        evaluator === other.evaluator && served === other.served && isPlain == other.isPlain
            && flags.hasSame(as: other.flags)
    }

    // MARK: Other contexts

    /// The same state for another context.
    func view(for context: EvaluationContext) -> Published {
        if context == servedContext, hasFlags { return self }
        if let ruleSet = shared.ruleSet {
            return Published(self, for: context, ContextFlags(DecidedFlags(ruleSet, for: context)))
        }
        guard let snapshot = shared.state.snapshot else { return Published(self, for: context, .none) }
        if snapshot.isForEveryContext {
            return Published(self, for: context, snapshot.flags, layered: ContextFlags(shared.layers.table))
        }
        return Published(self, for: context, .none, refusal: .decidesElsewhere(shared.state.provider))
    }

    /// Whether flags of other contexts are decided here, or need not be: they are the same for all.
    var decidesHere: Bool { shared.ruleSet != nil || shared.state.snapshot?.isForEveryContext == true }

    /// The same state with flags that were asked for, for their context.
    ///
    /// - Parameter error: Why they may be out of date; nil when they are not.
    func view(of snapshot: FlagSnapshot, error: FlagError?) -> Published {
        Published(self, for: snapshot.context, snapshot.flags, answer: Answer(snapshot, error))
    }

    /// The same state without flags for a context.
    func view(for context: EvaluationContext, refusal: FlagError) -> Published {
        Published(self, for: context, .none, refusal: refusal)
    }
}
