// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What a package or an app adds for configurations: types of providers, sinks, hooks, policies, strategies, bootstrap
/// formats, document fetchers, and sections.
public struct ProviderModule: Sendable {
    /// The types of providers.
    public var types: [ProviderType]
    /// The bootstrap formats.
    public var formats: [BootstrapFormat]
    /// The types of sinks.
    public var sinks: [SinkType]
    /// The types of hooks.
    public var hooks: [HookType]
    /// The types of persistence policies.
    public var policies: [PolicyType]
    /// The types of strategies of combinations.
    public var strategies: [StrategyType]
    /// The document fetchers, each for one URL scheme in lower case.
    public var fetchers: [FetcherType]
    /// The members of the document that several modules read.
    public var sections: [SectionType]

    /// Makes a module.
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

    /// The core's own types.
    static let core = ProviderModule(
        types: [.bootstrap, .bootstrapped, .combined, .memory, .persisted, .replay],
        formats: [.halyard, .replay],
        sinks: [.jsonLines, .console, .replay], hooks: [.logging],
        policies: [.networkOnly, .networkFirst, .persistenceUntilNetworkSuccess],
        strategies: [.firstMatch, .firstSuccessful, .comparison, .routing, .percentage, .migration])
}
