// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The wrappers of a provider, as settings of its object: `persistence` and `bootstrap`.
extension SettingsReader {
    /// Returns the provider with the wrappers that its object configures, from the inside out.
    func wrapped(_ provider: any FlagProvider) -> any FlagProvider {
        var provider = provider
        let persistence = object(
            "persistence", "Flag storage on the device: the name of a policy, or an object.",
            shorthand: "policy", schema: SettingsForm.definition("persistence"))
        if let persistence { provider = persisted(provider, by: persistence) }
        let bootstrap = object(
            "bootstrap", "Flags to serve until the provider has responded: a path, or an object.",
            shorthand: "file", schema: SettingsForm.definition("bootstrap"))
        if let bootstrap { provider = bootstrapped(provider, by: bootstrap) }
        return provider
    }

    /// Returns a provider that stores its flags on the device, unless the object has a `persistence` setting.
    ///
    /// Use it in provider types whose vendor's clients store flags by default. It doesn't read or write anything before a client
    /// starts.
    ///
    /// - Parameters:
    ///   - provider: Provider to wrap.
    ///   - policy: Policy for stored flags. By default, stored flags are served until the service has responded.
    public func persisting(
        _ provider: any FlagProvider,
        by policy: any PersistencePolicy = VariantLookupPolicy.persistenceUntilNetworkSuccess()
    ) -> any FlagProvider {
        if memberNames.contains("persistence") { return provider }
        return wrapping(provider, at: pointer) { () throws(ProviderNestingError) in
            try PersistedProvider(provider, policy: policy, store: host.store(in: nil), time: host.time)
        }
    }

    func persisted(_ inner: any FlagProvider, by settings: SettingsReader) -> any FlagProvider {
        let folder = settings.path("folder", "Folder of the stored flags (default: the app's folder).")
        guard let policy = settings.part("policy", "persistence policy", among: builder.registry.module.policies) else {
            return inner
        }
        let store = host.store(in: folder)
        return wrapping(inner, at: settings.pointer) { () throws(ProviderNestingError) in
            try PersistedProvider(inner, policy: policy, store: store, time: host.time)
        }
    }

    func bootstrapped(_ inner: any FlagProvider, by settings: SettingsReader) -> any FlagProvider {
        let file = settings.requiredFile("file", "File with the flags.")
        let format = settings.choice(
            "format", "Format of the file (default: detected from the content).", of: "bootstrap format",
            among: formats.map(\.name))
        settings.checkBootstrap(file, formats, named: format)
        return wrapping(inner, at: settings.pointer) { () throws(ProviderNestingError) in
            try BootstrappedProvider(
                inner, with: .file(file), formats: formats, format: format, files: host.files, time: host.time)
        }
    }

    private func wrapping(
        _ inner: any FlagProvider, at pointer: JSONPointer, _ wrap: () throws(ProviderNestingError) -> any FlagProvider
    ) -> any FlagProvider {
        do throws(ProviderNestingError) {
            return try wrap()
        } catch {
            builder.add("providerNesting", at: pointer, "\(error)", suggestion: "")
            return inner
        }
    }
}
