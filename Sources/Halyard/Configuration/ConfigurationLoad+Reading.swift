// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The members of a configuration document.
extension ConfigurationLoad {
    /// Reads the whole document; nil when there is no provider to use, which is recorded as an error.
    ///
    /// - Parameter chosen: The provider to use whatever the document says; nil for the one that the document names.
    func read(_ root: SettingsReader, using chosen: String? = nil) -> LoadedConfiguration? {
        _ = root.string("$schema", "Where the JSON Schema of this file is, for editors.")
        document = root
        checkVersion(root)
        root.readAppGroup()
        for section in registry.module.sections.sorted(by: \.name) {
            let settings = root.object(
                section.name, "The section \"\(section.name)\", for all providers that have none of their own.",
                schema: SettingsForm.definition(section.name))
            if let settings { _ = settings.make(section) }
        }
        let watchInterval = root.duration(
            "watch", "How often to look whether this file has changed; without it, never.",
            in: .milliseconds(10) ... .seconds(86_400))
        let providers = providers(root)
        let main = client(nil, root, below: nil, among: providers, using: chosen)
        let clients = clients(root, among: providers, using: chosen)
        guard let main else { return nil }
        return LoadedConfiguration(
            providers: providers.compactMapValues(\.self), main: main, clients: clients, watchInterval: watchInterval)
    }

    private func checkVersion(_ root: SettingsReader) {
        root.require("version", "\"version\": 1")
        guard let version = root.value("version", "The version of this form; 1.", ["const": 1]) else { return }
        if Int(flagValue: version) != 1 {
            root.addError(
                "version", "Expected version 1, found \(SettingsReader.shown(version)).",
                suggestion: "Write 1, or use a release of Halyard that knows the other version.")
        }
    }

    /// The providers by name; nil for one that is wrong, so that naming it as the active one is not a second error.
    private func providers(_ root: SettingsReader) -> [String: (any FlagProvider)?] {
        root.require("providers", "an object with a member for each provider")
        let configured = root.object(
            "providers", "The providers by name.",
            schema: [
                "type": "object", "minProperties": 1, "additionalProperties": SettingsForm.definition("provider"),
            ])
        guard let configured else { return [:] }
        self.providers = configured
        var providers: [String: (any FlagProvider)?] = [:]
        for name in configured.memberNames { providers.updateValue(provider(named: name), forKey: name) }
        if providers.isEmpty, configured.isUsable {
            configured.addError(nil, "There is no provider.", suggestion: "Add at least one.")
        }
        return providers
    }

    // MARK: Clients

    private func clients(
        _ root: SettingsReader, among providers: [String: (any FlagProvider)?], using chosen: String?
    ) -> [String: LoadedConfiguration.Client] {
        let configured = root.object(
            "clients", "Further clients by name; what one of them does not say is taken from the document.",
            schema: ["type": "object", "additionalProperties": SettingsForm.definition("client")])
        guard let configured else { return [:] }
        var clients: [String: LoadedConfiguration.Client] = [:]
        for name in configured.memberNames {
            guard let settings = configured.object(name) else { continue }
            clients[name] = client(name, settings, below: root, among: providers, using: chosen)
        }
        return clients
    }

    /// Reads a client's members; those that are absent are taken from the document.
    func client(
        _ name: String?, _ own: SettingsReader, below root: SettingsReader?,
        among providers: [String: (any FlagProvider)?],
        using chosen: String? = nil
    ) -> LoadedConfiguration.Client? {
        let settings = { (member: String) in own.value(member) == nil ? root ?? own : own }
        let context = settings("context").object(
            "context", "Whom or what flags are decided for at first.", schema: SettingsForm.definition("context")
        )?.asContext()
        let sinks = fingerprint {
            settings("sinks").parts(
                "sinks", "Where reads, events and changes are handed to, besides the vendor.", "sink",
                among: registry.module.sinks)
        }
        let hooks = fingerprint {
            settings("hooks").parts("hooks", "What runs around each evaluation.", "hook", among: registry.module.hooks)
        }
        let overrides = settings("overrides").object(
            "overrides", "Values that developers force on this machine.",
            schema: SettingsForm.definition("overrides")
        )?.asOverrides()
        let killSwitch = fingerprint { settings("killSwitch").killSwitch() }
        let followsSystem = settings("lifecycle").lifecycle().map { $0 == .system }
        guard let active = active(settings("active"), among: providers, using: chosen) else { return nil }
        let provider = fingerprint { self.provider(named: active) }
        guard let made = provider.product else { return nil }
        return LoadedConfiguration.Client(
            name: name, active: active, provider: made, context: context ?? .anonymous,
            sinks: sinks.product, hooks: hooks.product,
            overrides: overrides, killSwitch: killSwitch.product, followsSystem: followsSystem,
            fingerprints: .init(
                provider: provider.fingerprint, sinks: sinks.fingerprint, hooks: hooks.fingerprint,
                killSwitch: killSwitch.product == nil ? "" : killSwitch.fingerprint, followsSystem: followsSystem))
    }

    private func active(
        _ settings: SettingsReader, among providers: [String: (any FlagProvider)?], using chosen: String?
    ) -> String? {
        let names = providers.keys.sorted(by: \.self)
        let active = settings.string("active", "The name of the provider to read flags from.")
        if let chosen {
            if providers[chosen] != nil { return chosen }
            let nearest = NearestName.of(chosen, among: names).map { "Did you mean \"\($0)\"?" }
            add(
                "unknownProvider", at: JSONPointer().appending("providers"), "No provider is named \"\(chosen)\".",
                suggestion: nearest ?? "The known ones: \(names.joined(separator: ", ")).", target: .name)
            return nil
        }
        guard let active else {
            if names.count == 1 { return names[0] }
            if !names.isEmpty { settings.require("active", "one of " + names.joined(separator: ", ")) }
            return nil
        }
        if providers[active] != nil { return active }
        if !names.isEmpty { settings.rejectWord("active", "provider", among: names) }
        return nil
    }
}
