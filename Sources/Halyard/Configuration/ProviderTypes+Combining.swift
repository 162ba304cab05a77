// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderType {
    /// `{"type": "combined", "providers": ["launchdarkly", {"provider": "unleash", "required": false}], "rule": "firstMatch"}`.
    static let combined = ProviderType("combined") { settings in
        settings.describe([
            "providers": "The providers, in their order: names, or objects.",
            "rule": "Whose answer counts: the name of a rule, or an object.",
        ])
        let children = settings.objects(
            "providers", shorthand: "provider", example: "[\"launchdarkly\", \"unleash\"]"
        ).map { child in
            child.describe([
                "name": "What the provider is called within the combination.",
                "required": "Whether the combination is not ready before it.",
                "tracks": "Whether it gets the events of the app.",
            ])
            let name = child.string("name")
            let isRequired = child.bool("required", default: true)
            let tracks = child.bool("tracks", default: true)
            return CombinedProvider.Child(child.innerProvider(), name: name, isRequired: isRequired, tracks: tracks)
        }
        let rule = settings.rule()
        guard !children.isEmpty else { return InMemoryProvider(name: settings.name) }
        do throws(ConfigurationError) {
            return try CombinedProvider(
                settings.name, children, rule: rule, anonymousKey: settings.load.anonymousKey)
        } catch {
            for finding in error.findings {
                let member = finding.location?.pointer == "/rule" ? "rule" : "providers"
                settings.reject(member, finding.message, suggestion: finding.suggestion)
            }
            return InMemoryProvider(name: settings.name)
        }
    }
}

extension Settings {
    /// The merge rule of a combination; the first match when none is given.
    fileprivate func rule() -> any MergeRule {
        let settings = object("rule", shorthand: "type")
        form?.add("rule", ["$ref": "#/$defs/rule"])
        return settings?.part("type", "merge rule", among: load.registry.rules) ?? FirstMatch()
    }

    fileprivate var patterns: [FlagPattern] {
        describe(["flags": "Names of flags, and patterns such as \"nav-*\"."])
        let texts = strings("flags")
        if value("flags") == nil { reportMissing("flags", "names and patterns, such as [\"checkout\", \"nav-*\"]") }
        return texts.map { FlagPattern($0) }
    }
}

extension RuleType {
    /// `"firstMatch"`.
    static let firstMatch = RuleType("firstMatch") { _ in FirstMatch() }

    /// `"firstSuccessful"`.
    static let firstSuccessful = RuleType("firstSuccessful") { _ in FirstSuccessful() }

    /// `{"type": "comparison", "authority": "launchdarkly", "sampling": 0.1}`.
    static let comparison = RuleType("comparison") { settings in
        settings.describe([
            "authority": "The provider whose answer counts; without it, the first.",
            "sampling": "The share of flags and people that is compared, from 0 to 1.",
        ])
        return Comparison(
            authority: settings.string("authority"), sampling: settings.double("sampling", default: 1, in: 0...1))
    }

    /// `{"type": "routing", "routes": [{"flags": ["nav-*"], "providers": ["unleash"]}], "otherwise": ["launchdarkly"]}`.
    static let routing = RuleType("routing") { settings in
        settings.describe([
            "routes": "Which flags are asked for where; the first that fits counts.",
            "otherwise": "The providers for all other flags; without it, all of them.",
        ])
        let routes = settings.objects("routes").map { route in
            route.describe(["providers": "The names of the providers that are asked for them."])
            return Routing.Route(route.patterns, to: route.strings("providers"))
        }
        let otherwise = settings.strings("otherwise")
        return Routing(routes, otherwise: settings.value("otherwise") == nil ? nil : otherwise)
    }

    /// `{"type": "percentage", "old": "launchdarkly", "new": "unleash", "percent": 25}`.
    static let percentage = RuleType("percentage") { settings in
        settings.describe([
            "old": "The provider that is being left.",
            "new": "The provider that is being moved to.",
            "percent": "How many of a hundred people read the new one.",
            "seed": "What decides together with the key who they are; without it, the name of the new provider.",
        ])
        return Percentage(
            old: settings.requiredString("old"), new: settings.requiredString("new"),
            percent: settings.double("percent", default: 0, in: 0...100), seed: settings.string("seed"))
    }

    /// `{"type": "migration", "old": "launchdarkly", "new": "unleash", "stages": [{"flags": ["nav-*"], "step": "shadow"}]}`.
    static let migration = RuleType("migration") { settings in
        settings.describe([
            "old": "The provider that is being left.",
            "new": "The provider that is being moved to.",
            "stages": "How far which flags are; the first that fits counts.",
            "otherwise": "How far all other flags are.",
            "stepBack": "When a flag goes a step back.",
            "stepsBack": "Whether flags go a step back at all.",
        ])
        let stages = settings.objects("stages").map { stage in
            stage.describe([
                "step": "How far these flags are.",
                "sampling": "The share that is compared, from 0 to 1.",
                "percent": "How many of a hundred people read the new provider.",
            ])
            return Migration.Stage(
                stage.patterns, stage.choice("step", default: .old),
                sampling: stage.double("sampling", default: 1, in: 0...1),
                percent: stage.double("percent", default: 100, in: 0...100))
        }
        let limits = settings.object("stepBack")
        limits?.describe([
            "mismatchRate": "The share of answers that may differ.",
            "errorRate": "The share of answers that may be missing.",
            "after": "After how many comparisons that is judged.",
        ])
        let stepBack = Migration.StepBack(
            mismatchRate: limits?.double("mismatchRate", default: 0.05, in: 0...1) ?? 0.05,
            errorRate: limits?.double("errorRate", default: 0.05, in: 0...1) ?? 0.05,
            after: limits?.int("after", default: 20, in: 1...1_000_000) ?? 20)
        let stepsBack = settings.bool("stepsBack", default: true)
        return Migration(
            old: settings.requiredString("old"), new: settings.requiredString("new"), stages: stages,
            otherwise: settings.choice("otherwise", default: .old), stepBack: stepsBack ? stepBack : nil)
    }
}
