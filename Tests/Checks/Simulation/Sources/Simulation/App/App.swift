// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One client, which is launched repeatedly, and the expectations about it.
final class App: @unchecked Sendable {
    // Only the simulation's thread uses it.
    unowned let world: World
    let number: Int
    let setting: Setting.Client
    private var present: FlagClient?
    private(set) var lifecycle = ManualLifecycle()
    /// The provider objects of this launch, by their index in the setting.
    private var made: [Int: (provider: any FlagProvider, stations: [Station])] = [:]
    var account = Account()
    var hasConsent = true
    /// A Boolean value that indicates whether the user withdrew consent, so that pending events can be discarded.
    var hasWithdrawn = false
    /// The app's overrides.
    var forced: [String: String] = [:]
    var isRunning = false
    /// The sequence number of the last checked state.
    var checked: UInt64 = 0
    /// The last context for which flags were available.
    var served: EvaluationContext?
    /// A Boolean value that indicates whether the app allows network access.
    var wantsNetwork = true
    /// A Boolean value that indicates whether a provider closed while it couldn't send.
    var isForgiven = false
    /// The number of reported lost payloads, and the number of events that were reported as dropped because the buffer was full.
    private(set) var (losses, drops) = (0, 0)
    /// The number of reads that were reported as dropped.
    ///
    /// Reads that the service rejected don't count, because they arrived.
    private(set) var readDrops = 0
    /// A Boolean value that indicates whether several runs can use the same provider at the same time.
    var hasSwitched = false
    /// The app's sinks in this launch.
    private(set) var sinks: [AppSink] = []
    /// The contents of the configuration file.
    private(set) var document = Document()
    /// A Boolean value that indicates whether the app switched providers in code, which overrides the configuration file.
    var hasUsed = false
    /// The number of times that the app set a context or switched the provider.
    var namings = 0
    /// The last value that each flag's observer received.
    private(set) var observed: [String: String] = [:]
    /// The latest changes that this launch has seen of services with LaunchDarkly's rules, by service.
    var moments: [String: Int] = [:]
    /// The time of the last move to the foreground or the background.
    private(set) var lastMove = Duration.zero
    private var lastTrack = 0
    private var hook: AppHook?

    init(_ world: World, _ number: Int, _ setting: Setting.Client) {
        (self.world, self.number, self.setting) = (world, number, setting)
    }

    var name: String { "client\(number)" }
    /// A Boolean value that indicates whether a client exists.
    ///
    /// It can be shut down.
    var isThere: Bool { present != nil }
    var client: FlagClient {
        guard let present else { fatalError("\(name) was let go") }
        return present
    }
    var stations: [Station] { made.sorted { $0.key < $1.key }.flatMap(\.value.stations) }

    /// Returns the provider object for an index in the setting, which is the same for the whole launch.
    func provider(_ place: Int) -> any FlagProvider {
        if let made = made[place] { return made.provider }
        let choice = setting.choices[place]
        let isFirst = world.sharedStations.allSatisfy { !choice.services.contains($0.service.name) }
        let found =
            choice.sharesStation
            ? world.shared(choice) : choice.make(world)
        for station in found.stations where !station.isShared || isFirst { station.isStored = choice.isStored }
        for station in found.stations { station.hasDrops = station.hasDrops || choice.isNarrow }
        made[place] = found
        clearsStored()
        return found.provider
    }

