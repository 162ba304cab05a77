// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One client, launched again and again, and what is known about it.
final class App: @unchecked Sendable {
    // One thread.
    unowned let world: World
    let number: Int
    let setting: Setting.Client
    private var present: FlagClient?
    private(set) var lifecycle = ManualLifecycle()
    /// The provider objects of this launch by their place in the setting.
    private var made: [Int: (provider: any FlagProvider, stations: [Station])] = [:]
    var account = Account()
    var hasConsent = true
    /// Whether consent was taken back, so that what is on its way may be given up.
    var hasWithdrawn = false
    /// Values that the app forces.
    var forced: [String: String] = [:]
    var isRunning = false
    /// The state that was checked last.
    var checked: UInt64 = 0
    /// The context for which flags have been there.
    var served: EvaluationContext?
    /// Whether the app lets the client use the network.
    var wantsNetwork = true
    /// Whether a provider was closed while it could not send.
    var isForgiven = false
    /// How many parcels of events were reported as lost, and how many events as dropped for want of room.
    private(set) var (losses, drops) = (0, 0)
    /// How many reads were reported as dropped.
    ///
    /// Those that the service has refused aren't among them, because they arrived.
    private(set) var readDrops = 0
    /// Whether several runs may have asked one provider at the same time.
    var hasSwitched = false
    /// The app's sinks of this launch.
    private(set) var sinks: [AppSink] = []
    /// What the configuration file says.
    private(set) var document = Document()
    /// Whether the app has asked for a provider by code, which the configuration file does not know.
    var hasUsed = false
    /// How often the app has said who it is about, or asked for another provider.
    var namings = 0
    /// What observers were last shown, by flag.
    private(set) var observed: [String: String] = [:]
    /// When the app last came to the foreground or left it.
    private(set) var lastMove = Duration.zero
    private var lastTrack = 0
    private var hook: AppHook?

    init(_ world: World, _ number: Int, _ setting: Setting.Client) {
        (self.world, self.number, self.setting) = (world, number, setting)
    }

    var name: String { "client\(number)" }
    /// Whether there is a client, which may have shut down.
    var isThere: Bool { present != nil }
    var client: FlagClient {
        guard let present else { fatalError("\(name) was let go") }
        return present
    }
    var stations: [Station] { made.sorted { $0.key < $1.key }.flatMap(\.value.stations) }

    /// The provider object of a place in the setting; the same for the whole launch.
    func provider(_ place: Int) -> any FlagProvider {
        if let made = made[place] { return made.provider }
        let choice = setting.choices[place]
        let isFirst = world.sharedStations.allSatisfy { !choice.services.contains($0.service.name) }
        let found =
            choice.sharesStation
            ? world.shared(choice) : choice.make(world)
        for station in found.stations where !station.isShared || isFirst { station.isStored = choice.isStored }
        made[place] = found
        clearsStored()
        return found.provider
    }

    /// Starts the app, with the files that are there.
    func launch(as context: EvaluationContext) {
        (made, forced, hasConsent, hasWithdrawn, wantsNetwork) = ([:], [:], true, false, true)
        (lifecycle, served, checked, isForgiven) = (ManualLifecycle(), nil, 0, false)
        (account, observed, hasSwitched) = (Account(), [:], false)
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

    /// The client that the configuration file describes.
    private func configured(_ context: EvaluationContext, _ options: FlagClient.Options) -> FlagClient {
        document.context = context
        document.isBroken = false
        hasUsed = false
        // An app whose first configuration cannot be read has no client at all.
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

    /// What the app's configuration may name: its providers by their place, and its sink.
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

    /// The configuration file.
    var file: String { "/configuration-\(number).json" }

    /// Puts a version of the configuration file in the place of the one before.
    func write(_ document: Document) {
        self.document = document
        world.files.put(document.text(of: setting), at: file)
    }

    /// Lets the client go, once it has shut down.
    func drop() {
        (present, made, isRunning) = (nil, [:], false)
    }

    /// The process is killed: nothing is let go.
    func kill() {
        graveyard.append((present as Any, made, lifecycle))
        drop()
    }

    /// The app comes to the foreground, or leaves it.
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
            // A provider was replaced offline, and reports how much it could not send.
            isForgiven = true
        } else {
            losses += 1
            world.reportedLosses += 1
        }
    }

    func arrive(_ text: String, _ count: Int) {
        if let problem = account.arrive(text, count) { world.fail(.doubled, "\(name), the app's sink: \(problem)") }
    }

