// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Everything a client knows at one moment: status, flags and error are always consistent.
///
/// An immutable value.
public struct ClientState: Sendable {
    /// How well the provider can answer (OpenFeature 1.7).
    public var status: ProviderStatus
    /// The flags that reads are served from; nil when there are none.
    public var snapshot: FlagSnapshot?
    /// What is wrong; nil when nothing is.
    public var error: FlagError?
    /// The context that flags are requested for.
    ///
    /// While the status is ``ProviderStatus/reconciling``, the snapshot is still that of the previous context.
    public var context: EvaluationContext
    /// Which sources the provider may use for an answer.
    public var mode: FlagRequest.Mode
    /// The name of the provider in use.
    public var provider: String
    /// Whether the client was shut down.
    public var isShutDown: Bool
    /// The number of the state; one client's states are numbered without gaps.
    public var sequence: UInt64
}

/// A context that flags were evaluated for: one object for all consecutive states of it, by which reads are counted.
final class ServedContext: Sendable {
    let context: EvaluationContext

    init(_ context: EvaluationContext) { self.context = context }
}

/// A state and how to read it, behind a reference: readers copy eight bytes and never see parts of two states.
@usableFromInline
final class Published: Sendable {
    let state: ClientState
    let table: FlagTable
    @usableFromInline let evaluator: Evaluator
    /// Whether no hook or sink wants every evaluation and no flag can expire, so that a plain read needs no further checks.
    let isPlain: Bool
    /// Whether some flags may expire.
    let mayExpire: Bool
    /// The provider's flags and what lies on top of them.
    let layers: LayeredTable
    /// When the kill switch stops having any effect; nil when it has none.
    let killSwitchExpiry: Instant?
    /// The context that the served flags were evaluated for.
    let served: ServedContext

    /// - Parameter previous: The state before.
    init(
        _ state: ClientState, _ evaluator: Evaluator, _ layers: LayeredTable = LayeredTable(),
        after previous: Published? = nil
    ) {
        self.state = state
        self.evaluator = evaluator
        table = layers.table
        self.layers = layers
        killSwitchExpiry = layers.killSwitchExpiry
        mayExpire = state.snapshot?.mayExpire ?? false
        isPlain = evaluator.isPlain && !mayExpire && killSwitchExpiry == nil
        let context = state.snapshot?.context ?? state.context
        served = previous.flatMap { $0.served.context == context ? $0.served : nil } ?? ServedContext(context)
    }

    /// The value that a read would return, without counting it or running hooks.
    func peek<Value>(_ key: FlagKey<Value>) -> Value { evaluator.peek(key, in: self) }

    var servedContext: EvaluationContext { served.context }
}
