// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The core's own types of providers.
extension ProviderType {
    /// `{"type": "bootstrap", "file": "flags.json", "format": "unleash", "refreshInterval": "30s"}`.
    static let bootstrap = ProviderType("bootstrap") { settings in
        settings.describe([
            "file": "The file with the flags.",
            "format": "The form of the file; without it, the content decides.",
            "refreshInterval": "How often to look whether the file has changed; without it, never.",
        ])
        let path = settings.requiredFile("file")
        let format = settings.word("format", "bootstrap format", among: settings.formats.map(\.name))
        return BootstrapProvider(
            .file(path), name: settings.name, formats: settings.formats, format: format,
            refreshInterval: settings.duration("refreshInterval", in: .milliseconds(10) ... .seconds(86_400)),
            files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "replay", "file": "run.json", "speed": 10}`.
    static let replay = ProviderType("replay") { settings in
        settings.describe([
            "file": "The recording of a run.",
            "speed": "How many times faster than it was recorded.",
        ])
        let path = settings.requiredFile("file")
        let speed = settings.double("speed", default: 1)
        settings.form?.add("speed", ["type": "number", "minimum": 0.001, "maximum": 1_000_000, "default": 1])
        if !ReplayProvider.speeds.contains(speed) {
            settings.reject(
                "speed", "\(speed) lies outside of 0.001 to 1000000.", suggestion: "Write a number in that range.")
        }
        return ReplayProvider(
            .file(path), name: settings.name, speed: speed, files: settings.host.files, time: settings.host.time)
    }

    /// `{"type": "memory", "flags": {"new-nav": true}}`.
    static let memory = ProviderType("memory") { settings in
        settings.describe(["flags": "The values by name."])
        let values = settings.values("flags", example: "{\"new-nav\": true}")
        return InMemoryProvider(values, name: settings.name, time: settings.host.time)
    }

    /// `{"type": "persisted", "policy": "networkFirst", "ttl": "24h", "provider": "unleash"}`.
    static let persisted = ProviderType("persisted") { settings in
        settings.persisted(settings.innerProvider(), by: settings)
    }

    /// `{"type": "bootstrapped", "file": "flags.json", "provider": {"type": "unleash", …}}`.
    static let bootstrapped = ProviderType("bootstrapped") { settings in
        settings.bootstrapped(settings.innerProvider(), by: settings)
    }

    /// `{"type": "recorded", "path": "seen.json", "provider": "unleash"}`.
    static let recorded = ProviderType("recorded") { settings in
        settings.describe(["path": "The file to which the newest flags are written."])
        return settings.recorded(settings.innerProvider(), to: settings.requiredPath("path", isWritten: true))
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

    private static func ttl(_ settings: Settings) -> Double {
        settings.describe(["ttl": "How long stored flags may be served."])
        let duration = settings.duration("ttl", in: .milliseconds(1) ... .seconds(31_557_600_000))
        return duration.map { Double($0.wholeMilliseconds) / 1000 } ?? VariantLookupPolicy.defaultTTL
    }
}
