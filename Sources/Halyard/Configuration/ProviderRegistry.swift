// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Knows the types of providers, sinks, hooks, policies, and strategies by name, and makes what a configuration asks for.
///
/// ```swift
/// let loaded = try ProviderRegistry().load(.json(text))
/// print(loaded.active)
/// ```
/// An app rarely needs it itself: ``FlagClient`` has an initialiser that takes a configuration and the modules. An
/// immutable value once it is made.
public struct ProviderRegistry: Sendable {
    private(set) var types: [String: ProviderType] = [:]
    private(set) var sinks: [String: SinkType] = [:]
    private(set) var hooks: [String: HookType] = [:]
    private(set) var policies: [String: PolicyType] = [:]
    private(set) var strategies: [String: StrategyType] = [:]
    private(set) var formats: [BootstrapFormat] = []
    private(set) var fetchers: [String: FetcherType] = [:]
    private(set) var sections: [String: SectionType] = [:]

    /// Makes a registry of the core's types and those of some modules; of several types with one name, the last wins.
    public init(_ modules: [ProviderModule] = []) {
        self.init(modules: [.core] + modules)
    }

    /// Makes a registry of some modules only.
    init(modules: [ProviderModule]) {
        for module in modules { register(module) }
    }

    /// Adds what a module contains, replacing earlier types with the same names.
    public mutating func register(_ module: ProviderModule) {
        for type in module.types { types[type.name] = type }
        for type in module.sinks { sinks[type.name] = type }
        for type in module.hooks { hooks[type.name] = type }
        for type in module.policies { policies[type.name] = type }
        for type in module.strategies { strategies[type.name] = type }
        for section in module.sections { sections[section.name] = section }
        for type in module.fetchers { fetchers[type.name] = type }
        for format in module.formats {
            formats.removeAll { $0.name == format.name }
            formats.append(format)
        }
    }

    /// Adds a type of providers, replacing an earlier one with its name.
    public mutating func register(_ type: ProviderType) { register(ProviderModule(types: [type])) }

    /// Makes the provider that a configured object describes, with its wrappers; nil when its type is missing or unknown,
    /// which is recorded as an error.
    func provider(_ settings: Settings) -> (any FlagProvider)? {
        let hint = " A vendor's type is known once its module is handed to the client."
        guard let provider = settings.part("type", "provider type", among: types, hint: hint) else { return nil }
        return settings.wrapped(provider)
    }
}
