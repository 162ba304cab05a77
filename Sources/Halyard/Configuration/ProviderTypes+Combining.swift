// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderType {
    /// `{"type": "combined", "providers": ["launchdarkly", {"provider": "unleash", "required": false}], "strategy": "firstMatch"}`.
    static let combined = ProviderType("combined") { settings in
        let objects = settings.objects(
            "providers", "Providers in order: names or objects.", shorthand: "provider",
            example: "[\"launchdarkly\", \"unleash\"]")
        let children = objects.map { child in
            let isRequired = child.bool(
                "required", "Waits for this provider before the combination is ready.", default: true)
            let tracks = child.bool("tracks", "Forwards the app's events to this provider.", default: true)
            return (child.wrappedProvider() ?? child.standIn).map {
                CombinedProvider.Child($0, isRequired: isRequired, tracks: tracks)
            }
        }
        let strategy = settings.strategy()
        // The names of invalid providers inside the combination are unknown, so the strategy can't be checked.
        guard !children.isEmpty, !children.contains(where: { $0 == nil }) else {
            return InMemoryFlagProvider(name: settings.name)
        }
        let combined = try CombinedProvider(
            settings.name, children.compactMap(\.self), strategy: strategy, anonymousKey: settings.builder.anonymousKey)
        warnAboutSoleSources(combined, objects)
        return combined
    }
}

extension SettingsReader {
    /// A provider with the name of an invalid one that the document configures, so that the names in the strategy are checked too.
    ///
    /// It never serves flags, because the configuration is rejected.
    fileprivate var standIn: (any FlagProvider)? {
        guard case .string(let name)? = value("provider"), builder.providers?.value(name) != nil else { return nil }
        return InMemoryFlagProvider(name: name)
    }
}

/// Warns about optional providers that are the only source of some flags.
private func warnAboutSoleSources(_ combined: CombinedProvider, _ settings: [SettingsReader]) {
    let soleSources = combined.strategy.soleSources(combined.children.map(\.name))
    for (member, settings) in zip(combined.members, settings)
    where !member.isRequired && soleSources.contains(member.provider.name) {
        // The file doesn't contain a name for a provider inside the combination's object.
        let provider =
            if case .string(let name)? = settings.value("provider") { "The provider \"\(name)\"" } else {
                "This provider"
            }
        settings.addWarning(
            "required",
            "\(provider) of the combination counts as required, because the strategy "
                + "\"\(combined.strategy.name)\" has no other source for some flags.",
            suggestion: "Remove \"required\", or add a second provider for these flags.")
    }
}

extension SettingsReader {
    /// Returns the strategy of a combined provider, which is the first match by default.
    fileprivate func strategy() -> CombinationStrategy {
        let settings = object(
            "strategy", "Strategy that chooses a result: the name of a strategy, or an object.", shorthand: "type",
            schema: SettingsForm.definition("strategy"))
        return settings?.part("type", "strategy", among: builder.registry.module.strategies) ?? .firstMatch
    }

    /// Warns about entries that no flag reaches, because an earlier entry applies to all flags.
    ///
    /// - Parameters:
    ///   - entries: Settings of the entries, and their patterns.
    ///   - noun: Noun for an entry, such as `route`.
    fileprivate static func warnAboutUnreachable(
        _ entries: [(settings: SettingsReader, patterns: [CombinationStrategy.FlagPattern])], _ noun: String
    ) {
        guard let last = entries.firstIndex(where: { $0.patterns.contains(where: \.matchesAll) }) else { return }
        for entry in entries[(last + 1)...] {
            entry.settings.addWarning(
                nil, "No flag reaches this \(noun), because \(noun) \(last + 1) applies to all flags (\"*\").",
                suggestion: "Move it up, or remove it.")
        }
    }

    fileprivate var patterns: [CombinationStrategy.FlagPattern] {
        require("flags", "names and patterns, such as [\"checkout\", \"nav-*\"]")
        return strings("flags", "Flag keys, and patterns such as \"nav-*\".").map {
            CombinationStrategy.FlagPattern($0)
        }
    }
}

