// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that a configuration can name in `"type"`, such as a provider, sink, or hook type.
///
/// ```swift
/// let type = ProviderType("company") { settings in InMemoryFlagProvider([:], name: settings.name) }
/// ```
public struct ComponentFactory<Product: Sendable>: Sendable {
    /// The name in `"type"`.
    public let name: String
    let make: @Sendable (SettingsReader) throws -> Product

    /// Creates a type.
    ///
    /// - Parameters:
    ///   - name: Name in `"type"`.
    ///   - make: Closure that creates a new part from its settings at each call. The user of a part also closes it. The closure
    ///     must not connect, read, or write anything, so that a configuration can be checked anywhere. It must read every setting
    ///     on every code path and before it throws, because the JSON Schema contains the settings that it reads. An error that it
    ///     throws is recorded, unless an accessor has recorded an error in the same setting.
    public init(_ name: String, make: @escaping @Sendable (SettingsReader) throws -> Product) {
        self.name = name
        self.make = make
    }
}

/// A provider type.
///
/// The name of the provider is ``SettingsReader/name``.
public typealias ProviderType = ComponentFactory<any FlagProvider>

/// A sink type.
public typealias SinkType = ComponentFactory<any EventSink>

/// A hook type.
public typealias HookType = ComponentFactory<any EvaluationHook>

/// A persistence policy type.
///
/// Configurations name it in `"policy"`.
public typealias PolicyType = ComponentFactory<any PersistencePolicy>

/// A document fetcher for one URL scheme.
///
/// Its name is the scheme. Its settings are the configuration's whole document.
public typealias FetcherType = ComponentFactory<DocumentFetcher>

/// A strategy type for combined providers.
public typealias StrategyType = ComponentFactory<CombinationStrategy>

/// A section of the document that several modules read, such as `network`.
///
/// Its name is the name of the section. The section is checked even if nothing uses it.
public typealias SectionType = ComponentFactory<Void>
