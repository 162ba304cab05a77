// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A registry of the types that a configuration can name, such as provider and sink types.
///
/// ```swift
/// let loaded = try ProviderRegistry().load(.json(text))
/// print(loaded.active)
/// ```
/// An app rarely needs a registry, because ``FlagClient`` has an initializer that takes a configuration and the modules.
public struct ProviderRegistry: Sendable {
    /// All registered types.
    private(set) var module: ProviderModule

    /// Creates a registry of the core's types and the types of modules.
    ///
    /// If several types have the same name, the last one is used.
    public init(_ modules: [ProviderModule] = []) {
        self.init(core: .core)
        for module in modules { register(module) }
    }

    /// Creates a registry without the core's types.
    init(core: ProviderModule) {
        module = core
    }

    /// Adds the types of a module, and replaces earlier types with the same names.
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

    /// Adds a provider type, and replaces an earlier type with the same name.
    public mutating func register(_ type: ProviderType) { register(ProviderModule(types: [type])) }

    /// Creates the provider that an object configures, with its wrappers.
    ///
    /// Returns `nil` if the type is missing or unknown, which is recorded as an error.
    func provider(_ settings: SettingsReader) -> (any FlagProvider)? {
        let hint = " To use a vendor's type, pass its module to the client."
        let provider = settings.part("type", "provider type", among: module.types, hint: hint)
        // The settings of wrappers are read even if the provider's settings are invalid.
        guard settings.isUsable else { return nil }
        let wrapped = settings.wrapped(provider ?? InMemoryFlagProvider(name: settings.name))
        return provider == nil ? nil : wrapped
    }
}

extension Array {
    /// Adds elements, and removes earlier ones with the same names.
    fileprivate mutating func replace(with new: [Element], by name: (Element) -> String) {
        for element in new { self = filter { name($0) != name(element) } + [element] }
    }
}
