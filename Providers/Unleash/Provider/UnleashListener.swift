// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardNetwork
package import HalyardTransport

/// Handlers for the result of each request.
///
/// A handler must only add the result to a queue.
package struct UnleashListener: Sendable {
    /// Called with the result of a request, its context, and the current flags.
    ///
    /// It isn't called if a later request has replaced the request.
    package var fetched: @Sendable (PolledService.Outcome, EvaluationContext, FlagSet?) -> Void
    /// Called with the result of a metrics report.
    package var reported: @Sendable (UnleashReport) -> Void
    /// Called when the provider is closed.
    ///
    /// No results follow.
    package var closed: @Sendable () -> Void

    /// Creates a listener, whose handlers do nothing by default.
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
    /// The service didn't accept the report.
    case failed(RequestFailure)
}
