// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The addresses of LaunchDarkly's three services.
///
/// Another instance, or a Relay Proxy, only needs other addresses. A path in an address is prepended to the service's
/// own, with or without a slash at its end.
public struct LaunchDarklyEndpoints: Sendable, Hashable {
    /// Where flags are polled.
    public var polling: String
    /// Where flags are streamed from.
    public var streaming: String
    /// Where events and diagnostics go.
    public var events: String

    /// Makes endpoints; by default, those of LaunchDarkly's public service.
    public init(
        polling: String = "https://app.launchdarkly.com", streaming: String = "https://clientstream.launchdarkly.com",
        events: String = "https://mobile.launchdarkly.com"
    ) {
        self.polling = polling
        self.streaming = streaming
        self.events = events
    }

    /// The endpoints of a Relay Proxy, which serves all three at one address.
    public static func relay(_ address: String) -> LaunchDarklyEndpoints {
        LaunchDarklyEndpoints(polling: address, streaming: address, events: address)
    }

    /// A base address and a path below it, with one slash in between.
    static func join(_ base: String, _ path: String) -> String {
        (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    }
}
