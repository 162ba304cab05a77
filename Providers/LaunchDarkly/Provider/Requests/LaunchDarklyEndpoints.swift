// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The URLs of LaunchDarkly's three services.
///
/// For another instance or a Relay Proxy, only the URLs differ. A URL can contain a path, with or without a slash at the
/// end, which is prepended to the service's own path.
public struct LaunchDarklyEndpoints: Sendable, Hashable {
    /// The URL for polling flags.
    public var polling: String
    /// The URL for streaming flags.
    public var streaming: String
    /// The URL for events and diagnostics.
    public var events: String

    /// Creates endpoints, by default for LaunchDarkly's public service.
    public init(
        polling: String = "https://app.launchdarkly.com", streaming: String = "https://clientstream.launchdarkly.com",
        events: String = "https://mobile.launchdarkly.com"
    ) {
        self.polling = polling
        self.streaming = streaming
        self.events = events
    }

    /// Returns the endpoints of a Relay Proxy, which serves all three at one URL.
    public static func relay(_ address: String) -> LaunchDarklyEndpoints {
        LaunchDarklyEndpoints(polling: address, streaming: address, events: address)
    }

    /// Returns a base URL and a path below it, with one slash in between.
    static func join(_ base: String, _ path: String) -> String {
        (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    }
}
