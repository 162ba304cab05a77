// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardNetwork
package import HalyardTransport

/// Handlers for the result of each request; they must only enqueue.
package struct UnleashListener: Sendable {
    /// Called with the result of a request, its context, and the flags now in place; not for a request that a later one
    /// has superseded.
    package var fetched: @Sendable (PolledService.Outcome, EvaluationContext, FlagSet?) -> Void
    /// Called with the result of a metrics report.
    package var reported: @Sendable (UnleashReport) -> Void
    /// Called when the provider is closed; no further results come.
    package var closed: @Sendable () -> Void

    /// Makes a listener; without handlers nothing is reported.
    package init(
        fetched: @escaping @Sendable (PolledService.Outcome, EvaluationContext, FlagSet?) -> Void = { _, _, _ in },
        reported: @escaping @Sendable (UnleashReport) -> Void = { _ in },
        closed: @escaping @Sendable () -> Void = {}
    ) {
        self.fetched = fetched
        self.reported = reported
        self.closed = closed
    }
}

/// The result of a metrics report.
package enum UnleashReport: Sendable, Hashable {
    /// The service accepted this body.
    case delivered(FlagValue)
    /// The service did not accept it.
    case failed(RequestFailure)
}
