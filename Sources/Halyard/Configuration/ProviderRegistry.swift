// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A kind of part that a configuration can name in `"type"`, and how to make one: a provider, a sink, a hook.
public struct ConfiguredType<Product: Sendable>: Sendable {
    /// The name that stands in `"type"`.
    public let name: String
    private let factory: @Sendable (Settings) -> Product

    /// Makes a type.
    ///
    /// - Parameters:
    ///   - name: The name that stands in `"type"`.
    ///   - make: Builds a part of its settings. It must not connect, read or write anything, so that a configuration can
    ///     be checked anywhere, and it must ask for every setting that it knows on every path: the JSON Schema is made
    ///     of what it asks for.
    public init(_ name: String, make: @escaping @Sendable (Settings) -> Product) {
        self.name = name
        factory = make
    }

    func make(_ settings: Settings) -> Product { factory(settings) }
}

/// A kind of provider; the provider's name is ``Settings/name``.
public typealias ProviderType = ConfiguredType<any FlagProvider>

/// A kind of event sink.
public typealias SinkType = ConfiguredType<any EventSink>

/// A kind of hook.
public typealias HookType = ConfiguredType<any Hook>

/// A kind of persistence policy; its name stands in `"policy"`.
public typealias PolicyType = ConfiguredType<any PersistencePolicy>

/// What a package or an app brings along for configurations: types of providers, sinks, hooks and policies, and forms
/// of bootstrap files.
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

    /// Makes a module.
    public init(
        types: [ProviderType] = [], formats: [BootstrapFormat] = [], sinks: [SinkType] = [], hooks: [HookType] = [],
        policies: [PolicyType] = []
    ) {
        self.types = types
        self.formats = formats
        self.sinks = sinks
        self.hooks = hooks
        self.policies = policies
    }

    /// What the core brings along.
    static let core = ProviderModule(
        types: [.bootstrap, .memory], formats: [.halyard], sinks: [.jsonLines, .console], hooks: [.logging])
}

extension ProviderType {
    /// `{"type": "bootstrap", "file": "flags.json", "format": "unleash", "refreshInterval": "30s"}`.
    static let bootstrap = ProviderType("bootstrap") { settings in
        let path = settings.path("file")
        if path == nil, settings.value("file") == nil { settings.reportMissing("file", "the path of a JSON file") }
        let format = settings.string("format")
        let known = settings.formats.map(\.name)
        if let format, !known.contains(format) { settings.rejectWord("format", "bootstrap format", among: known) }
        return BootstrapProvider(
            .file(path ?? ""), name: settings.name, formats: settings.formats, format: format,
            refreshInterval: settings.duration("refreshInterval", in: .milliseconds(10) ... .seconds(86_400)),
            files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "memory", "flags": {"new-nav": true}}`.
    static let memory = ProviderType("memory") { settings in
        let flags = settings.value("flags") ?? .object([:])
        guard let values = [String: FlagValue](flagValue: flags) else {
            settings.reject("flags", "Expected an object, found \(flags.noun).", mend: "Write {\"new-nav\": true}.")
            return InMemoryProvider(name: settings.name, time: settings.host.time)
        }
        return InMemoryProvider(values, name: settings.name, time: settings.host.time)
    }
}

/// Knows the types of providers by name, and makes what a configuration asks for.
///
/// An app rarely needs it itself: ``FlagClient`` has an initialiser that takes a configuration and the modules.
public struct ProviderRegistry: Sendable {
    private var types: [String: ProviderType] = [:]
    private(set) var formats: [BootstrapFormat] = []

    /// Makes a registry of the core's types and those of some modules.
    public init(_ modules: [ProviderModule] = []) {
        for module in [.core] + modules {
            for type in module.types { register(type) }
            for format in module.formats { register(format) }
        }
    }

    /// The names of the types, in ascending order.
    public var typeNames: [String] { types.keys.sorted() }

    /// Adds a type, in the place of an earlier one with its name.
    public mutating func register(_ type: ProviderType) { types[type.name] = type }

    /// Adds a bootstrap format, in the place of an earlier one with its name.
    public mutating func register(_ format: BootstrapFormat) {
        formats.removeAll { $0.name == format.name }
        formats.append(format)
    }

    /// Makes the provider that a configured object describes; nil when its type is missing or unknown, which is noted.
    func provider(_ settings: Settings) -> (any FlagProvider)? {
        let name = settings.string("type")
        guard let name else {
            if settings.value("type") == nil {
                settings.reportMissing("type", "one of " + typeNames.joined(separator: ", "))
            }
            settings.giveUp()
            return nil
        }
        guard let type = types[name] else {
            settings.rejectWord(
                "type", "provider type", among: typeNames,
                hint: " A vendor's type is known once its module is handed to the client.")
            settings.giveUp()
            return nil
        }
        return type.make(settings)
    }
}
