// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A kind of part that a configuration can name in `"type"`, and how to make it: a provider, a sink, a hook.
///
/// ```swift
/// let type = ProviderType("company") { settings in InMemoryProvider([:], name: settings.name) }
/// ```
public struct ComponentFactory<Product: Sendable>: Sendable {
    /// The name used in `"type"`.
    public let name: String
    let make: @Sendable (SettingsReader) throws -> Product

    /// Makes a type.
    ///
    /// - Parameters:
    ///   - name: The name used in `"type"`.
    ///   - make: Builds a new part from its settings at each call: the user of a part also closes it. It must not connect, read
    ///     or write anything, so that a configuration can be checked anywhere, and it must ask for every setting that it knows
    ///     before it throws, and on every path: the JSON Schema is made from what it asks for. What it throws is recorded, unless an
    ///     accessor has recorded an error in the same setting.
    public init(_ name: String, make: @escaping @Sendable (SettingsReader) throws -> Product) {
        self.name = name
        self.make = make
    }
}

/// A kind of provider; the provider's name is ``SettingsReader/name``.
public typealias ProviderType = ComponentFactory<any FlagProvider>

/// A kind of event sink.
public typealias SinkType = ComponentFactory<any EventSink>

/// A kind of hook.
public typealias HookType = ComponentFactory<any EvaluationHook>

/// A kind of persistence policy; its name is used in `"policy"`.
public typealias PolicyType = ComponentFactory<any PersistencePolicy>

/// A fetcher of documents for one URL scheme, which is its name; its settings are the configuration's whole document.
public typealias FetcherType = ComponentFactory<DocumentFetcher>

/// A kind of strategy, for combinations.
public typealias StrategyType = ComponentFactory<CombinationStrategy>

/// A member of the document that several modules read, and how to check it: `network`.
///
/// Its name is that of the member. It is checked wherever it appears, even where nothing uses it.
public typealias SectionType = ComponentFactory<Void>
