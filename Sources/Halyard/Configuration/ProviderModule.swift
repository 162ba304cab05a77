// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The types that a package or an app adds for configurations.
///
/// A module contains types of providers, sinks, hooks, policies, and strategies, and bootstrap formats, document fetchers, and
/// sections.
public struct ProviderModule: Sendable {
    /// The provider types.
    public var types: [ProviderType]
    /// The bootstrap formats.
    public var formats: [BootstrapFormat]
    /// The sink types.
    public var sinks: [SinkType]
    /// The hook types.
    public var hooks: [HookType]
    /// The persistence policy types.
    public var policies: [PolicyType]
    /// The strategy types of combined providers.
    public var strategies: [StrategyType]
    /// The document fetchers, each for one URL scheme in lower case.
    public var fetchers: [FetcherType]
    /// The sections of the document that several modules read.
    public var sections: [SectionType]

    /// Creates a module.
    public init(
        types: [ProviderType] = [], formats: [BootstrapFormat] = [], sinks: [SinkType] = [], hooks: [HookType] = [],
        policies: [PolicyType] = [], strategies: [StrategyType] = [], fetchers: [FetcherType] = [],
        sections: [SectionType] = []
    ) {
        self.types = types
        self.formats = formats
        self.sinks = sinks
        self.hooks = hooks
        self.policies = policies
        self.strategies = strategies
        self.fetchers = fetchers
        self.sections = sections
    }

    /// The types of the core.
    static let core = ProviderModule(
        types: [.bootstrap, .bootstrapped, .combined, .memory, .persisted, .replay],
        formats: [.halyard, .replay],
        sinks: [.jsonLines, .console, .replay], hooks: [.logging],
        policies: [.networkOnly, .networkFirst, .persistenceUntilNetworkSuccess],
        strategies: [.firstMatch, .firstSuccessful, .comparison, .routing, .percentage, .migration])
}
