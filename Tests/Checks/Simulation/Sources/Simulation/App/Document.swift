// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What a client's configuration file says.
struct Document {
    var place = 0
    var context = EvaluationContext.anonymous
    /// Another number is another sink.
    var sink = 1
    var hasKillSwitch = true
    /// Whether it has a mistake.
    var isBroken = false

    /// Changes something.
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

// What must hold of configurations and migrations.
extension App {
    /// What is wrong when everything has healed: the client serves what its configuration says, if that can be and code has not
    /// asked for something else.
    var configurationProblem: String? {
        guard setting.isConfigured, !hasUsed, !document.isBroken else { return nil }
        let name = setting.choices[document.place].name
        return client.providerName == name
            ? nil : "the configuration says \(name), and \(client.providerName) serves"
    }

    /// What is wrong with who answers a flag, if the provider is a migration.
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
        return isRight ? nil : "\(stamp.text) is answered by \(stamp.service) at the step \(step)"
    }

    /// The provider that answers alone at some stage of a migration, and has no flags.
    func missingSource(of flagSet: FlagSet) -> String? {
        guard let provider = serving?.provider as? CombinedProvider else { return nil }
        return provider.strategy.soleSources(provider.children.map(\.name)).first { flagSet.parts[$0] == nil }
    }
}
