// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Finds the parts that a configuration names, such as types of providers and sinks, and creates them.
///
/// ```swift
/// let loaded = try ProviderRegistry().load(.json(text))
/// print(loaded.active)
/// ```
/// An app rarely needs it itself: ``FlagClient`` has an initialiser that takes a configuration and the modules. An
/// immutable value once it is made.
public struct ProviderRegistry: Sendable {
    /// Everything that is registered.
    private(set) var module: ProviderModule

    /// Makes a registry of the core's types and those of some modules; of several types with one name, the last wins.
    public init(_ modules: [ProviderModule] = []) {
        self.init(core: .core)
        for module in modules { register(module) }
    }

    /// Makes a registry without the core's types.
    init(core: ProviderModule) {
        module = core
    }

    /// Adds what a module contains, replacing earlier types with the same names.
    public mutating func register(_ other: ProviderModule) {
        module.types.replace(with: other.types, by: \.name)
        module.formats.replace(with: other.formats, by: \.name)
        module.sinks.replace(with: other.sinks, by: \.name)
        module.hooks.replace(with: other.hooks, by: \.name)
        module.policies.replace(with: other.policies, by: \.name)
        module.strategies.replace(with: other.strategies, by: \.name)
        module.fetchers.replace(with: other.fetchers, by: \.name)
        module.sections.replace(with: other.sections, by: \.name)
    }

    /// Adds a type of providers, replacing an earlier one with its name.
    public mutating func register(_ type: ProviderType) { register(ProviderModule(types: [type])) }

    /// Makes the provider that a configured object describes, with its wrappers; nil when its type is missing or unknown,
    /// which is recorded as an error.
    func provider(_ settings: SettingsReader) -> (any FlagProvider)? {
        let hint = " A vendor's type is known once its module is handed to the client."
        let provider = settings.part("type", "provider type", among: module.types, hint: hint)
        // The settings of wrappers are read even if those of the provider are wrong.
        guard settings.isUsable else { return nil }
        let wrapped = settings.wrapped(provider ?? InMemoryProvider(name: settings.name))
        return provider == nil ? nil : wrapped
    }
}

extension Array {
    /// Adds elements, and removes earlier ones with the same names.
    fileprivate mutating func replace(with new: [Element], by name: (Element) -> String) {
        for element in new { self = filter { name($0) != name(element) } + [element] }
    }
}
