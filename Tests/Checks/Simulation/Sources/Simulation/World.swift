// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One run with its clients, services, network, files, and clocks, all determined by a seed.
final class World: @unchecked Sendable {
    static let folder = "/data"
    static let killSwitch = "/kill.json"

    // Only the simulation's thread uses it.
    let plan: Plan
    let setting: Setting
    let timeline = Timeline()
    let time: SimTime
    let trace: Trace
    /// The generator that chooses the failures.
    var faults: Dice
    private(set) lazy var files = SimFiles(self)
    var weather = Weather()
    /// The earliest time of the next action.
    var quietUntil = Duration.zero
    private(set) var services: [String: Service] = [:]
    var stations: [Station] = []
    private(set) var apps: [App] = []
    private(set) var dropIns: [any DropIn] = []
    private var sharedProviders: [String: (provider: any FlagProvider, stations: [Station])] = [:]
    private(set) var waits: [Int: Wait] = [:]
    private var lastWait = 0
    private var settled: [Int: String] = [:]
    private(set) var violation: Violation?
    /// The nesting depth of jobs that run while slow sinks work.
    var depth = 0
    var (requests, reads, clientsMade) = (0, 0, 0)
    /// The number of events and reads that were reported as dropped, and the number of reports of lost payloads.
    var (reportedDrops, reportedLosses) = (0, 0)
    private(set) var weakClients: [WeakClient] = []
    /// The flags that a kill switch has overridden so far.
    var killed: Set<String> = []
    /// A Boolean value that indicates whether a person was erased, so that the client can generate a new key.
    var hasErased = false
    /// A Boolean value that indicates whether a process was killed, whose objects still refer to the world.
    var hasCrashed = false

    init(_ plan: Plan) {
        self.plan = plan
        setting = Setting(plan.seed)
        time = SimTime(timeline)
        trace = Trace(isKept: plan.isLogged)
        faults = Dice(plan.seed, 3)
        for (name, style) in zip(["ld1", "ld2", "ld3"], setting.styles) {
            services[name] = LaunchDarklyService(name, style: style, self)
        }
        for name in ["un1", "un2"] { services[name] = UnleashService(name, self) }
        services["ur1"] = UnleashRulesService("ur1", self)
        let moving = ["move-a", "move-b"]
        services["ld4"] = LaunchDarklyService("ld4", style: .patches, answering: moving, self)
        services["un3"] = UnleashService("un3", answering: moving, self)
        services["ld5"] = LaunchDarklyService("ld5", style: setting.styles[0], self)
        services["un4"] = UnleashService("un4", self)
        for name in ["of1", "of2"] {
            services[name] = OFREPService(name, announcesAtOnce: setting.announcesAtOnce, self)
        }
        services["of3"] = OFREPService("of3", announcesAtOnce: setting.announcesAtOnce, answering: moving, self)
        services["ld6"] = LaunchDarklyService("ld6", style: setting.styles[1], self)
        services["un5"] = UnleashService("un5", self)
        services["lr1"] = LaunchDarklyRulesService("lr1", self)
        services["lr2"] = LaunchDarklyRulesService("lr2", answering: moving, self)
        services["ur2"] = UnleashRulesService("ur2", answering: moving, self)
        weather.trouble = trouble
        weather.longestDelay = setting.longestDelay
        weather.refusesKeys = setting.refusesKeys
        files.failureShare = diskTrouble
        apps = setting.clients.enumerated().map { App(self, $0.offset + 1, $0.element) }
        if setting.hasLDApp { dropIns.append(LDApp(self)) }
        if setting.hasUnleashApp { dropIns.append(UnleashApp(self)) }
    }

    var trouble: Double { plan.hasGoodNetwork ? 0 : setting.trouble }
    var diskTrouble: Double { plan.hasGoodDisk ? 0 : setting.diskTrouble }

    func isPresent(_ app: App) -> Bool { !plan.absent.contains(app.number) }

    func service(_ name: String) -> Service {
        guard let service = services[name] else { fatalError("no service \(name)") }
        return service
    }

    func shared(_ choice: Choice) -> (provider: any FlagProvider, stations: [Station]) {
        let key = choice.services.joined()
        if let made = sharedProviders[key] { return made }
        let made = choice.make(self)
        sharedProviders[key] = made
        return made
    }

    // MARK: Running

    /// Runs everything from the first launch to the last shutdown.
    func run() {
        scheduler.reset(plan.seed)
        scheduler.onChoice = { [unowned self] in trace.mix($0) }
        for app in apps where isPresent(app) {
            note { "\(app.name) = \(app.setting.words)" }
            app.launch(as: .user("alice", ["plan": "gold"]))
            start(app)
        }
        for app in dropIns { app.launch() }
        act()
        if violation == nil { settle() }
        if violation == nil { endAll() }
        clear()
    }

