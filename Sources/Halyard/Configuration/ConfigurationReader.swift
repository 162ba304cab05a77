// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reads the members of a configuration document.
struct ConfigurationReader {
    let registry: ProviderRegistry
    let load: ConfigurationLoad
    /// The provider to use whatever the document says; nil for the one that the document names.
    var chosen: String?

    /// Reads the whole document; nil when there is no provider to use, which is recorded as an error.
    func read(_ root: Settings) -> LoadedConfiguration? {
        root.describe([
            "$schema": "Where the JSON Schema of this file is, for editors.",
            "version": "The version of this form; 1.",
            "providers": "The providers by name.",
            "clients": "Further clients by name; what one of them does not say is taken from the document.",
            "watch": "How often to look whether this file has changed; without it, never.",
        ])
        _ = root.string("$schema")
        load.document = root
        checkVersion(root)
        for name in registry.sections.keys.sorted() {
            if let section = root.object(name) { registry.sections[name]?.make(section) }
            root.form?.add(name, ["$ref": .string("#/$defs/\(name)")])
            root.describe([name: "The section \"\(name)\", for all providers that have none of their own."])
        }
        let watchInterval = root.duration("watch", in: .milliseconds(10) ... .seconds(86_400))
        let providers = providers(root)
        let main = client(nil, root, below: nil, among: providers)
        let clients = clients(root, among: providers)
        guard let main else { return nil }
        return LoadedConfiguration(
            providers: providers.compactMapValues(\.self), main: main, clients: clients, watchInterval: watchInterval)
    }

    private func checkVersion(_ root: Settings) {
        let version = root.value("version")
        root.form?.add("version", ["const": 1])
        guard let version else { return root.reportMissing("version", "\"version\": 1") }
        if Int(flagValue: version) != 1 {
            root.reject(
                "version", "Expected version 1, found \(Settings.shown(version)).",
                suggestion: "Write 1, or use a release of Halyard that knows the other version.")
        }
    }

    /// The providers by name; nil for one that is wrong, so that naming it as the active one is not a second error.
    private func providers(_ root: Settings) -> [String: (any FlagProvider)?] {
        let configured = root.object("providers")
        root.form?.add(
            "providers",
            ["type": "object", "minProperties": 1, "additionalProperties": ["$ref": "#/$defs/provider"]])
        guard let configured, root.value("providers") != nil else {
            root.reportMissing("providers", "an object with a member for each provider")
            return [:]
        }
        load.providers = configured
        var providers: [String: (any FlagProvider)?] = [:]
        for name in configured.memberNames { providers.updateValue(load.provider(named: name) { _ in }, forKey: name) }
        if providers.isEmpty, configured.isUsable {
            configured.reject(nil, "There is no provider.", suggestion: "Add at least one.")
        }
        return providers
    }

    // MARK: Clients

    private func clients(
        _ root: Settings, among providers: [String: (any FlagProvider)?]
    ) -> [String: LoadedConfiguration.Client] {
        let configured = root.object("clients")
        root.form?.add("clients", ["type": "object", "additionalProperties": ["$ref": "#/$defs/client"]])
        guard let configured else { return [:] }
        var clients: [String: LoadedConfiguration.Client] = [:]
        for name in configured.memberNames {
            guard let settings = configured.object(name) else { continue }
            clients[name] = client(name, settings, below: root, among: providers)
        }
        return clients
    }

    /// Reads a client's members; those that are absent are taken from the document.
    func client(
        _ name: String?, _ own: Settings, below root: Settings?, among providers: [String: (any FlagProvider)?]
    ) -> LoadedConfiguration.Client? {
        let settings = { (member: String) in own.value(member) == nil ? root ?? own : own }
        own.describe([
            "active": "The name of the provider to read flags from.",
            "context": "Whom or what flags are decided for at first.",
            "sinks": "Where reads, events and changes are handed to, besides the vendor.",
            "hooks": "What runs around each evaluation.",
            "overrides": "Values that developers force on this machine.",
            "killSwitch": "A document whose values lie on top of every provider: a path, or an object.",
        ])
        for member in ["active", "context", "sinks", "hooks"] { own.form?.mention(member) }
        let context = settings("context").object("context")?.asContext() ?? .anonymous
        own.form?.add("context", ["$ref": "#/$defs/context"])
        let sinks = load.fingerprint { settings("sinks").parts("sinks", "sink", among: registry.sinks) }
        let hooks = load.fingerprint { settings("hooks").parts("hooks", "hook", among: registry.hooks) }
        let overrides = settings("overrides").object("overrides")?.asOverrides()
        own.form?.add("overrides", ["$ref": "#/$defs/overrides"])
        let killSwitch = load.fingerprint { settings("killSwitch").killSwitch("killSwitch") }
        own.form?.add("killSwitch", ["$ref": "#/$defs/killSwitch"])
        guard let active = active(settings("active"), among: providers), providers[active] != nil else { return nil }
        let provider = load.fingerprint { load.provider(named: active) { _ in } }
        guard let made = provider.product else { return nil }
        return LoadedConfiguration.Client(
            name: name, active: active, provider: made, context: context, sinks: sinks.product, hooks: hooks.product,
            overrides: overrides, killSwitch: killSwitch.product,
            fingerprints: .init(
                provider: provider.fingerprint, sinks: sinks.fingerprint, hooks: hooks.fingerprint,
                killSwitch: killSwitch.product == nil ? "" : killSwitch.fingerprint))
    }

    private func active(_ settings: Settings, among providers: [String: (any FlagProvider)?]) -> String? {
        let names = providers.keys.sorted()
        if let chosen {
            _ = settings.string("active")
            if providers[chosen] != nil { return chosen }
            let nearest = NearestName.of(chosen, among: names).map { "Did you mean \"\($0)\"?" }
            load.check.add(
                "unknownProvider", at: JSONPointer().appending("providers"), "No provider is named \"\(chosen)\".",
                suggestion: nearest ?? "The known ones: \(names.joined(separator: ", ")).", target: .name)
            return nil
        }
        guard let active = settings.string("active") else {
            if names.count == 1 { return names[0] }
            if settings.value("active") == nil, !names.isEmpty {
                settings.reportMissing("active", "one of " + names.joined(separator: ", "))
            }
            return nil
        }
        if providers[active] != nil { return active }
        if !names.isEmpty { settings.rejectWord("active", "provider", among: names) }
        return nil
    }
}
