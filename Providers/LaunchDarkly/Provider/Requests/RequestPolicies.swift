// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardTransport

extension EventSourcePolicy {
    /// The rules of LaunchDarkly's mobile clients, in which a 4xx status other than 400, 408, and 429 ends the stream.
    ///
    /// Delays start at 1 to 2 seconds, or at 0.5 to 1 second after a healthy stream, and grow to 15 to 30 seconds
    /// (``HalyardTransport/EventSourcePolicy/backoff`` defines healthy).
    package static let launchDarkly = EventSourcePolicy(
        permanentStatuses: SendResult.Policy.launchDarkly.permanentStatuses)

    /// The newer rules of LaunchDarkly's contract tests (`retry-conformance`), in which no status ends the stream.
    ///
    /// After a status that ends the stream in the older rules, the stream is retried only every 5 minutes.
    package static let launchDarklyPersistent = EventSourcePolicy(
        slowStatuses: SendResult.Policy.launchDarkly.permanentStatuses)

    /// The rules of LaunchDarkly's server SDKs, in which no status ends the stream.
    ///
    /// After 204, or a 4xx status other than 400, 408, and 429, the delays start at 2.5 to 5 minutes and double to one hour. Delays
    /// are short again after a stream has been open for one minute.
    static let launchDarklyServers: EventSourcePolicy = {
        var policy = EventSourcePolicy.launchDarklyPersistent
        policy.slowStatuses.insert(204)
        policy.slowBackoff = .launchDarklyRefused
        policy.resetsBackoffOnEvent = false
        return policy
    }()
}

extension Backoff {
    /// The delays after the service has rejected a key: 2.5 to 5 minutes, doubled after each attempt, up to one hour.
    static let launchDarklyRefused = Backoff(base: .seconds(150), maximum: .seconds(3600))
}

extension SendResult.Policy {
    /// The rules of LaunchDarkly's mobile clients for events, in which a 4xx status other than 400, 408, and 429 drops events.
    ///
    /// After any other failure, the events are sent one more time after one second.
    package static let launchDarkly = SendResult.Policy(permanentStatuses: Set(400...499).subtracting([400, 408, 429]))

    /// The same rules for diagnostics, which are sent one more time without a pause.
    package static let launchDarklyDiagnostics = SendResult.Policy(
        permanentStatuses: launchDarkly.permanentStatuses, delay: .zero)
}
