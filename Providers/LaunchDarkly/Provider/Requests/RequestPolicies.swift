// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardTransport

extension EventSourcePolicy {
    /// The rules of LaunchDarkly's mobile clients: 4xx end it, but for 400, 408 and 429.
    ///
    /// Delays begin with 1 to 2 seconds, or with 0.5 to 1 behind a healthy stream, and end with 15 to 30
    /// (``HalyardTransport/EventSourcePolicy/backoff`` says what is healthy).
    package static let launchDarkly = EventSourcePolicy(permanentStatuses: RetryPolicy.launchDarkly.permanentStatuses)

    /// The newer rules of LaunchDarkly's contract tests (`retry-conformance`): no status ends it, but those that once did
    /// make it try only every five minutes.
    package static let launchDarklyPersistent = EventSourcePolicy(
        slowStatuses: RetryPolicy.launchDarkly.permanentStatuses)
}

extension RetryPolicy {
    /// The rules of LaunchDarkly's mobile clients for events: 4xx are dropped, but for 400, 408 and 429.
    ///
    /// Everything else is sent once more after a second.
    package static let launchDarkly = RetryPolicy(permanentStatuses: Set(400...499).subtracting([400, 408, 429]))

    /// The same for diagnostics, which are sent once more without a pause.
    package static let launchDarklyDiagnostics = RetryPolicy(
        permanentStatuses: launchDarkly.permanentStatuses, delay: .zero)
}
