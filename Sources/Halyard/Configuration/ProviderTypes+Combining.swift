// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderType {
    /// `{"type": "combined", "providers": ["launchdarkly", {"provider": "unleash", "required": false}], "strategy": "firstMatch"}`.
    static let combined = ProviderType("combined") { settings in
        let objects = settings.objects(
            "providers", "The providers, in their order: names, or objects.", shorthand: "provider",
            example: "[\"launchdarkly\", \"unleash\"]")
        let children = objects.map { child in
            let isRequired = child.bool("required", "Whether the combination is not ready before it.", default: true)
            let tracks = child.bool("tracks", "Whether it gets the events of the app.", default: true)
            return child.wrappedProvider().map {
                CombinedProvider.Child($0, isRequired: isRequired, tracks: tracks)
            }
        }
        let strategy = settings.strategy()
        // The names of wrong providers aren't known, so whether the strategy fits them isn't, either.
        guard !children.isEmpty, !children.contains(where: { $0 == nil }) else {
            return InMemoryProvider(name: settings.name)
        }
        let combined = try CombinedProvider(
            settings.name, children.compactMap(\.self), strategy: strategy, anonymousKey: settings.load.anonymousKey)
        warnAboutSoleSources(combined, objects)
        return combined
    }
}

/// Warns about providers that are optional and the only source of some flags.
private func warnAboutSoleSources(_ combined: CombinedProvider, _ settings: [SettingsReader]) {
    let soleSources = combined.strategy.soleSources(combined.children.map(\.name))
    for (member, settings) in zip(combined.members, settings)
    where !member.isRequired && soleSources.contains(member.provider.name) {
        // A provider that is part of the combination's object has no name that the file contains.
        let provider =
            if case .string(let name)? = settings.value("provider") { "The provider \"\(name)\"" } else {
                "This provider"
            }
        settings.addWarning(
            "required",
            "\(provider) of the combination counts as required, because the strategy "
                + "\"\(combined.strategy.name)\" has no other source for some flags.",
            suggestion: "Remove \"required\", or name a second provider for these flags.")
    }
}

extension SettingsReader {
    /// The strategy of a combination, the first match by default.
    fileprivate func strategy() -> CombinationStrategy {
        let settings = object(
            "strategy", "Whose result counts: the name of a strategy, or an object.", shorthand: "type",
            schema: SettingsForm.definition("strategy"))
        return settings?.part("type", "strategy", among: load.registry.module.strategies) ?? .firstMatch
    }

    /// Warns about the entries of a plan that no flag reaches, because an earlier one applies to all flags.
    ///
    /// - Parameters:
    ///   - entries: The settings of the entries, and their patterns.
    ///   - noun: The noun for an entry: `route`.
    fileprivate static func warnAboutUnreachable(
        _ entries: [(settings: SettingsReader, patterns: [CombinationStrategy.FlagPattern])], _ noun: String
    ) {
        guard let last = entries.firstIndex(where: { $0.patterns.contains(where: \.matchesAll) }) else { return }
        for entry in entries[(last + 1)...] {
            entry.settings.addWarning(
                nil, "No flag reaches this \(noun), because \(noun) \(last + 1) applies to all flags (\"*\").",
                suggestion: "Move it before that one, or remove it.")
        }
    }

    fileprivate var patterns: [CombinationStrategy.FlagPattern] {
        require("flags", "names and patterns, such as [\"checkout\", \"nav-*\"]")
        return strings("flags", "Names of flags, and patterns such as \"nav-*\".").map {
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
            primary: settings.string("primary", "The provider whose answer counts; without it, the first."),
            sampling: settings.double(
                "sampling", "The share of flags and people that is compared, from 0 to 1.", default: 1, in: 0...1))
    }

    /// `{"type": "routing", "routes": [{"flags": ["nav-*"], "providers": ["unleash"]}], "defaultRoute": ["launchdarkly"]}`.
    static let routing = StrategyType("routing") { settings in
        let entries = settings.objects("routes", "Which flags are asked for where; the first that fits counts.")
            .map { (settings: $0, patterns: $0.patterns) }
        let routes = entries.map { route, patterns in
            let providers = route.strings("providers", "The names of the providers that are asked for them.")
            return CombinationStrategy.Route(patterns, to: providers)
        }
        SettingsReader.warnAboutUnreachable(entries, "route")
        let defaultRoute = settings.strings("defaultRoute", "The providers for all other flags; without it, all of them.")
        return .routing(routes, defaultRoute: settings.value("defaultRoute") == nil ? nil : defaultRoute)
    }

    /// `{"type": "percentage", "old": "launchdarkly", "new": "unleash", "percent": 25}`.
    static let percentage = StrategyType("percentage") { settings in
        .percentage(
            old: settings.requiredString("old", "The provider that is being left."),
            new: settings.requiredString("new", "The provider that is being moved to."),
            percent: settings.double(
                "percent", "How many of a hundred people read the new one.", default: 0, in: 0...100),
            seed: settings.string(
                "seed", "What decides together with the key who they are; without it, the name of the new provider."))
    }

    /// `{"type": "migration", "old": "launchdarkly", "new": "unleash", "stages": [{"flags": ["nav-*"], "step": "shadow"}]}`.
    static let migration = StrategyType("migration") { settings in
        let entries = settings.objects("stages", "How far which flags are; the first that fits counts.")
            .map { (settings: $0, patterns: $0.patterns) }
        SettingsReader.warnAboutUnreachable(entries, "stage")
        let stages = entries.map { stage, patterns in
            MigrationStrategy.Stage(
                patterns, stage.choice("step", "How far these flags are.", default: .old),
                sampling: stage.double("sampling", "The share that is compared, from 0 to 1.", default: 1, in: 0...1),
                percent: stage.double(
                    "percent", "How many of a hundred people read the new provider.", default: 100, in: 0...100))
        }
        var automaticRollback: MigrationStrategy.RollbackLimits? = MigrationStrategy.RollbackLimits()
        if let limits = settings.object("automaticRollback", "Limits at which a flag returns to \"shadow\".") {
            let isEnabled = limits.bool("enabled", "Lets flags return to \"shadow\".", default: true)
            let standard = MigrationStrategy.RollbackLimits()
            let given = MigrationStrategy.RollbackLimits(
                mismatchRate: limits.double(
                    "mismatchRate", "The share of answers that may differ.", default: standard.mismatchRate, in: 0...1),
                errorRate: limits.double(
                    "errorRate", "The share of answers that may be missing.", default: standard.errorRate, in: 0...1),
                after: limits.int(
                    "after", "After how many comparisons that is judged.", default: standard.after, in: 1...1_000_000))
            automaticRollback = isEnabled ? given : nil
        }
        return .migration(
            old: settings.requiredString("old", "The provider that is being left."),
            new: settings.requiredString("new", "The provider that is being moved to."), stages: stages,
            defaultStep: settings.choice("defaultStep", "How far all other flags are.", default: .old),
            automaticRollback: automaticRollback)
    }
}