    private func act() {
        var next = Duration.zero
        var number = 0
        while number < plan.actions, violation == nil {
            // Actions can also come between two jobs at the same time.
            let isEarly = timeline.uptime >= quietUntil && !scheduler.isIdle && faults.chance(0.01)
            if timeline.uptime >= next || isEarly {
                number += 1
                var dice = Dice(plan.seed, 1000 + UInt64(number))
                if !plan.skipped.contains(number) { perform(&dice) }
                let pause = dice.pause(upTo: dice.chance(0.05) ? 900_000 : 20_000)
                next = max(timeline.uptime + pause, quietUntil)
            } else if !scheduler.isIdle {
                step()
            } else {
                advance(to: min(next, timeline.next ?? next))
            }
        }
    }

    /// Lets everything run for a time.
    func pass(_ duration: Duration) {
        let end = timeline.uptime + duration
        while violation == nil {
            if !scheduler.isIdle {
                step()
            } else if timeline.uptime < end {
                advance(to: min(end, timeline.next ?? end))
            } else {
                return
            }
        }
    }

    private func step() {
        scheduler.step()
        if scheduler.count > 400_000 { fail(.growth, "400,000 jobs have run without an end") }
        for app in apps { judge(app) }
    }

    /// Advances the clock when no more work is ready at the current time.
    private func advance(to moment: Duration) {
        for app in apps { judgeQuiet(app) }
        for app in dropIns { app.judgeQuiet() }
        for wait in waits.values where wait.deadline < timeline.uptime {
            fail(.waits, "\(wait.name) has not returned \((timeline.uptime - wait.deadline).text) s after its deadline")
        }
        timeline.advance(to: moment)
        trace.now = timeline.uptime
    }

    private func clear() {
        for app in dropIns { app.kill() }
        scheduler.forget()
        timeline.forget()
        for app in apps where app.isThere { app.kill() }
        graveyard.append((stations, sharedProviders))
        stations = []
    }

    // MARK: Waits

    /// Runs an operation that the app waits for.
    func wait(_ name: String, within limit: Duration, _ body: @escaping @Sendable () async -> Void) {
        let number = addWait(name, within: limit)
        let task = Task { [unowned self] in
            await body()
            settleWait(number)
        }
        waits[number]?.task = task
    }

    /// Adds an expectation of exactly one call.
    func addWait(_ name: String, within limit: Duration) -> Int {
        lastWait += 1
        waits[lastWait] = Wait(name: name, deadline: timeline.uptime + limit)
        return lastWait
    }

    /// Marks an expectation as fulfilled.
    func settleWait(_ number: Int) {
        if let wait = waits.removeValue(forKey: number) {
            settled[number] = wait.name
        } else {
            fail(.waits, "\(settled[number] ?? "an unknown wait") has returned twice")
        }
    }

    /// Notes a client, so that the end of the run can check its release.
    func watch(_ client: AnyObject) {
        clientsMade += 1
        weakClients.append(WeakClient(client))
    }

    func crashWaits() {
        weakClients = []
        graveyard.append(waits)
        waits = [:]
        sharedProviders = [:]
    }

    var sharedStations: [Station] {
        sharedProviders.sorted { $0.key < $1.key }.flatMap(\.value.stations)
    }

    func forgetShared() { sharedProviders = [:] }

    // MARK: Findings

    func note(_ text: () -> String) { trace.note(text()) }

    func fail(_ rule: Violation.Rule, _ text: String) {
        if violation == nil { violation = Violation(rule: rule, text: text, time: timeline.uptime) }
    }
}

/// The description of a run.
struct Plan {
    var seed: UInt64
    var actions = 120
    var skipped: Set<Int> = []
    /// The numbers of the clients that are never launched.
    var absent: Set<Int> = []
    /// A Boolean value that indicates whether the disk, or the network, never fails.
    var hasGoodDisk = false
    var hasGoodNetwork = false
    var isLogged = false
}

/// An operation that a caller waits for.
struct Wait {
    let name: String
    let deadline: Duration
    var task: Task<Void, Never>?
}

/// A violation of a rule.
struct Violation {
    /// The rules.
    enum Rule: String {
        case identity, reads, lost, doubled, unreported, waits, recovery, freshness, defaults, growth, repetition,
            erasure, observers, migration, configuration, mode, truth, pause, secrecy, contexts
    }

    let rule: Rule
    let text: String
    let time: Duration
}

extension Setting.Client {
    var words: String {
        choices.map { "[\($0.words)]" }.joined(separator: " ") + (clearsFlags ? ", clears flags" : "")
            + (hasKillSwitch ? ", kill switch" : "") + (isConfigured ? ", configured" : "")
            + (sinkSlowness > 0 ? ", a sink of \(sinkSlowness) ms" : "")
    }
}

extension World {
    /// A Boolean value that indicates whether no client of a killed process can still refer to the world.
    var canBeLetGo: Bool { !hasCrashed }
}
