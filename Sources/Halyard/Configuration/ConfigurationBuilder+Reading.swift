// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// The top-level settings of a configuration document.
extension ConfigurationBuilder {
    /// Reads the whole document, and returns `nil` if there is no usable provider, which is recorded as an error.
    ///
    /// - Parameter chosen: Name of the provider to use, or `nil` for the active provider of the document.
    func read(_ root: SettingsReader, using chosen: String? = nil) -> LoadedConfiguration? {
        _ = root.string("$schema", "Location of the JSON Schema of this file, for editors.")
        document = root
        checkVersion(root)
        root.readAppGroup()
        for section in registry.module.sections.sorted(by: \.name) {
            let settings = root.object(
                section.name, "The \"\(section.name)\" section for all providers without their own.",
                schema: SettingsForm.definition(section.name))
            if let settings { _ = settings.make(section) }
        }
        let watchInterval = root.duration(
            "watch", "Interval between checks of this file for changes (default: no checks).",
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
        guard let version = root.value("version", "Format version, which is 1.", ["const": 1]) else { return }
        if Int(flagValue: version) != 1 {
            root.addError(
                "version", "Expected version 1, found \(SettingsReader.shown(version)).",
                suggestion: "Use 1, or use a release of Halyard that supports the other version.")
        }
    }

    /// Returns the providers by name.
    ///
    /// An invalid provider is `nil`, so that an active provider that is invalid doesn't cause a second error.
    private func providers(_ root: SettingsReader) -> [String: (any FlagProvider)?] {
        root.require("providers", "an object with a property for each provider")
        let configured = root.object(
            "providers", "Providers by name.",
            schema: [
                "type": "object", "minProperties": 1, "additionalProperties": SettingsForm.definition("provider"),
            ])
        guard let configured else { return [:] }
        self.providers = configured
        var providers: [String: (any FlagProvider)?] = [:]
        for name in configured.memberNames { providers.updateValue(provider(named: name), forKey: name) }
        if providers.isEmpty, configured.isUsable {
            configured.addError(nil, "Missing provider.", suggestion: "Add at least one.")
        }
        return providers
    }

    // MARK: Clients

    private func clients(
        _ root: SettingsReader, among providers: [String: (any FlagProvider)?], using chosen: String?
    ) -> [String: LoadedConfiguration.Client] {
        let configured = root.object(
            "clients", "Additional clients by name. A client inherits missing settings from the document.",
            schema: ["type": "object", "additionalProperties": SettingsForm.definition("client")])
        guard let configured else { return [:] }
        var clients: [String: LoadedConfiguration.Client] = [:]
        for name in configured.memberNames {
            guard let settings = configured.object(name) else { continue }
            clients[name] = client(name, settings, below: root, among: providers, using: chosen)
        }
        return clients
    }

    /// Reads a client's settings.
    ///
    /// Missing settings are inherited from the document.
    func client(
        _ name: String?, _ own: SettingsReader, below root: SettingsReader?,
        among providers: [String: (any FlagProvider)?],
        using chosen: String? = nil
    ) -> LoadedConfiguration.Client? {
        let settings = { (member: String) in own.value(member) == nil ? root ?? own : own }
        let context = settings("context").object(
            "context", "Initial evaluation context.", schema: SettingsForm.definition("context")
        )?.asContext()
        let sinks = fingerprint {
            settings("sinks").parts(
                "sinks", "Additional receivers of reads, events, and changes.", "sink",
                among: registry.module.sinks)
        }
        let hooks = fingerprint {
            settings("hooks").parts(
                "hooks", "Hooks that run around each evaluation.", "hook", among: registry.module.hooks)
        }
        let overrides = settings("overrides").object(
            "overrides", "Values that developers override on this machine.",
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
        let active = settings.string("active", "Name of the provider that serves flags.")
        if let chosen {
            if providers[chosen] != nil { return chosen }
            let nearest = NearestName.of(chosen, among: names).map { "Did you mean \"\($0)\"?" }
            add(
                "unknownProvider", at: JSONPointer().appending("providers"), "Unknown provider: \"\(chosen)\".",
                suggestion: nearest ?? "Known providers: \(names.joined(separator: ", ")).", target: .name)
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
