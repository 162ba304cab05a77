// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderType {
    /// `{"type": "combined", "providers": ["launchdarkly", {"provider": "unleash", "required": false}], "rule": "firstMatch"}`.
    static let combined = ProviderType("combined") { settings in
        let children = settings.objects(
            "providers", shorthand: "provider", example: "[\"launchdarkly\", \"unleash\"]"
        ).map { child in
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
                settings.reject(member, finding.message, mend: finding.mend)
            }
            return InMemoryProvider(name: settings.name)
        }
    }
}

extension Settings {
    /// The merge rule of a combination; the first match when there is none.
    fileprivate func rule() -> any MergeRule {
        let settings = object("rule", shorthand: "type")
        form?.add("rule", ["$ref": "#/$defs/rule"])
        return settings?.part("type", "merge rule", among: load.registry.rules) ?? FirstMatch()
    }

    fileprivate var patterns: [FlagPattern] {
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
        Comparison(
            authority: settings.string("authority"), sampling: settings.double("sampling", default: 1, in: 0...1))
    }

    /// `{"type": "routing", "routes": [{"flags": ["nav-*"], "providers": ["unleash"]}], "otherwise": ["launchdarkly"]}`.
    static let routing = RuleType("routing") { settings in
        let routes = settings.objects("routes").map { Routing.Route($0.patterns, to: $0.strings("providers")) }
        let otherwise = settings.strings("otherwise")
        return Routing(routes, otherwise: settings.value("otherwise") == nil ? nil : otherwise)
    }

    /// `{"type": "percentage", "old": "launchdarkly", "new": "unleash", "percent": 25}`.
    static let percentage = RuleType("percentage") { settings in
        Percentage(
            old: settings.requiredString("old"), new: settings.requiredString("new"),
            percent: settings.double("percent", default: 0, in: 0...100), seed: settings.string("seed"))
    }

    /// `{"type": "migration", "old": "launchdarkly", "new": "unleash", "stages": [{"flags": ["nav-*"], "step": "shadow"}]}`.
    static let migration = RuleType("migration") { settings in
        let stages = settings.objects("stages").map { stage in
            Migration.Stage(
                stage.patterns, stage.choice("step", default: .old),
                sampling: stage.double("sampling", default: 1, in: 0...1),
                percent: stage.double("percent", default: 100, in: 0...100))
        }
        let limits = settings.object("stepBack")
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