    /// Launches the app with the existing files.
    func launch(as context: EvaluationContext) {
        (made, forced, hasConsent, hasWithdrawn, wantsNetwork) = ([:], [:], true, false, true)
        (lifecycle, served, checked, isForgiven) = (ManualLifecycle(), nil, 0, false)
        (account, observed, moments, hasSwitched) = (Account(), [:], [:], false)
        (losses, drops, sinks) = (0, 0, [])
        var options = FlagClient.Options()
        options.time = world.time
        options.lifecycle = lifecycle
        options.contextChange = setting.clearsFlags ? .clearFlags : .keepFlags
        options.overrides = OverrideOptions(allowedInRelease: true)
        if setting.hasKillSwitch, !setting.isConfigured {
            options.killSwitch = .file(World.killSwitch, refresh: .seconds(30), files: world.files)
        }
        hook = setting.hasHook ? AppHook(world, self) : nil
        options.hooks = [hook].compactMap(\.self)
        options.diagnosticHandler = { [weak self] in self?.found($0) }
        let client =
            setting.isConfigured
            ? configured(context, options)
            : FlagClient(provider: provider(0), context: context, sinks: [makeSink()], options: options)
        (present, isRunning) = (client, true)
        world.watch(client)
    }

    private func makeSink() -> AppSink {
        let sink = AppSink(world, self, slowness: setting.sinkSlowness)
        sinks.append(sink)
        return sink
    }

    /// Creates the client that the configuration file describes.
    private func configured(_ context: EvaluationContext, _ options: FlagClient.Options) -> FlagClient {
        document.context = context
        document.isBroken = false
        hasUsed = false
        // If the app can't read its first configuration, it has no client.
        let share = world.files.failureShare
        world.files.failureShare = 0
        defer { world.files.failureShare = share }
        write(document)
        var host = ConfigurationHost()
        host.files = world.files
        host.variable = { _ in nil }
        host.arguments = []
        do {
            return try FlagClient(configuration: .file(file), providers: [module], options: options, host: host)
        } catch {
            fatalError("\(error)")
        }
    }

    /// The providers and the sink that the app's configuration can name.
    private var module: ProviderModule {
        ProviderModule(
            types: [
                ProviderType("place") { [unowned self] settings in
                    provider(settings.int("place", default: 0, in: 0...(setting.choices.count - 1)))
                }
            ],
            sinks: [
                SinkType("app") { [unowned self] settings in
                    _ = settings.int("number", default: 0)
                    return makeSink()
                }
            ])
    }

    /// The path of the configuration file.
    var file: String { "/configuration-\(number).json" }

    /// Replaces the configuration file.
    func write(_ document: Document) {
        self.document = document
        world.files.put(document.text(of: setting), at: file)
    }

    /// Releases the client after its shutdown.
    func drop() {
        (present, made, isRunning) = (nil, [:], false)
    }

    /// Simulates the end of the process, which releases nothing.
    func kill() {
        graveyard.append((present as Any, made, lifecycle))
        drop()
    }

    /// Moves the app to the foreground or the background.
    func move(to phase: LifecyclePhase) {
        lastMove = world.timeline.uptime
        lifecycle.move(to: phase)
    }

    private func found(_ diagnostic: Diagnostic) {
        world.trace.mix(diagnostic.message)
        world.note { "\(name) reports \(diagnostic)" }
        if "\(diagnostic)".contains(OFREPService.secret) {
            world.fail(.secrecy, "\(name) reports the address of an event stream")
        }
        let number = diagnostic.message.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        guard diagnostic.code == "eventsDropped" else { return }
        world.reportedDrops += number
        if diagnostic.subject == "unleash" {
            if !diagnostic.message.contains("The service rejected them") { readDrops += number }
            return
        }
        if diagnostic.message.contains("the newest") {
            drops += number
        } else if diagnostic.message.contains("before the client ended") {
            // A provider was replaced while it was offline, and reports the number of events that it couldn't send.
            isForgiven = true
        } else {
            losses += 1
            world.reportedLosses += 1
        }
    }

    func arrive(_ text: String, _ count: Int) {
        if let problem = account.arrive(text, count) { world.fail(.doubled, "\(name), the app's sink: \(problem)") }
    }

