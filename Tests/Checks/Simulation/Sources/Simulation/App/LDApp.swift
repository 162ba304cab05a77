// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient

/// An app that uses the API of the LaunchDarkly iOS SDK, which allows one client at a time in a process.
final class LDApp: DropIn, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private unowned let world: World
    private let service: Service
    /// The account of all starts, because stored events can arrive after a later start.
    private let ledger = Ledger()
    private var station: Station
    private var lifecycle = ManualLifecycle()
    private var config = LDConfig(mobileKey: "mob-ld5")
    private var person = Person(key: "alice", plan: "gold")
    /// The people whose flags this process has received.
    private var seen: Set<Person> = []
    /// The last value that each flag's observer received.
    private var observed: [String: String] = [:]
    private let owner = Owner()
    private var isOnline = true
    private var isRunning = false
    /// The number of identifications, and the number of changes of the online mode.
    private var (namings, modes) = (0, 0)
    private var lastTrack = 0
    /// The mode of the last identification, or `nil` if the app was offline or in the background.
    private var askedMode: Int?
    /// The number of events that wait until the app goes online again.
    private var waiting = 0
    /// A Boolean value that indicates whether the events don't have to arrive.
    private var isForgiven = false

    private final class Owner: Sendable {}

    let name = "ld-app"

    /// The device's key, which comes from the real disk once per process.
    ///
    /// It must be read before the first run.
    private static let deviceKey = LDUser().key

    init(_ world: World) {
        _ = Self.deviceKey
        self.world = world
        service = world.service("ld5")
        station = Station(service, isShared: false, ledger: ledger, world)
        config.baseUrl = Self.url("http://ld5.test")
        (config.streamUrl, config.eventsUrl) = (config.baseUrl, config.baseUrl)
        (config.maxCachedUsers, config.diagnosticOptOut) = (20, true)
    }

    private static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { fatalError(text) }
        return url
    }

    private var client: LDClient? { LDClient.get() }

    private var user: LDUser { user(person) }

    private func user(_ person: Person) -> LDUser {
        LDUser(key: person.key, custom: ["plan": person.plan], device: "d", operatingSystem: "o")
    }

    // MARK: Life

    func launch() {
        seen = []
        start(online: true, within: nil)
    }

    /// Starts with a new network, so that the requests of earlier clients can be distinguished.
    private func start(online: Bool, within limit: Int?) {
        station = Station(service, isShared: false, ledger: ledger, world)
        // A killed process loses the events in its memory.
        forgive()
        // Flags from an earlier visit might be stored with another plan.
        station.isStored = true
        (lifecycle, isOnline, isRunning, isForgiven, waiting) = (ManualLifecycle(), online, true, false, 0)
        observed = [:]
        namings += 1
        modes += 1
        station.isSilent = !online
        config.startOnline = online
        config.dependencies = LDClientDependencies(
            time: world.time, random: SimRandom(Dice(world.faults.next(), 8)), folder: "/ld-app", files: world.files,
            transport: station.transport, lifecycle: lifecycle)
        world.note { "\(name).start(\(person.words)), \(online ? "online" : "offline")" }
        if let limit {
            let done = world.expect("\(name).start", within: .seconds(limit))
            LDClient.start(config: config, user: user, startWaitSeconds: Double(limit)) { _ in done() }
        } else {
            LDClient.start(config: config, user: user, completion: world.expect("\(name).start"))
        }
        if client == nil { world.fail(.reads, "\(name) has started, but has no client") }
        watch()
        judge()
    }

    private func watch() {
        weak let client = client
        if let client { world.watch(client) }
    }

    func end() {
        guard isRunning else { return }
        world.note { "\(name).close()" }
        if !isOnline || station.isRefused { forgive() }
        isRunning = false
        client?.close()
        if client != nil { world.fail(.reads, "\(name) has closed, but has a client") }
    }

    func kill() {
        client?.close()
        isRunning = false
    }

    func settle() {
        guard isRunning else { return }
        lifecycle.move(to: .foreground)
        setOnline(true)
    }

    // MARK: Actions

    func act(_ dice: inout Dice) {
        switch dice.below(20) {
        case 0...7: for _ in 0..<(1 + dice.below(4)) { read(dice.pick(service.flags)) }
        case 8...10: identify(Person.any(&dice), &dice)
        case 11, 12: setOnline(dice.chance(0.5))
        case 13: restart(&dice)
        case 14: reconfigure(&dice)
        case 15: track()
        case 16:
            world.note { "\(name).flush()" }
            client?.flush()
        case 17: observe(dice.pick(service.flags))
        case 18:
            let phase: LifecyclePhase = dice.chance(0.5) ? .foreground : .background
            world.note { "\(name) goes to the \(phase)" }
            lifecycle.move(to: phase)
        default: service.change(dice.pick(service.flags))
        }
    }

    private func read(_ flag: String) {
        guard let client else { return }
        let value = client.stringVariation(forKey: flag, defaultValue: "none")
        world.reads += 1
        world.trace.mix(value)
        world.note { "\(name) reads \(flag): \(value)" }
        guard let stamp = Stamp(value) else {
            if seen.contains(person), world.diskTrouble == 0 {
                world.fail(.defaults, "\(name) reads a default although it has seen flags for \(person.words)")
            }
            return
        }
        if stamp.key != person.key { world.fail(.identity, "\(name) reads \(value) for \(person.words)") }
        station.account.make(value)
        if flag.hasSuffix("c") {
            station.account.make("each " + value)
            wait()
        }
        if stamp.person == person { seen.insert(person) }
    }

    private func track() {
        lastTrack += 1
        let id = "track-\(name)-\(lastTrack)"
        world.note { "\(name).track(\(id))" }
        station.account.make(id)
        wait()
        try? client?.track(key: "bought", data: id)
    }

    /// Counts a waiting event.
    ///
    /// Too many events while offline don't fit into the buffer.
    private func wait() {
        waiting = isOnline ? 0 : waiting + 1
        if waiting > 50 { isForgiven = true }
    }

    private func identify(_ person: Person, _ dice: inout Dice) {
        guard let client else { return }
        switch dice.below(3) {
        case 0:
            _ = turn(to: person)
            client.identify(user: user, completion: world.expect("\(name).identify"))
            judge()
        case 1:
            let limit = dice.pick([1, 5, 30])
            let done = world.expect("\(name).identify", within: .seconds(limit))
            let number = turn(to: person)
            client.identify(user: user, timeout: Double(limit)) { [weak self] result in
                done()
                self?.identified(result, number)
            }
            judge()
        default:
            world.wait("\(name).identified", within: .seconds(5)) { [weak self] in
                // The app makes all its calls on one thread.
                while scheduler.isBlocked { await Task.yield() }
                // The app might have started another client in the meantime.
                guard let self, self.isRunning, let client = self.client else { return }
                let number = turn(to: person)
                identified(await client.identified(user: user, timeout: 5), number)
            }
        }
    }

    private func turn(to person: Person) -> Int {
        self.person = person
        namings += 1
        world.note { "\(name).identify(\(person.words))" }
        askedMode = lifecycle.phase == .foreground && isOnline ? modes : nil
        return namings
    }

    /// Checks that the client shows the user's flags after the newest identification completes successfully.
    private func identified(_ result: LDIdentifyResult, _ number: Int) {
        world.note { "\(name).identify has ended: \(result)" }
        guard result == .complete, number == namings, isRunning, askedMode == modes, let client
        else { return }
        // An offline client doesn't wait. It's offline if the delay of a call to go online has ended in the background.
        if !mayGoOnline, !client.isOnline { return }
        for value in (client.allFlags ?? [:]).values {
            guard let stamp = (value as? String).flatMap({ Stamp($0) }), stamp.person != person else { continue }
            world.fail(.identity, "\(name) was told that \(person.words) is complete, but shows \(stamp.text)")
        }
    }

    private var mayGoOnline: Bool { lifecycle.phase == .foreground || config.enableBackgroundUpdates }

    private func setOnline(_ isOnline: Bool) {
        guard let client else { return }
        world.note { "\(name).setOnline(\(isOnline))" }
        modes += 1
        let number = modes
        // Without background updates, the client goes offline in the background instead.
        let goesOnline = isOnline && mayGoOnline
        self.isOnline = goesOnline
        if goesOnline { station.isSilent = false }
        let limit: Duration = isOnline ? .seconds(61) : .seconds(5)
        client.setOnline(
            isOnline,
            completion: world.expect("\(name).setOnline", within: limit) { [weak self] in
                guard let self, number == self.modes else { return }
                // The delay of a call to go online might have ended in the background. In the foreground, a client that isn't
                // online waits because of a later call.
                if !self.mayGoOnline, self.client?.isOnline == false, !self.station.isRefused { self.isOnline = false }
                if !self.isOnline { self.station.isSilent = true }
            })
        if !goesOnline, client.isOnline { world.fail(.mode, "\(name) went offline, but is still online") }
    }

    private func restart(_ dice: inout Dice) {
        end()
        if dice.chance(0.5) {
            world.pass(.seconds(300))
            closeAccount()
        } else {
            // The unsent events of the previous client aren't checked.
            station.account.forgive()
        }
        guard world.violation == nil else { return }
        start(online: dice.chance(0.7), within: dice.chance(0.5) ? 5 : nil)
    }

    private func reconfigure(_ dice: inout Dice) {
        guard let client else { return }
        config.streamingMode = dice.chance(0.5) ? .streaming : .polling
        config.enableBackgroundUpdates = dice.chance(0.5)
        world.note { "\(name).config = \(config.streamingMode)" }
        client.config = config
        judge()
    }

    private func observe(_ flag: String) {
        guard let client, observed[flag] == nil else { return }
        world.note { "\(name) observes \(flag)" }
        observed[flag] = (client.allFlags?[flag] as? String) ?? "none"
        client.observe(key: flag, owner: owner) { [weak self] change in
            self?.observed[flag] = (change.newValue as? String) ?? "none"
        }
    }

    /// Forgives all events so far.
    private func forgive() { station.account.forgive() }

    // MARK: What must hold

    /// Checks that all flags belong to the current user.
    private func judge() {
        for value in (client?.allFlags ?? [:]).values {
            guard let stamp = (value as? String).flatMap({ Stamp($0) }) else {
                return world.fail(.identity, "\(name) shows \(value), which isn't from a service")
            }
            if stamp.key != person.key { world.fail(.identity, "\(name) shows \(stamp.text) for \(person.words)") }
        }
        if seen.contains(person), world.diskTrouble == 0, client?.allFlags?.isEmpty == true {
            world.fail(.defaults, "\(name) shows no flags although it has seen some for \(person.words)")
        }
    }

    func judgeQuiet() {
        guard isRunning else { return }
        judge()
        // Observers receive flags, but aren't notified if there are temporarily none.
        guard let flags = client?.allFlags, !flags.isEmpty else { return }
        for (flag, shown) in observed {
            let value = (flags[flag] as? String) ?? "none"
            if value != shown {
                world.fail(.observers, "\(name)'s observer of \(flag) was last shown \(shown), reads return \(value)")
            }
        }
    }

    func judgeRecovery() {
        guard isRunning, let client else { return }
        for flag in service.flags {
            let expected = service.value(flag, for: person)
            let value = client.stringVariation(forKey: flag, defaultValue: "none")
            station.account.make(value)
            if flag.hasSuffix("c") { station.account.make("each " + value) }
            if value != expected {
                let connection = client.getConnectionInformation().description()
                world.fail(
                    .recovery,
                    "\(name) reads \(value), not \(expected), 1260 s after everything has healed: \(connection)")
            }
        }
    }

    func closeAccount() {
        guard world.setting.isQuiet, !isForgiven else { return }
        // If the network is slow, some of the events can remain on the disk for the next launch.
        let stored = world.stored(for: service)
        let missing = station.account.missing().first { $0.count > stored[$0.text] ?? 0 }
        guard let (text, count) = missing else { return }
        world.fail(.lost, "\(name): \(count) of \(text) never left")
    }
}