extension StrategyType {
    /// `"firstMatch"`.
    static let firstMatch = StrategyType("firstMatch") { _ in .firstMatch }

    /// `"firstSuccessful"`.
    static let firstSuccessful = StrategyType("firstSuccessful") { _ in .firstSuccessful }

    /// `{"type": "comparison", "primary": "launchdarkly", "sampling": 0.1}`.
    static let comparison = StrategyType("comparison") { settings in
        .comparison(
            primary: settings.string("primary", "Provider whose result counts (default: the first provider)."),
            sampling: settings.double(
                "sampling", "Share of flags and contexts that are compared, from 0 to 1.", default: 1, in: 0...1))
    }

    /// `{"type": "routing", "routes": [{"flags": ["nav-*"], "providers": ["unleash"]}], "defaultRoute": ["launchdarkly"]}`.
    static let routing = StrategyType("routing") { settings in
        let entries = settings.objects("routes", "Routes of flags to providers. The first match counts.")
            .map { (settings: $0, patterns: $0.patterns) }
        let routes = entries.map { route, patterns in
            let providers = route.strings("providers", "Names of the providers of these flags.")
            return CombinationStrategy.Route(patterns, to: providers)
        }
        SettingsReader.warnAboutUnreachable(entries, "route")
        let defaultRoute = settings.strings("defaultRoute", "Providers of all other flags (default: all providers).")
        return .routing(routes, defaultRoute: settings.value("defaultRoute") == nil ? nil : defaultRoute)
    }

    /// `{"type": "percentage", "old": "launchdarkly", "new": "unleash", "percent": 25}`.
    static let percentage = StrategyType("percentage") { settings in
        .percentage(
            old: settings.requiredString("old", "Provider to migrate from."),
            new: settings.requiredString("new", "Provider to migrate to."),
            percent: settings.double(
                "percent", "Percentage of contexts that read the new provider.", default: 0, in: 0...100),
            seed: settings.string(
                "seed", "Random seed that selects the contexts (default: the name of the new provider)."))
    }

    /// `{"type": "migration", "old": "launchdarkly", "new": "unleash", "stages": [{"flags": ["nav-*"], "step": "shadow"}]}`.
    static let migration = StrategyType("migration") { settings in
        let entries = settings.objects("stages", "Migration stages of flags. The first match counts.")
            .map { (settings: $0, patterns: $0.patterns) }
        SettingsReader.warnAboutUnreachable(entries, "stage")
        let stages = entries.map { stage, patterns in
            MigrationStrategy.Stage(
                patterns, stage.choice("step", "Migration step of these flags.", default: .old),
                sampling: stage.double(
                    "sampling", "Share of flags and contexts that are compared, from 0 to 1.", default: 1, in: 0...1),
                percent: stage.double(
                    "percent", "Percentage of contexts that read the new provider.", default: 100, in: 0...100))
        }
        var automaticRollback: MigrationStrategy.RollbackLimits? = MigrationStrategy.RollbackLimits()
        if let limits = settings.object("automaticRollback", "Limits at which a flag returns to the \"shadow\" step.") {
            let isEnabled = limits.bool("enabled", "Lets flags return to the \"shadow\" step.", default: true)
            let standard = MigrationStrategy.RollbackLimits()
            let given = MigrationStrategy.RollbackLimits(
                mismatchRate: limits.double(
                    "mismatchRate", "Maximum share of differing results.", default: standard.mismatchRate, in: 0...1),
                errorRate: limits.double(
                    "errorRate", "Maximum share of missing results.", default: standard.errorRate, in: 0...1),
                after: limits.int(
                    "after", "Comparisons before a limit applies.", default: standard.after, in: 1...1_000_000))
            automaticRollback = isEnabled ? given : nil
        }
        return .migration(
            old: settings.requiredString("old", "Provider to migrate from."),
            new: settings.requiredString("new", "Provider to migrate to."), stages: stages,
            defaultStep: settings.choice("defaultStep", "Migration step of all other flags.", default: .old),
            automaticRollback: automaticRollback)
    }
}
