// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash

/// The provider that an app creates at each launch.
struct Choice {
    enum Kind: String, CaseIterable {
        case stream, poll, unleash, rules, ofrep, combined, three, migration, rulesMigration

        var isMigration: Bool { self == .migration || self == .rulesMigration }
    }

    /// The names of providers that combine other providers.
    static let combinations = Set([Kind.combined, .three, .migration, .rulesMigration].map(\.rawValue))

    var kind: Kind
    var services: [String]
    var isStored: Bool
    /// A Boolean value that indicates whether the event buffer is small.
    var isNarrow: Bool
    var updatesInBackground: Bool
    var sharesStation: Bool
    /// The step of a migration, and the percentage of people that it applies to.
    var step = MigrationStrategy.Step.old
    var percent = 100.0
    /// A Boolean value that indicates whether a migration declares its new provider as optional, although it answers alone.
    var isNewOptional = false

    /// The provider's name.
    var name: String { services.count > 1 ? kind.rawValue : services[0] }

    var words: String {
        "\(kind) \(services.joined(separator: "+"))" + (kind.isMigration ? ", \(step) for \(percent)" : "")
            + (isNewOptional ? ", new optional" : "")
            + (isStored ? ", stored" : "") + (isNarrow ? ", little room" : "")
            + (sharesStation ? ", shared" : "")
    }

    /// Creates the provider object.
    func make(_ world: World) -> (provider: any FlagProvider, stations: [Station]) {
        let made = services.map { name -> (any FlagProvider, Station) in
            let station = Station(
                world.service(name), isShared: sharesStation, storesEvents: world.setting.storesEvents, world)
            station.isPolled = kind == .poll
            return (provider(for: station, world), station)
        }
        if made.count == 1 { return (made[0].0, [made[0].1]) }
        let children = made.enumerated().map { index, made in
            CombinedProvider.Child(made.0, isRequired: index == 0 || !isNewOptional)
        }
        let strategy: CombinationStrategy =
            kind.isMigration
            ? .migration(
                old: services[0], new: services[1], stages: [.init(["move-*"], step, percent: percent)],
                automaticRollback: .init(after: 5))
            : .firstMatch
        let key = CombinedProvider.AnonymousContextKey(
            store: FileFlagStore(folder: World.folder, files: world.files, time: world.time), time: world.time,
            random: SimRandom(Dice(world.faults.next(), 9)))
        guard let combined = try? CombinedProvider(name, children, strategy: strategy, anonymousKey: key) else {
            fatalError("no combination")
        }
        return (combined, made.map(\.1))
    }

    private func provider(for station: Station, _ world: World) -> any FlagProvider {
        let name = station.service.name
        let random = SimRandom(Dice(world.faults.next(), 7))
        do {
            if station.service is OFREPService { return try ofrep(station, world, random) }
            if station.service is LaunchDarklyRulesService { return try serverRules(station, world, random) }
            if station.service is UnleashRulesService { return try rules(station, world, random) }
            if station.service is UnleashService {
                var options = UnleashOptions(url: "http://\(name).test/api/frontend", clientKey: Secret(name))
                options.storage.isOn = world.setting.storesEvents
                options.fetchMethod = isNarrow ? .post : .get
                let store = FileFlagStore(folder: World.folder, files: world.files, time: world.time)
                let provider = try UnleashProvider(
                    options, name: name, transport: station.transport, store: store, time: world.time, random: random)
                return try persisted(provider, store, world)
            }
            var options = LaunchDarklyOptions(mobileKey: Secret("mob-\(name)"))
            options.endpoints = .relay("http://\(name).test")
            options.streamingMode = kind == .poll ? .polling : .streaming
            options.updatesInBackground = updatesInBackground
            if isNarrow { options.events.capacity = 8 }
            options.events.storage.isOn = world.setting.storesEvents
            let make = isStored ? Self.cached : Self.plain
            return try make(options, name, station, world, random)
        } catch {
            fatalError("\(error)")
        }
    }

    private func rules(_ station: Station, _ world: World, _ random: SimRandom) throws -> any FlagProvider {
        let name = station.service.name
        var options = UnleashLocalOptions(url: "http://\(name).test/api", token: Secret(name))
        options.storage.isOn = world.setting.storesEvents
        options.sessionId = "4711"
        options.pausesInBackground = !updatesInBackground
        let store = FileFlagStore(folder: World.folder, files: world.files, time: world.time)
        let provider = try UnleashLocalProvider(
            options, name: name, transport: station.transport, store: store, time: world.time, random: random)
        return try persisted(provider, store, world)
    }

    /// Creates a provider that evaluates LaunchDarkly's rules.
    private func serverRules(_ station: Station, _ world: World, _ random: SimRandom) throws -> any FlagProvider {
        let name = station.service.name
        var options = LaunchDarklyLocalOptions(sdkKey: Secret("sdk-\(name)"))
        options.endpoints = .relay("http://\(name).test")
        options.streamingMode = kind == .poll ? .polling : .streaming
        if isNarrow { options.events.capacity = 8 }
        options.events.storage.isOn = world.setting.storesEvents
        let store = FileFlagStore(folder: World.folder, files: world.files, time: world.time)
        let provider = try LaunchDarklyLocalProvider(
            options, name: name, transport: station.transport, store: store, time: world.time, random: random)
        return try persisted(provider, store, world)
    }

    /// Creates an OFREP provider that streams, streams and polls in the background, or only polls.
    private func ofrep(_ station: Station, _ world: World, _ random: SimRandom) throws -> any FlagProvider {
        let name = station.service.name
        var options = OFREPOptions(url: "http://\(name).test/flags")
        options.bearer = Secret(name)
        options.events = !isNarrow
        options.pollInterval = isNarrow || updatesInBackground ? .seconds(60) : .zero
        options.pausesInBackground = !updatesInBackground
        let provider = try OFREPProvider(
            options, name: name, transport: station.transport, time: world.time, random: random)
        let store = FileFlagStore(folder: World.folder, files: world.files, time: world.time)
        return try persisted(provider, store, world)
    }

    private func persisted(
        _ provider: any FlagProvider, _ store: FileFlagStore, _ world: World
    ) throws -> any FlagProvider {
        if !isStored { return provider }
        let policy: VariantLookupPolicy = updatesInBackground ? .networkFirst() : .persistenceUntilNetworkSuccess()
        return try PersistedProvider(provider, policy: policy, store: store, time: world.time)
    }

    private static func plain(
        _ options: LaunchDarklyOptions, _ name: String, _ station: Station, _ world: World, _ random: SimRandom
    ) throws -> any FlagProvider {
        try LaunchDarklyProvider(
            options, name: name, transport: station.transport, folder: World.folder, files: world.files,
            time: world.time, random: random)
    }

    private static func cached(
        _ options: LaunchDarklyOptions, _ name: String, _ station: Station, _ world: World, _ random: SimRandom
    ) throws -> any FlagProvider {
        try LaunchDarklyProvider.cached(
            options, name: name, transport: station.transport, folder: World.folder, files: world.files,
            time: world.time, random: random)
    }
}