    /// Returns whether a value can be shown for a context.
    ///
    /// It must belong to the same person. Unless the flags come from storage, it must also belong to the same attributes.
    func mayShow(_ stamp: Stamp, for context: EvaluationContext) -> Bool {
        let station = stations.first { $0.service.name == stamp.service }
        let isVendors = station?.service is LaunchDarklyService || station?.service is OFREPService
        let outlivesAttributes = isVendors && station?.service.hasRules == false
        return station?.isStored == true && outlivesAttributes
            ? stamp.person.isSamePerson(as: context) : stamp.person.fits(context)
    }

    // MARK: What the app does at once

    /// Reads a flag, and checks the result against the current state.
    func read(_ flag: String) {
        let state = client.state
        judge(client.string(flag, default: "none"), of: flag, state)
    }

    /// Reads flags for another context, and checks their person and that they come from the same rules as the client's flags.
    func view(for context: EvaluationContext, _ flags: [String]) {
        let (own, view) = (client.state, client.snapshot(for: context))
        let compared = comparisons
        for flag in flags {
            let value = view.string(flag, default: "none")
            let isOwn = context == own.flagSet?.context
            if let stamp = Stamp(value), isOwn ? !mayShow(stamp, for: context) : !stamp.person.fits(context) {
                world.fail(.identity, "\(name)'s view for \(context.words) reads \(value)")
            }
            judge(value, of: flag, view.state)
            judgeRules(flag, own, view)
        }
        for (flag, count) in comparisons where count > compared[flag, default: 0] + 1 {
            world.fail(.migration, "\(name) compared \(flag) more than once in a view for \(context.words)")
        }
    }

    /// The number of comparisons of each flag by the active provider.
    private var comparisons: [String: Int] {
        guard let combined = serving?.provider as? CombinedProvider else { return [:] }
        return Dictionary(combined.parity.flags.map { ($0.key, $0.compared) }) { $0 + $1 }
    }

    /// Checks that a view's flag is of the same rules as the client's, or of the other provider of a migration.
    private func judgeRules(_ flag: String, _ own: FlagClient.State, _ view: FlagSnapshot) {
        guard own.flagSet?.rules != nil, let mine = own.flagSet?.table[flag].flatMap({ Stamp($0) }) else { return }
        let shown = view.state.flagSet?.table[flag].flatMap { Stamp($0) }
        var expected: Stamp? = mine
        if setting.choices.contains(where: { $0.name == own.provider && $0.kind == .rulesMigration }) {
            // The provider of a view's context can be the one without flags.
            guard let shown else { return judgeMissing(flag, own) }
            expected = own.flagSet?.parts[shown.service]?.table[flag].flatMap { Stamp($0) }
            if let problem = migrationProblem(shown) { world.fail(.migration, "\(name)'s view: \(problem)") }
        }
        if shown?.version != expected?.version || shown?.service != expected?.service {
            let text = shown?.text ?? "none"
            world.fail(
                .defaults, "\(name)'s view for \(view.state.context.words) has \(text), and the client \(mine.text)")
        }
    }

    /// Checks that a view of a migration only lacks a flag if one of the providers has no flags.
    private func judgeMissing(_ flag: String, _ own: FlagClient.State) {
        guard own.flagSet?.parts.count == 2 else { return }
        world.fail(.migration, "\(name)'s view has no \(flag), although both providers of the migration have it")
    }

    /// Reads a flag inside the hook, which doesn't receive this nested read.
    func readInHook(_ flag: String) {
        let state = client.state
        judgeValue(client.string(flag, default: "none"), of: flag, state)
    }

    private func judge(_ value: String, of flag: String, _ state: FlagClient.State) {
        hook?.judge(flag)
        judgeValue(value, of: flag, state)
    }

