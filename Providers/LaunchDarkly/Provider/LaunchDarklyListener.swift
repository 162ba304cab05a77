// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// Handlers for the result of each request, which must only enqueue work.
package struct LaunchDarklyListener: Sendable {
    /// Called after received flags are in place, with their context.
    package var heard: @Sendable (LaunchDarklyNews, EvaluationContext) -> Void
    /// Called after each change of the connection, in order.
    package var connectionChanged: @Sendable (LaunchDarklyConnection) -> Void
    /// Called when an attempt to send events has succeeded or failed.
    package var delivered: @Sendable (SendResult) -> Void

    /// Creates a listener.
    ///
    /// By default, nothing is reported.
    package init(
        heard: @escaping @Sendable (LaunchDarklyNews, EvaluationContext) -> Void = { _, _ in },
        connectionChanged: @escaping @Sendable (LaunchDarklyConnection) -> Void = { _ in },
        delivered: @escaping @Sendable (SendResult) -> Void = { _ in }
    ) {
        self.heard = heard
        self.connectionChanged = connectionChanged
        self.delivered = delivered
    }
}

/// The result of a request for flags, or of an event on a stream.
package enum LaunchDarklyNews: Sendable, Hashable {
    /// The service sent flags that differ in value or variation, and they are in place now.
    case changed
    /// The flags in place are up to date, or the received flags were older.
    case unchanged
    /// The attempt failed for this reason, and the provider will try again.
    case failed(LaunchDarklyConnection.Failure)
    /// The attempt failed for this reason, and the provider won't try again.
    case refused(LaunchDarklyConnection.Failure)
}
