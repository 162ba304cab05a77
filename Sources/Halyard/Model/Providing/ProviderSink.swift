// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink that a provider brings (``FlagProvider/sinks``).
public struct ProviderSink: Sendable {
    /// The provider's name.
    ///
    /// The sink receives events about this provider's flags.
    public var provider: String
    /// The sink itself.
    public var sink: any EventSink
    /// Returns true if tracking events can reach the sink now.
    ///
    /// In a combination, they reach only providers that are ready (OpenFeature, Appendix A).
    var mayTrack: @Sendable () -> Bool = { true }

    /// Creates an entry for ``FlagProvider/sinks``.
    public init(_ sink: any EventSink, of provider: String) {
        self.provider = provider
        self.sink = sink
    }
}