    private func judgeValue(_ value: String, of flag: String, _ state: FlagClient.State) {
        world.reads += 1
        world.trace.mix(value)
        if value.hasPrefix("killed") {
            if world.killed.contains(flag) { return count(value, of: nil) }
            return world.fail(.reads, "\(name) reads \(value), which isn't a kill switch's value")
        }
        if let forced = forced[flag] {
            if value != forced { world.fail(.reads, "\(name) reads \(value), but overrides it with \(forced)") }
            return count(value, of: nil)
        }
        let expected = state.flagSet?.table[flag].flatMap { Stamp($0)?.text } ?? "none"
        if value != expected { world.fail(.reads, "\(name) reads \(value), but the state contains \(expected)") }
        if let stamp = Stamp(value) {
            count(value, of: stations.first { $0.service.name == stamp.service })
        } else if state.flagSet == nil, served == state.context, isRunning {
            world.fail(.defaults, "\(name) reads a default although flags for \(state.context.words) were available")
        }
    }

    private func count(_ value: String, of station: Station?) {
        account.make(station == nil ? "\"\(value)\"" : value, isOwed: hasConsent)
        guard let station, station.service.hasReports else { return }
        station.account.make(value, isOwed: hasConsent)
        if Stamp(value)?.flag.hasSuffix("c") == true { station.account.make("each " + value, isOwed: hasConsent) }
    }

    func track() {
        lastTrack += 1
        let id = "track-\(number)-\(world.clientsMade)-\(lastTrack)"
        account.make(id, isOwed: hasConsent)
        for station in servingStations where station.service is LaunchDarklyService {
            // A combination passes events only to children that can take them.
            let combined = serving?.provider as? CombinedProvider
            let status = combined == nil ? .ready : combined?.status(of: station.service.name)
            station.account.make(id, isOwed: hasConsent && (status ?? .notReady) < .notReady)
        }
        client.track("bought", data: .string(id))
    }

    /// Observes a flag, and checks that each change arrives once and that the last change matches the reads.
    func observe(_ flag: String) {
        guard observed[flag] == nil else { return }
        observed[flag] = ""
        let values = client.values(of: FlagKey(flag, default: "none"))
        world.wait("\(name)'s observer", within: .seconds(1_000_000)) { [self, client] in
            for await value in values {
                if present !== client { return }
                if observed[flag] == value {
                    world.fail(.observers, "\(name)'s observer of \(flag) is shown \(value) twice")
                }
                observed[flag] = value
            }
            observed[flag] = nil
        }
    }

    /// Returns the expected value of a flag, if no kill switch overrides it.
    func expected(_ flag: String) -> String {
        forced[flag] ?? client.state.flagSet?.table[flag].flatMap { Stamp($0)?.text } ?? "none"
    }

    /// The stations of the active provider.
    var servingStations: [Station] { serving?.stations ?? [] }

    /// The active provider.
    var serving: (provider: any FlagProvider, stations: [Station])? {
        let name = client.providerName
        return setting.choices.firstIndex { $0.name == name }.flatMap { made[$0] }
    }

    /// Returns whether a service sends rules.
    func servesRules(_ service: String) -> Bool { world.service(service).hasRules }

    func isServed(by station: Station) -> Bool { client.providerName == station.service.name }

    /// Notes that the provider requests flags again and can use its earlier flags until then.
    func asksAnew() {
        for station in stations { station.asksAnew() }
    }

    /// Notes that without consent, stored events of the app's services are deleted, including those of other clients.
    func clearsStored() {
        guard !hasConsent, world.setting.storesEvents else { return }
        for station in stations { station.ledger.isForgiven = true }
    }

    /// Forgives pending events, because the app disabled events or its provider isn't allowed to send.
    func forgive(vendorsOnly: Bool = false, where isMeant: (String) -> Bool = { _ in true }) {
        if !vendorsOnly { account.forgive(where: isMeant) }
        for station in stations { station.account.forgive(where: isMeant) }
    }
}

/// A weak reference to a client, for checking that the client is released in the end.
struct WeakClient {
    private(set) weak var client: AnyObject?

    init(_ client: AnyObject) { self.client = client }
}
