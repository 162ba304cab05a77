// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Everything a client knows at one moment: status, flags and error always belong together.
///
/// An immutable value.
public struct ClientState: Sendable {
    /// How well the provider can answer (OpenFeature 1.7).
    public var status: ProviderStatus
    /// The flags that reads are served from; nil when there are none.
    public var snapshot: FlagSnapshot?
    /// What is wrong; nil when nothing is.
    public var error: FlagError?
    /// For whom flags are asked.
    ///
    /// While the status is ``ProviderStatus/reconciling`` the snapshot is still that of the context before.
    public var context: EvaluationContext
    /// How far the provider may go for an answer.
    public var mode: FlagRequest.Mode
    /// Whether the client was shut down.
    public var isShutDown: Bool
    /// Counts the states of one client, without gaps.
    public var sequence: UInt64
}

/// A state behind a reference, so that readers copy eight bytes and never see parts of two states.
@usableFromInline
final class Published: Sendable {
    let state: ClientState
    let table: FlagTable

    init(_ state: ClientState) {
        self.state = state
        table = state.snapshot?.table ?? FlagTable()
    }

    /// For whom the flags that are served were decided.
    var servedContext: EvaluationContext { state.snapshot?.context ?? state.context }
}
