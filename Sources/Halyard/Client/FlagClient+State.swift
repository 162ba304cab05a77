// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Everything a client knows at one moment: status, flags and error are always consistent.
    ///
    /// An immutable value.
    public struct State: Sendable {
        /// How well the provider can answer (OpenFeature 1.7).
        public var status: ProviderStatus
        /// The flags that reads are served from; nil when there are none.
        public var flagSet: FlagSet?
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
}

/// A context that flags were evaluated for: one object for all consecutive states of it, by which reads are counted.
final class ServedContext: Sendable {
    let context: EvaluationContext

    init(_ context: EvaluationContext) { self.context = context }
}