    /// Whether a value is for this context: of the same person always, and with the same attributes but for what was stored.
    func mayShow(_ stamp: Stamp, for context: EvaluationContext) -> Bool {
        let station = stations.first { $0.service.name == stamp.service }
        let outlivesAttributes = station?.service is LaunchDarklyService || station?.service is OFREPService
        return station?.isStored == true && outlivesAttributes
            ? stamp.person.isSamePerson(as: context) : stamp.person.fits(context)
    }

    // MARK: What the app does at once

    /// Reads a flag, and checks what it gets against the state of that moment.
    func read(_ flag: String) {
        let state = client.state
        judge(client.string(flag, default: "none"), of: flag, state)
    }

    /// Reads flags for another context: whose they are, and whether they are of the same rules as the client's own.
    func view(for context: EvaluationContext, _ flags: [String]) {
        let (own, view) = (client.state, client.snapshot(for: context))
        for flag in flags {
            let value = view.string(flag, default: "none")
            let isOwn = context == own.flagSet?.context
            if let stamp = Stamp(value), isOwn ? !mayShow(stamp, for: context) : !stamp.person.fits(context) {
                world.fail(.identity, "\(name)'s view for \(context.words) reads \(value)")
            }
            judge(value, of: flag, view.state)
            guard own.flagSet?.rules != nil, let mine = own.flagSet?.table[flag].flatMap({ Stamp($0) }) else {
                continue
            }
            let shown = view.state.flagSet?.table[flag].flatMap { Stamp($0) }
            if shown?.version != mine.version || shown?.service != mine.service {
                let text = shown?.text ?? "none"
                world.fail(.defaults, "\(name)'s view for \(context.words) has \(text), and the client \(mine.text)")
            }
        }
    }

    /// Reads a flag in the hook, which then isn't shown another read.
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
            return world.fail(.reads, "\(name) reads \(value), which no kill switch says")
        }
        if let forced = forced[flag] {
            if value != forced { world.fail(.reads, "\(name) reads \(value) where it forces \(forced)") }
            return count(value, of: nil)
        }
        let expected = state.flagSet?.table[flag].flatMap { Stamp($0)?.text } ?? "none"
        if value != expected { world.fail(.reads, "\(name) reads \(value) where the state says \(expected)") }
        if let stamp = Stamp(value) {
            count(value, of: stations.first { $0.service.name == stamp.service })
        } else if state.flagSet == nil, served == state.context, isRunning {
            world.fail(.defaults, "\(name) reads a default although flags for \(state.context.words) were there")
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
            // A combination passes events on to those children only that can take them.
            let combined = serving?.provider as? CombinedProvider
            let status = combined == nil ? .ready : combined?.status(of: station.service.name)
            station.account.make(id, isOwed: hasConsent && (status ?? .notReady) < .notReady)
        }
        client.track("bought", data: .string(id))
    }

    /// Follows a flag: each change is shown once, and the last one is what reads give.
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

    /// What a read of a flag gives now, if no kill switch lies on top.
    func expected(_ flag: String) -> String {
        forced[flag] ?? client.state.flagSet?.table[flag].flatMap { Stamp($0)?.text } ?? "none"
    }

    /// The stations of the provider that serves.
    var servingStations: [Station] { serving?.stations ?? [] }

    /// The provider that serves.
    var serving: (provider: any FlagProvider, stations: [Station])? {
        let name = client.providerName
        return setting.choices.firstIndex { $0.name == name }.flatMap { made[$0] }
    }

    /// Whether a service sends rules.
    func servesRules(_ service: String) -> Bool { world.service(service) is UnleashRulesService }

    func isServed(by station: Station) -> Bool { client.providerName == station.service.name }

    /// The provider is asked anew, and may go by what it had.
    func asksAnew() {
        for station in stations { station.asksAnew() }
    }

    /// Without consent, what is stored for the app's services is deleted, also what other clients have stored there.
    func clearsStored() {
        guard !hasConsent, world.setting.storesEvents else { return }
        for station in stations { station.ledger.isForgiven = true }
    }

    /// What is on its way need not arrive: the app has forbidden it, or its provider may not send.
    func forgive(vendorsOnly: Bool = false, where isMeant: (String) -> Bool = { _ in true }) {
        if !vendorsOnly { account.forgive(where: isMeant) }
        for station in stations { station.account.forgive(where: isMeant) }
    }
}

/// Whether a client is let go in the end.
struct WeakClient {
    private(set) weak var client: AnyObject?

    init(_ client: AnyObject) { self.client = client }
}
