// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// Who wants to know what came of each request; must only enqueue.
package struct UnleashListener: Sendable {
    /// Called with what came of a request, for whom it was made, and the flags that are in place now; not for a request
    /// that a later one has overtaken.
    package var fetched: @Sendable (UnleashFetch, EvaluationContext, FlagSnapshot?) -> Void
    /// Called when a report of metrics was delivered or was not.
    package var reported: @Sendable (UnleashReport) -> Void

    /// Makes a listener; without handlers nobody is told.
    package init(
        fetched: @escaping @Sendable (UnleashFetch, EvaluationContext, FlagSnapshot?) -> Void = { _, _, _ in },
        reported: @escaping @Sendable (UnleashReport) -> Void = { _ in }
    ) {
        self.fetched = fetched
        self.reported = reported
    }
}

/// What came of asking for flags.
package enum UnleashFetch: Sendable, Hashable {
    /// The service sent flags, which are in place now.
    case modified
    /// The flags in place are right.
    case notModified
    /// There is no news.
    case failed(Problem)

    /// Why there is no news.
    package enum Problem: Error, Sendable, Hashable {
        /// The service answered with this status.
        case status(Int)
        /// There was no answer.
        case transport(TransportError)
        /// The answer could not be read.
        case undecodable
    }
}

/// What came of reporting metrics.
package enum UnleashReport: Sendable, Hashable {
    /// The service took this body.
    case delivered(FlagValue)
    /// The service did not take it.
    case failed(UnleashFetch.Problem)
}
