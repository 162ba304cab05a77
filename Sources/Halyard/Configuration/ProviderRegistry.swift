// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A kind of provider that a configuration can name, and how to make one.
public struct ProviderType: Sendable {
    /// The name that stands in `"type"`.
    public let name: String
    private let factory: @Sendable (Settings) -> any FlagProvider

    /// Makes a type.
    ///
    /// - Parameters:
    ///   - name: The name that stands in `"type"`.
    ///   - make: Builds a provider whose name is ``Settings/name``. It must not connect or read anything, so that a
    ///     configuration can be checked anywhere.
    public init(_ name: String, make: @escaping @Sendable (Settings) -> any FlagProvider) {
        self.name = name
        factory = make
    }

    func make(_ settings: Settings) -> any FlagProvider { factory(settings) }
}

/// What a provider package brings along: its types of providers and its bootstrap formats.
public struct ProviderModule: Sendable {
    /// The types of providers.
    public var types: [ProviderType]
    /// The bootstrap formats.
    public var formats: [BootstrapFormat]

    /// Makes a module.
    public init(types: [ProviderType] = [], formats: [BootstrapFormat] = []) {
        self.types = types
        self.formats = formats
    }

    /// What the core brings along: `bootstrap`, `memory`, and the plain bootstrap format.
    static let core = ProviderModule(types: [.bootstrap, .memory], formats: [.halyard])
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
