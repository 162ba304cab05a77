// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What can be put around any provider, as members of its own object: `persistence`, `bootstrap`, `record`.
extension Settings {
    /// The provider with the wrappers that its object asks for, from the inside out.
    func wrapped(_ provider: any FlagProvider) -> any FlagProvider {
        describe([
            "persistence": "How flags are stored on the device: the name of a policy, or an object.",
            "bootstrap": "Flags to serve until the provider has answered: a path, or an object.",
            "record": "A file to which the newest flags are written, as a bootstrap file for tests.",
        ])
        var provider = provider
        if let persistence = object("persistence", shorthand: "policy") {
            provider = persisted(provider, by: persistence, at: "persistence")
        }
        if let bootstrap = object("bootstrap", shorthand: "file") {
            provider = bootstrapped(provider, by: bootstrap, at: "bootstrap")
        }
        if let path = path("record", isWritten: true) { provider = recorded(provider, to: path, at: "record") }
        for member in ["persistence", "bootstrap"] { form?.add(member, ["$ref": .string("#/$defs/\(member)")]) }
        return provider
    }

    func persisted(_ inner: any FlagProvider, by settings: Settings, at member: String? = nil) -> any FlagProvider {
        settings.describe(["folder": "Where flags are stored; without it, the app's own folder."])
        let folder = settings.path("folder")
        guard let policy = settings.part("policy", "persistence policy", among: load.registry.policies) else {
            return inner
        }
        let store = FileSnapshotStore(folder: folder, files: host.files, time: host.time)
        return wrapping(inner, at: member) { () throws(ProviderNestingError) in
            try PersistedProvider(inner, policy: policy, store: store, time: host.time)
        }
    }

    func bootstrapped(_ inner: any FlagProvider, by settings: Settings, at member: String? = nil) -> any FlagProvider {
        settings.describe([
            "file": "The file with the flags.",
            "format": "The form of the file; without it, the content decides.",
        ])
        let file = settings.requiredFile("file")
        let format = settings.word("format", "bootstrap format", among: formats.map(\.name))
        return wrapping(inner, at: member) { () throws(ProviderNestingError) in
            try BootstrappedProvider(
                inner, with: .file(file), formats: formats, format: format, files: host.files, time: host.time)
        }
    }

    func recorded(_ inner: any FlagProvider, to path: String, at member: String? = nil) -> any FlagProvider {
        wrapping(inner, at: member) { () throws(ProviderNestingError) in
            try RecordedProvider(inner, to: path, files: host.files, time: host.time)
        }
    }

    private func wrapping(
        _ inner: any FlagProvider, at member: String?, _ wrap: () throws(ProviderNestingError) -> any FlagProvider
    ) -> any FlagProvider {
        do throws(ProviderNestingError) {
            return try wrap()
        } catch {
            load.check.add(
                "providerNesting", at: member.map(pointer.appending) ?? pointer,
                "\(error)", suggestion: "")
            return inner
        }
    }
}
