// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The provider types of the core.
extension ProviderType {
    /// `{"type": "bootstrap", "file": "flags.json", "format": "unleash", "refreshInterval": "30s"}`.
    static let bootstrap = ProviderType("bootstrap") { settings in
        let path = settings.requiredFile("file", "File with the flags.")
        let format = settings.choice(
            "format", "Format of the file (default: detected from the content).", of: "bootstrap format",
            among: settings.formats.map(\.name))
        settings.checkBootstrap(path, settings.formats, named: format)
        return FileFlagProvider(
            .file(path), name: settings.name, formats: settings.formats, format: format,
            refreshInterval: settings.duration(
                "refreshInterval", "Interval between checks of the file for changes (default: no checks).",
                in: .milliseconds(10) ... .seconds(86_400)),
            files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "replay", "file": "run.json", "speed": 10}`.
    static let replay = ProviderType("replay") { settings in
        let path = settings.requiredFile("file", "File with a recording of a run.")
        settings.checkBootstrap(path, [.replay], named: nil)
        let schema: FlagValue = ["type": "number", "minimum": 0.001, "maximum": 1_000_000, "default": 1]
        let speed = settings.read("speed", "Speed factor relative to the recording.", "a number", schema) ?? 1.0
        if !ReplayProvider.speeds.contains(speed) {
            settings.addError(
                "speed", "\(speed) is outside the range 0.001 to 1000000.", suggestion: "Use a number in that range.")
        }
        return ReplayProvider(
            .file(path), name: settings.name, speed: speed, files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "memory", "flags": {"new-nav": true}}`.
    static let memory = ProviderType("memory") { settings in
        let values = settings.values("flags", "Values by flag key.", example: "{\"new-nav\": true}")
        return InMemoryFlagProvider(values, name: settings.name, time: settings.host.time)
    }

    /// `{"type": "persisted", "policy": "networkFirst", "ttl": "24h", "provider": "unleash"}`.
    static let persisted = ProviderType("persisted") { settings in
        settings.persisted(settings.innerProvider(), by: settings)
    }

    /// `{"type": "bootstrapped", "file": "flags.json", "provider": {"type": "unleash", …}}`.
    static let bootstrapped = ProviderType("bootstrapped") { settings in
        settings.bootstrapped(settings.innerProvider(), by: settings)
    }
}

extension PolicyType {
    /// `"networkOnly"`.
    static let networkOnly = PolicyType("networkOnly") { _ in VariantLookupPolicy.networkOnly }

    /// `{"policy": "networkFirst", "ttl": "24h"}`.
    static let networkFirst = PolicyType("networkFirst") { settings in
        VariantLookupPolicy.networkFirst(persistenceTtl: ttl(settings))
    }

    /// `{"policy": "persistenceUntilNetworkSuccess", "ttl": "24h"}`.
    static let persistenceUntilNetworkSuccess = PolicyType("persistenceUntilNetworkSuccess") { settings in
        VariantLookupPolicy.persistenceUntilNetworkSuccess(persistenceTtl: ttl(settings))
    }

    private static func ttl(_ settings: SettingsReader) -> Double {
        let duration = settings.duration(
            "ttl", "Maximum age of stored flags.", in: .milliseconds(1) ... .seconds(31_557_600_000))
        return duration.map { Double($0.wholeMilliseconds) / 1000 } ?? VariantLookupPolicy.defaultTTL
    }
}
