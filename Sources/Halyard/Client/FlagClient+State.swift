// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// A client's status, flags, and error at one point in time, which are always consistent.
    public struct State: Sendable {
        /// The provider's current ability to serve flags (OpenFeature 1.7).
        public var status: ProviderStatus
        /// The flags that reads are served from, or `nil` if there are none.
        public var flagSet: FlagSet?
        /// The current error, or `nil` if there's none.
        public var error: FlagError?
        /// The context that flags are requested for.
        ///
        /// While the status is ``ProviderStatus/reconciling``, the flag set still belongs to the previous context.
        public var context: EvaluationContext
        /// The mode, which determines the sources that the provider can use.
        public var mode: FlagRequest.Mode
        /// The name of the provider in use.
        public var provider: String
        /// A Boolean value that indicates whether the client was shut down.
        public var isShutDown: Bool
        /// The number of the state.
        ///
        /// A client numbers its states without gaps.
        public var sequence: UInt64
    }
}

/// A context that flags were evaluated for.
///
/// Consecutive states for the same context share one object, by which reads are counted.
final class ServedContext: Sendable {
    let context: EvaluationContext

    init(_ context: EvaluationContext) { self.context = context }
}
