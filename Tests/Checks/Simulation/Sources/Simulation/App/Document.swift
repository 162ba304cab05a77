// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The contents of a client's configuration file.
struct Document {
    var place = 0
    var context = EvaluationContext.anonymous
    /// The sink's number.
    ///
    /// Another number means another sink.
    var sink = 1
    var hasKillSwitch = true
    /// A Boolean value that indicates whether the file contains an error.
    var isBroken = false

    /// Changes one setting.
    mutating func edit(_ setting: Setting.Client, _ dice: inout Dice) {
        isBroken = dice.chance(0.2)
        switch dice.below(4) {
        case 0: sink += 1
        case 1: hasKillSwitch.toggle()
        default: place = dice.below(setting.choices.count)
        }
    }

    var words: String {
        "provider \(place), sink \(sink)" + (hasKillSwitch ? "" : ", no kill switch") + (isBroken ? ", broken" : "")
    }

    func text(of setting: Setting.Client) -> String {
        var document: [String: FlagValue] = [
            "version": 1, "active": .string(isBroken ? "none" : "it"), "watch": "30s",
            "providers": ["it": ["type": "place", "place": .int(Int64(place))]],
            "sinks": [["type": "app", "number": .int(Int64(sink))]],
        ]
        if let key = context.key {
            let attributes = context["plan"].map { ["plan": $0] } ?? [:]
            document["context"] = ["kind": "user", "key": .string(key), "attributes": .object(attributes)]
        }
        if setting.hasKillSwitch, hasKillSwitch {
            document["killSwitch"] = ["file": .string(World.killSwitch), "refresh": "30s"]
        }
        return JSONWriter.text(.object(document))
    }
}

// The expectations about configurations and migrations.
extension App {
    /// The description of a mismatch between the configured and the active provider after everything has healed.
    ///
    /// It's `nil` if the configuration is broken, or if code has switched the provider.
    var configurationProblem: String? {
        guard setting.isConfigured, !hasUsed, !document.isBroken else { return nil }
        let name = setting.choices[document.place].name
        return client.providerName == name
            ? nil : "the configuration names \(name), but \(client.providerName) is active"
    }

    /// Returns an error if the wrong provider of a migration answered a flag.
    func migrationProblem(_ stamp: Stamp) -> String? {
        guard let provider = serving?.provider as? CombinedProvider, let migration = provider.strategy.migration,
            let stage = migration.stages.first
        else { return nil }
        let isNew = stamp.service == migration.new
        let isRight =
            switch stage.step {
            case .old, .shadow: !isNew
            case .newWithFallback: true
            case .new: isNew || stage.percent < 100 || migration.rolledBackFlags.contains(stamp.flag)
            }
        let step = "\(stage.step) for \(stage.percent) of 100"
        return isRight ? nil : "\(stamp.text) came from \(stamp.service) at the step \(step)"
    }

    /// Returns the provider that answers alone at some stage of a migration but has no flags.
    func missingSource(of flagSet: FlagSet) -> String? {
        guard let provider = serving?.provider as? CombinedProvider else { return nil }
        return provider.strategy.soleSources(provider.children.map(\.name)).first { flagSet.parts[$0] == nil }
    }
}
