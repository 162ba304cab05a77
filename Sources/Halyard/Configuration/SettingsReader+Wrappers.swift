// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What can be put around any provider, as members of its own object: `persistence` and `bootstrap`.
extension SettingsReader {
    /// The provider with the wrappers that its object asks for, from the inside out.
    func wrapped(_ provider: any FlagProvider) -> any FlagProvider {
        var provider = provider
        let persistence = object(
            "persistence", "How flags are stored on the device: the name of a policy, or an object.",
            shorthand: "policy", schema: SettingsForm.definition("persistence"))
        if let persistence { provider = persisted(provider, by: persistence) }
        let bootstrap = object(
            "bootstrap", "Flags to serve until the provider has answered: a path, or an object.",
            shorthand: "file", schema: SettingsForm.definition("bootstrap"))
        if let bootstrap { provider = bootstrapped(provider, by: bootstrap) }
        return provider
    }

    /// The provider with its flags stored on the device as a policy says, unless the object's member `persistence` says how.
    ///
    /// For factories of providers whose vendor's clients store flags by default. Reads and writes nothing before a client
    /// starts.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - policy: Decides when stored flags may be served. By default they are served until the service has answered.
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
        let folder = settings.path("folder", "Where flags are stored; without it, the app's own folder.")
        guard let policy = settings.part("policy", "persistence policy", among: load.registry.module.policies) else {
            return inner
        }
        let store = host.store(in: folder)
        return wrapping(inner, at: settings.pointer) { () throws(ProviderNestingError) in
            try PersistedProvider(inner, policy: policy, store: store, time: host.time)
        }
    }

    func bootstrapped(_ inner: any FlagProvider, by settings: SettingsReader) -> any FlagProvider {
        let file = settings.requiredFile("file", "The file with the flags.")
        let format = settings.choice(
            "format", "The form of the file; without it, the content decides.", of: "bootstrap format",
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
            load.add("providerNesting", at: pointer, "\(error)", suggestion: "")
            return inner
        }
    }
}
