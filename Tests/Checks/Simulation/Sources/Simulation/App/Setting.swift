// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The properties of a whole run, which the seed determines.
struct Setting {
    struct Client {
        var choices: [Choice]
        var clearsFlags: Bool
        var hasKillSwitch: Bool
        var hasHook = false
        /// A Boolean value that indicates whether the hook itself reads flags.
        var hookReads = false
        /// A Boolean value that indicates whether the client follows a configuration file.
        var isConfigured = false
        /// The longest time that the app's sink takes to send, in milliseconds.
        var sinkSlowness: Int
    }

    var clients: [Client]
    /// A Boolean value that indicates whether nothing fails.
    var isQuiet: Bool
    var trouble: Double
    var diskTrouble: Double
    var longestDelay: Int
    var refusesKeys: Bool
    var styles: [LaunchDarklyService.Style]
    /// A Boolean value that indicates whether the vendors' sinks store unsent events.
    var storesEvents: Bool
    /// A Boolean value that indicates whether apps use the LaunchDarkly and the Unleash drop-in clients.
    var (hasLDApp, hasUnleashApp) = (false, false)
    /// A Boolean value that indicates whether OFREP event streams announce a change as soon as they open.
    var announcesAtOnce = false
    /// A Boolean value that indicates whether the folder of stored events contains an unreadable file.
    var spoilsStoredEvents = false

    init(_ seed: UInt64) {
        var dice = Dice(seed, 2)
        isQuiet = dice.chance(0.25)
        trouble = isQuiet ? 0 : dice.pick([0.05, 0.2, 0.5])
        diskTrouble = isQuiet || dice.chance(0.5) ? 0 : dice.pick([0.05, 0.5])
        longestDelay = dice.pick([20, 200, 2_000, 12_000])
        refusesKeys = dice.chance(0.2)
        styles = (0..<3).map { _ in
            var style = dice.pick(LaunchDarklyService.Style.allCases)
            if style == .mixed, dice.chance(0.5) { style = .patches }
            return style
        }
        var others = Dice(seed, 4)
        storesEvents = others.chance(0.5)
        let hasHooks = others.chance(0.2)
        let count = dice.pick([1, 1, 2, 3])
        clients = (0..<count).map { _ in Client(&dice) }
        if hasHooks { for client in clients.indices { clients[client].hasHook = true } }
        for client in clients.indices {
            clients[client].isConfigured = others.chance(0.3)
            if others.chance(0.15) { clients[client].choices.append(.migration(&others)) }
        }
        var dropIns = Dice(seed, 5)
        (hasLDApp, hasUnleashApp) = (dropIns.chance(0.15), dropIns.chance(0.1))
        addOFREP(seed)
        addLaunchDarklyRules(seed)
        addTraps(seed)
        guard count > 1, dice.chance(0.25) else { return }
        for client in clients.indices {
            for choice in clients[client].choices.indices { clients[client].choices[choice].sharesStation = true }
        }
    }
}

extension Setting {
    /// Adds OFREP, with separate random numbers so that seeds without it keep their runs.
    private mutating func addOFREP(_ seed: UInt64) {
        var dice = Dice(seed, 6)
        announcesAtOnce = dice.chance(0.5)
        for client in clients.indices {
            for index in clients[client].choices.indices where clients[client].choices[index].kind == .migration {
                if dice.chance(0.5) { clients[client].choices[index].services[dice.below(2)] = "of3" }
            }
            guard dice.chance(0.5) else { continue }
            let isAlone = dice.chance(0.7)
            let choice = isAlone ? Choice(.ofrep, ["of1"], &dice) : Choice(.three, ["of2", "ld6", "un5"], &dice)
            let place = dice.below(clients[client].choices.count + 1)
            if dice.chance(0.3) { clients[client].choices = [] }
            clients[client].choices.insert(choice, at: min(place, clients[client].choices.count))
        }
    }
}

extension Setting {
    /// Adds LaunchDarkly's rules, with separate random numbers so that seeds without them keep their runs.
    private mutating func addLaunchDarklyRules(_ seed: UInt64) {
        var dice = Dice(seed, 10)
        for client in clients.indices {
            guard dice.chance(0.4) else { continue }
            if dice.chance(0.3) { clients[client].choices = [] }
            var choice = Choice(dice.pick([.stream, .stream, .poll]), ["lr1"], &dice)
            if dice.chance(0.3) {
                choice.kind = .rulesMigration
                choice.services = dice.chance(0.5) ? ["lr2", "ur2"] : ["ur2", "lr2"]
                choice.step = dice.pick(MigrationStrategy.Step.allCases)
                choice.percent = dice.pick([50, 100])
            }
            let place = dice.below(clients[client].choices.count + 1)
            clients[client].choices.insert(choice, at: place)
        }
    }
}

extension Setting {
    /// Adds the conditions of former bugs, with separate random numbers so that seeds without them keep their runs.
    private mutating func addTraps(_ seed: UInt64) {
        var dice = Dice(seed, 8)
        spoilsStoredEvents = storesEvents && dice.chance(0.3)
        for client in clients.indices {
            clients[client].hookReads = clients[client].hasHook && dice.chance(0.5)
            for index in clients[client].choices.indices where clients[client].choices[index].step == .new {
                clients[client].choices[index].isNewOptional = dice.chance(0.5)
            }
        }
    }
}

extension Setting.Client {
    fileprivate init(_ dice: inout Dice) {
        clearsFlags = dice.chance(0.3)
        hasKillSwitch = dice.chance(0.2)
        sinkSlowness = dice.pick([0, 0, 60, 30_000])
        var all = [
            Choice(.stream, ["ld1"], &dice), Choice(.poll, ["ld2"], &dice), Choice(.unleash, ["un1"], &dice),
            Choice(.combined, ["ld3", "un2"], &dice), Choice(.rules, ["ur1"], &dice),
        ]
        choices = []
        for _ in 0..<dice.pick([1, 2, 3, 4]) { choices.append(all.remove(at: dice.below(all.count))) }
    }
}

extension Choice {
    fileprivate static func migration(_ dice: inout Dice) -> Choice {
        var choice = Choice(.migration, ["ld4", "un3"], &dice)
        choice.step = dice.pick(MigrationStrategy.Step.allCases)
        choice.percent = dice.pick([50, 100])
        return choice
    }

    fileprivate init(_ kind: Kind, _ services: [String], _ dice: inout Dice) {
        self.kind = kind
        self.services = services
        isStored = dice.chance(0.6)
        isNarrow = dice.chance(0.2)
        updatesInBackground = dice.chance(0.4)
        sharesStation = false
    }
}
