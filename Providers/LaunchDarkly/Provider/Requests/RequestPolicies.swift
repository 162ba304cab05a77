// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardTransport

extension EventSourcePolicy {
    /// The rules of LaunchDarkly's mobile clients: 4xx statuses except 400, 408 and 429 end the stream.
    ///
    /// Delays start at 1 to 2 seconds, or at 0.5 to 1 after a healthy stream, and grow to 15 to 30
    /// (``HalyardTransport/EventSourcePolicy/backoff`` defines healthy).
    package static let launchDarkly = EventSourcePolicy(
        permanentStatuses: SendResult.Policy.launchDarkly.permanentStatuses)

    /// The newer rules of LaunchDarkly's contract tests (`retry-conformance`): no status ends the stream, but after
    /// those that did so before it is only retried every five minutes.
    package static let launchDarklyPersistent = EventSourcePolicy(
        slowStatuses: SendResult.Policy.launchDarkly.permanentStatuses)
}

extension SendResult.Policy {
    /// The rules of LaunchDarkly's mobile clients for events: those refused with a 4xx other than 400, 408 and 429 are
    /// dropped.
    ///
    /// After any other failure they are sent once more after a second.
    package static let launchDarkly = SendResult.Policy(permanentStatuses: Set(400...499).subtracting([400, 408, 429]))

    /// The same rules for diagnostics, which are sent once more without a pause.
    package static let launchDarklyDiagnostics = SendResult.Policy(
        permanentStatuses: launchDarkly.permanentStatuses, delay: .zero)
}
