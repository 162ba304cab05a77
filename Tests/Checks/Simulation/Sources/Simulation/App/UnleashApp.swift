// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleashClient

/// An app that uses the API of the Unleash Swift client.
final class UnleashApp: DropIn, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private unowned let world: World
    private let service: Service
    private var station: Station
    private var client: UnleashClient?
    /// The people whose flags can be shown: the person of the last response, and everyone requested since then.
    private var persons: [Person] = []
    private var isStarted = false
    private var namings = 0
    private var lastNaming = Person(key: "alice", plan: "gold")

    let name = "unleash-app"

    init(_ world: World) {
        self.world = world
        service = world.service("un4")
        station = Station(service, isShared: false, storesEvents: false, world)
    }

    // MARK: Life

    func launch() {
        station = Station(service, isShared: false, storesEvents: false, world)
        persons = [lastNaming]
        let client = UnleashClient(
            unleashUrl: "http://un4.test/api/frontend", clientKey: "un4",
            context: ["userId": lastNaming.key, "plan": lastNaming.plan],
            pollerSession: SimSession(station.transport),
            dependencies: UnleashClientDependencies(
                time: world.time, random: SimRandom(Dice(world.faults.next(), 9)), folder: "/unleash-app",
                files: world.files))
        self.client = client
        world.watch(client)
        start()
    }

    private func start() {
        world.note { "\(name).start()" }
        isStarted = true
        let done = done("start")
        client?.start { done($0) }
    }

    /// Returns a completion handler that must be called once the flags have arrived or have failed to arrive.
    private func done(_ call: String) -> @Sendable (PollerError?) -> Void {
        namings += 1
        let number = namings
        // The limit covers a response, its deadline, and the retries.
        let settled = world.expect("\(name).\(call)", within: .seconds(200))
        return { [weak self] error in
            settled()
            guard let self else { return }
            world.note { "\(self.name).\(call) has ended: \(error.map { "\($0)" } ?? "success")" }
            // An unexpected 304 isn't an error, and leaves the earlier flags in place.
            if error == nil, number == namings, client?.halyard.status == .ready { persons = [lastNaming] }
        }
    }

    func end() {
        world.note { "\(name).stop()" }
        isStarted = false
        client?.stop()
        client = nil
    }

    func kill() {
        graveyard.append(client as Any)
        client = nil
    }

    func settle() { start() }

    // MARK: Actions

    func act(_ dice: inout Dice) {
        switch dice.below(16) {
        case 0...6: for _ in 0..<(1 + dice.below(4)) { read(dice.pick(service.flags)) }
        case 7...10: update(&dice)
        case 11: start()
        case 12:
            world.note { "\(name).stop()" }
            isStarted = false
            client?.stop()
        case 13: restart()
        default: service.change(dice.pick(service.flags))
        }
    }

    private func update(_ dice: inout Dice) {
        var person = Person.any(&dice)
        let isPlanOnly = dice.chance(0.3)
        if isPlanOnly { person.key = lastNaming.key }
        lastNaming = person
        persons.append(person)
        isStarted = true
        world.note { "\(name).updateContext(\(person.words))" }
        let done = done("updateContext")
        if isPlanOnly {
            client?.setContextField("plan", person.plan, completionHandler: done)
        } else {
            client?.updateContext(
                context: ["userId": person.key], properties: ["plan": person.plan], completionHandler: done)
        }
    }

    private func read(_ flag: String) {
        guard let client else { return }
        let variant = client.getVariant(name: flag)
        world.reads += 1
        world.trace.mix(variant.name)
        world.note { "\(name) reads \(flag): \(variant.name)" }
        guard let stamp = Stamp(variant.name) else { return station.account.make(variant.name, isOwed: false) }
        station.account.make(stamp.text)
        if !persons.contains(stamp.person) {
            world.fail(.identity, "\(name) reads \(stamp.text) for \(lastNaming.words)")
        }
        if variant.payload?.value != stamp.text {
            world.fail(.reads, "\(name) reads \(stamp.text) with the payload \(variant.payload?.value ?? "none")")
        }
    }

    private func restart() {
        end()
        world.pass(.seconds(300))
        closeAccount()
        guard world.violation == nil else { return }
        launch()
    }

    // MARK: What must hold

    func judgeQuiet() {}

    func judgeRecovery() {
        guard let client else { return }
        for flag in service.flags {
            let expected = service.value(flag, for: lastNaming)
            let value = client.getVariant(name: flag).name
            station.account.make(value, isOwed: Stamp(value) != nil)
            if value != expected {
                world.fail(.recovery, "\(name) reads \(value), not \(expected), 1260 s after everything has healed")
            }
        }
    }

    func closeAccount() {
        guard world.setting.isQuiet, let (text, count) = station.account.missing().first else { return }
        world.fail(.lost, "\(name): \(count) of \(text) never left")
    }
}
