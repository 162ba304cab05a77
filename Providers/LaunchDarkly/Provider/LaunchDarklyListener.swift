// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTransport

/// Who wants to know what comes of each request; must only enqueue.
package struct LaunchDarklyListener: Sendable {
    /// Called once the flags that came are in place, with the context that they are for.
    package var heard: @Sendable (LaunchDarklyNews, EvaluationContext) -> Void
    /// Called with each change of the connection, in order.
    package var connectionChanged: @Sendable (LaunchDarklyConnection) -> Void
    /// Called when an attempt to send events has succeeded or failed.
    package var delivered: @Sendable (Delivery) -> Void

    /// Makes a listener; without handlers nobody is told.
    package init(
        heard: @escaping @Sendable (LaunchDarklyNews, EvaluationContext) -> Void = { _, _ in },
        connectionChanged: @escaping @Sendable (LaunchDarklyConnection) -> Void = { _ in },
        delivered: @escaping @Sendable (Delivery) -> Void = { _ in }
    ) {
        self.heard = heard
        self.connectionChanged = connectionChanged
        self.delivered = delivered
    }
}

/// What came of asking for flags, or of an event on a stream.
package enum LaunchDarklyNews: Sendable, Hashable {
    /// The service sent flags that differ in value or variation, which are in place now.
    case changed
    /// The flags in place are right, or what came was older.
    case unchanged
    /// There is no news, and why; the service is asked again.
    case failed(LaunchDarklyConnection.Failure)
    /// There is no news, and why; the service is not asked any more.
    case refused(LaunchDarklyConnection.Failure)
}
