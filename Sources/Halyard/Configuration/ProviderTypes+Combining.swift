// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderType {
    /// `{"type": "combined", "providers": ["launchdarkly", {"provider": "unleash", "required": false}], "rule": "firstMatch"}`.
    static let combined = ProviderType("combined") { settings in
        let objects = settings.objects(
            "providers", "The providers, in their order: names, or objects.", shorthand: "provider",
            example: "[\"launchdarkly\", \"unleash\"]")
        let children = objects.map { child in
            let isRequired = child.bool("required", "Whether the combination is not ready before it.", default: true)
            let tracks = child.bool("tracks", "Whether it gets the events of the app.", default: true)
            return CombinedProvider.Child(child.innerProvider(), isRequired: isRequired, tracks: tracks)
        }
        let rule = settings.rule()
        guard !children.isEmpty else { return InMemoryProvider(name: settings.name) }
        do throws(ConfigurationError) {
            let combined = try CombinedProvider(
                settings.name, children, rule: rule, anonymousKey: settings.load.anonymousKey)
            warnAboutSoleSources(combined, objects)
            return combined
        } catch {
            for finding in error.findings {
                let member = finding.location?.pointer == "/rule" ? "rule" : "providers"
                settings.reject(member, finding.message, suggestion: finding.suggestion)
            }
            return InMemoryProvider(name: settings.name)
        }
    }
}

/// Warns about providers that are optional and the only source of some flags.
private func warnAboutSoleSources(_ combined: CombinedProvider, _ settings: [Settings]) {
    let soleSources = combined.rule.soleSources(among: combined.children.map(\.name))
    for (member, settings) in zip(combined.members, settings)
    where !member.isRequired && soleSources.contains(member.provider.name) {
        settings.warn(
            "required",
            "The provider \"\(member.provider.name)\" of the combination counts as required, because the rule "
                + "\"\(combined.rule.name)\" has no other source for some flags.",
            suggestion: "Remove \"required\", or name a second provider for these flags.")
    }
}

extension Settings {
    /// The merge rule of a combination; the first match when none is given.
    fileprivate func rule() -> any MergeRule {
        let settings = object(
            "rule", "Whose answer counts: the name of a rule, or an object.", shorthand: "type",
            schema: SettingsForm.definition("rule"))
        return settings?.part("type", "merge rule", among: load.registry.rules) ?? FirstMatch()
    }

    fileprivate var patterns: [FlagPattern] {
        require("flags", "names and patterns, such as [\"checkout\", \"nav-*\"]")
        return strings("flags", "Names of flags, and patterns such as \"nav-*\".").map { FlagPattern($0) }
    }
}

extension RuleType {
    /// `"firstMatch"`.
    static let firstMatch = RuleType("firstMatch") { _ in FirstMatch() }

    /// `"firstSuccessful"`.
    static let firstSuccessful = RuleType("firstSuccessful") { _ in FirstSuccessful() }

    /// `{"type": "comparison", "authority": "launchdarkly", "sampling": 0.1}`.
    static let comparison = RuleType("comparison") { settings in
        Comparison(
            authority: settings.string("authority", "The provider whose answer counts; without it, the first."),
            sampling: settings.double(
                "sampling", "The share of flags and people that is compared, from 0 to 1.", default: 1, in: 0...1))
    }

    /// `{"type": "routing", "routes": [{"flags": ["nav-*"], "providers": ["unleash"]}], "otherwise": ["launchdarkly"]}`.
    static let routing = RuleType("routing") { settings in
        let routes = settings.objects("routes", "Which flags are asked for where; the first that fits counts.")
            .map { route in
                let providers = route.strings("providers", "The names of the providers that are asked for them.")
                return Routing.Route(route.patterns, to: providers)
            }
        let otherwise = settings.strings("otherwise", "The providers for all other flags; without it, all of them.")
        return Routing(routes, otherwise: settings.value("otherwise") == nil ? nil : otherwise)
    }

    /// `{"type": "percentage", "old": "launchdarkly", "new": "unleash", "percent": 25}`.
    static let percentage = RuleType("percentage") { settings in
        Percentage(
            old: settings.requiredString("old", "The provider that is being left."),
            new: settings.requiredString("new", "The provider that is being moved to."),
            percent: settings.double(
                "percent", "How many of a hundred people read the new one.", default: 0, in: 0...100),
            seed: settings.string(
                "seed", "What decides together with the key who they are; without it, the name of the new provider."))
    }

    /// `{"type": "migration", "old": "launchdarkly", "new": "unleash", "stages": [{"flags": ["nav-*"], "step": "shadow"}]}`.
    static let migration = RuleType("migration") { settings in
        let stages = settings.objects("stages", "How far which flags are; the first that fits counts.").map { stage in
            Migration.Stage(
                stage.patterns, stage.choice("step", "How far these flags are.", default: .old),
                sampling: stage.double("sampling", "The share that is compared, from 0 to 1.", default: 1, in: 0...1),
                percent: stage.double(
                    "percent", "How many of a hundred people read the new provider.", default: 100, in: 0...100))
        }
        var stepBack = Migration.StepBack()
        if let limits = settings.object("stepBack", "When a flag goes a step back.") {
            stepBack = Migration.StepBack(
                mismatchRate: limits.double(
                    "mismatchRate", "The share of answers that may differ.", default: stepBack.mismatchRate, in: 0...1),
                errorRate: limits.double(
                    "errorRate", "The share of answers that may be missing.", default: stepBack.errorRate, in: 0...1),
                after: limits.int(
                    "after", "After how many comparisons that is judged.", default: stepBack.after, in: 1...1_000_000))
        }
        let stepsBack = settings.bool("stepsBack", "Whether flags go a step back at all.", default: true)
        return Migration(
            old: settings.requiredString("old", "The provider that is being left."),
            new: settings.requiredString("new", "The provider that is being moved to."), stages: stages,
            otherwise: settings.choice("otherwise", "How far all other flags are.", default: .old),
            stepBack: stepsBack ? stepBack : nil)
    }
}
