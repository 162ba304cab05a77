// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A sink that a provider brings (``FlagProvider/sinks``).
public struct ProviderSink: Sendable {
    /// The name of the provider whose flags the sink reports.
    public var provider: String
    /// The sink itself.
    public var sink: any EventSink
    /// Whether tracking events may reach the sink at the moment, as far as the combinations around its provider decide.
    ///
    /// A provider that isn't ready receives none (OpenFeature, Appendix A).
    var mayTrack: @Sendable () -> Bool = { true }

    /// Makes a provider's sink.
    public init(_ sink: any EventSink, of provider: String) {
        self.provider = provider
        self.sink = sink
    }
}
