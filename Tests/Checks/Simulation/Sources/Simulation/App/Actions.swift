// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

// The actions of apps, users, and operators.
extension World {
    /// The actions and their weights.
    private static let weights: [(Int, @Sendable (World, App, inout Dice) -> Void)] = [
        (30, { $0.read($1, &$2) }), (8, { $0.view($1, &$2) }), (14, { $0.setContext($1, &$2) }),
        (4, { $0.setOnline($1, &$2) }),
        (5, { $0.movePhase($1, &$2) }), (4, { $0.refresh($1, &$2) }), (7, { $0.track($1, &$2) }),
        (4, { $0.flush($1, &$2) }), (8, { $0.use($1, &$2) }), (4, { $0.rollback($1, &$2) }),
        (3, { $0.cancel($1, &$2) }), (3, { $0.restart($1, &$2) }), (1, { $0.crash($1, &$2) }),
        (12, { $0.editFlag($1, &$2) }), (1, { $0.jump($1, &$2) }), (2, { $0.changeConsent($1, &$2) }),
        (1, { $0.erase($1, &$2) }), (2, { $0.force($1, &$2) }), (2, { $0.pullKillSwitch($1, &$2) }),
        (3, { $0.changeWeather($1, &$2) }), (2, { $0.observe($1, &$2) }), (6, { $0.configure($1, &$2) }),
        (2, { $0.apply($1, &$2) }),
    ]
    private static let weightSum = weights.reduce(0) { $0 + $1.0 }

    func perform(_ dice: inout Dice) {
        if !dropIns.isEmpty, dice.chance(0.5) {
            let app = dice.pick(dropIns)
            return app.act(&dice)
        }
        let app = apps[dice.below(apps.count)]
        var rest = dice.below(Self.weightSum)
        for (weight, action) in Self.weights {
            rest -= weight
            guard rest < 0 else { continue }
            // A client that is shutting down can still be read, but its reads aren't owed to a service.
            if app.isRunning { action(self, app, &dice) }
            return
        }
    }

    func start(_ app: App) {
        note { "\(app.name).start()" }
        let client = app.client
        wait("\(app.name).start", within: .seconds(5)) { await client.start(within: .seconds(5)) }
    }

    private func read(_ app: App, _ dice: inout Dice) {
        let flags = app.setting.choices.flatMap(\.services).flatMap { service($0).flags }
        for _ in 0..<(1 + dice.below(5)) {
            let flag = dice.pick(flags)
            note {
                "\(app.name).string(\"\(flag)\") is \(app.client.state.flagSet?.table[flag].flatMap { Stamp($0)?.text } ?? "none")"
            }
            app.read(flag)
        }
    }

    /// Evaluates flags for the context of another user's request.
    private func view(_ app: App, _ dice: inout Dice) {
        let context = somebody(&dice)
        note { "\(app.name).snapshot(for: \(context.words))" }
        app.view(for: context, app.setting.choices.flatMap(\.services).flatMap { service($0).flags })
    }

    private func somebody(_ dice: inout Dice) -> EvaluationContext {
        dice.chance(0.15)
            ? .anonymous : .user(dice.pick(Person.names), ["plan": .string(dice.pick(Person.plans))])
    }

    private func setContext(_ app: App, _ dice: inout Dice) {
        app.asksAnew()
        let context = somebody(&dice)
        let limit = deadline(&dice)
        note { "\(app.name).setContext(\(context.words)) within \(limit.text) s" }
        if context != app.client.context { app.served = nil }
        for station in stations { station.forgotten.remove(context.key ?? "") }
        app.namings += 1
        let client = app.client
        wait("\(app.name).setContext", within: limit) { await client.setContext(context, within: limit) }
    }

    private func setOnline(_ app: App, _ dice: inout Dice) {
        app.asksAnew()
        let isOnline = dice.chance(0.6)
        note { "\(app.name).setOnline(\(isOnline))" }
        app.wantsNetwork = isOnline
        let client = app.client
        wait("\(app.name).setOnline", within: .seconds(5)) { await client.setOnline(isOnline) }
    }

    private func movePhase(_ app: App, _ dice: inout Dice) {
        app.asksAnew()
        let phase: LifecyclePhase = dice.chance(0.5) ? .foreground : .background
        note { "\(app.name) goes to the \(phase)" }
        app.move(to: phase)
    }

    private func refresh(_ app: App, _ dice: inout Dice) {
        app.asksAnew()
        let limit = deadline(&dice)
        note { "\(app.name).refresh() within \(limit.text) s" }
        let client = app.client
        wait("\(app.name).refresh", within: limit) { await client.refresh(within: limit) }
    }

    private func track(_ app: App, _ dice: inout Dice) {
        note { "\(app.name).track()" }
        app.track()
    }

    private func flush(_ app: App, _ dice: inout Dice) {
        note { "\(app.name).flush()" }
        let client = app.client
        wait("\(app.name).flush", within: .seconds(120)) { await client.flush() }
    }

    private func use(_ app: App, _ dice: inout Dice) {
        (app.hasSwitched, app.hasUsed) = (true, true)
        let place = dice.below(app.setting.choices.count)
        let limit = deadline(&dice)
        note { "\(app.name).use(\(app.setting.choices[place].words)) within \(limit.text) s" }
        forgiveIfSilent(app)
        let (client, provider) = (app.client, app.provider(place))
        app.clearsStored()
        wait("\(app.name).use", within: limit) { try? await client.switchProvider(to: provider, within: limit) }
    }

    private func rollback(_ app: App, _ dice: inout Dice) {
        (app.hasSwitched, app.hasUsed) = (true, true)
        let limit = deadline(&dice)
        note { "\(app.name).rollback() within \(limit.text) s" }
        forgiveIfSilent(app)
        let client = app.client
        wait("\(app.name).rollback", within: limit) { try? await client.rollback(within: limit) }
    }

    /// Edits the configuration file, and sometimes breaks it.
    private func configure(_ app: App, _ dice: inout Dice) {
        guard app.setting.isConfigured else { return }
        var document = app.document
        document.edit(app.setting, &dice)
        note { "an operator configures \(app.name): \(document.words)" }
        app.hasSwitched = true
        // The client follows the file later, so the test can't tell at this point which events the client can send.
        app.isForgiven = true
        app.clearsStored()
        app.write(document)
    }

    private func apply(_ app: App, _ dice: inout Dice) {
        guard app.setting.isConfigured else { return }
        let limit = deadline(&dice)
        note { "\(app.name).apply() within \(limit.text) s" }
        let (client, file) = (app.client, app.file)
        // It waits for earlier calls, which wait for their providers.
        wait("\(app.name).apply", within: .seconds(120)) {
            try? await client.applyConfiguration(.file(file), within: limit)
        }
    }

    private func cancel(_ app: App, _ dice: inout Dice) {
        guard let wait = waits.sorted(by: { $0.key < $1.key }).last?.value, !wait.name.contains("shutdown") else {
            return
        }
        note { "the task of \(wait.name) is cancelled" }
        wait.task?.cancel()
    }

    private func restart(_ app: App, _ dice: inout Dice) {
        let context = app.client.context
        shutDown(app)
        pass(.seconds(dice.pick([0, 1, 60, 300])))
        guard violation == nil else { return }
        // The client might still be sending.
        pass(.seconds(300))
        closeAccounts(app)
        guard violation == nil else { return }
        note { "\(app.name) is launched again" }
        app.launch(as: context)
        start(app)
    }

    func shutDown(_ app: App) {
        note { "\(app.name).shutdown()" }
        forgiveIfSilent(app)
        app.isRunning = false
        let client = app.client
        wait("\(app.name).shutdown", within: .seconds(5)) { await client.shutdown() }
    }

    private func crash(_ app: App, _ dice: inout Dice) {
        note { "the process is killed" }
        for app in dropIns { app.kill() }
        let contexts = apps.map { $0.isThere ? $0.client.context : .anonymous }
        scheduler.forget()
        timeline.forget()
        crashWaits()
        hasCrashed = true
        for app in apps { app.kill() }
        graveyard.append(stations)
        stations = []
        hasErased = false
        files.crash(&dice)
        if setting.storesEvents { forgiveMemory() }
        for (app, context) in zip(apps, contexts) where isPresent(app) {
            note { "\(app.name) is launched again" }
            app.launch(as: context)
            start(app)
        }
        for app in dropIns { app.launch() }
    }

    private func editFlag(_ app: App, _ dice: inout Dice) {
        let service = service(dice.pick(app.setting.choices.flatMap(\.services)))
        let flag = dice.pick(service.flags)
        if let service = service as? LaunchDarklyRulesService, weather.refusesKeys, dice.chance(0.1) {
            let duration = Duration.seconds(dice.pick([1, 30, 900]))
            note { "an operator revokes the key of \(service.name) for \(duration.text) s" }
            return service.revoke(for: duration)
        }
        note { "an operator edits \(flag)" }
        service.change(flag)
        // Further edits can follow while the client still handles the first announcement.
        guard service is OFREPService, dice.chance(0.5) else { return }
        for _ in 0..<1 + dice.below(4) {
            let next = dice.pick(service.flags)
            timeline.after(dice.pause(upTo: 3 * setting.longestDelay)) { [self] in
                note { "a flag edit follows: \(next)" }
                service.change(next)
            }
        }
        // A later edit would hide errors in the handling of these.
        quietUntil = timeline.uptime + .seconds(60) + .milliseconds(3 * setting.longestDelay)
    }

    private func observe(_ app: App, _ dice: inout Dice) {
        let flag = dice.pick(app.setting.choices.flatMap(\.services).flatMap { service($0).flags })
        note { "\(app.name) observes \(flag)" }
        app.observe(flag)
    }

    private func jump(_ app: App, _ dice: inout Dice) {
        let distance = Duration.seconds(dice.below(7200) - 3600)
        note { "the clock is set by \(distance.text) s" }
        time.offset += distance
    }

    private func changeConsent(_ app: App, _ dice: inout Dice) {
        app.hasConsent = dice.chance(0.7)
        app.hasWithdrawn = app.hasWithdrawn || !app.hasConsent
        app.clearsStored()
        note { "\(app.name).setEventsEnabled(\(app.hasConsent))" }
        app.forgive()
        app.client.setEventsEnabled(app.hasConsent)
    }

    private func erase(_ app: App, _ dice: inout Dice) {
        let key = dice.pick(Person.names)
        note { "\(app.name).erase(\(key))" }
        let context = EvaluationContext.user(key)
        hasErased = true
        app.asksAnew()
        if app.client.context.hasSameIdentity(as: context) { app.served = nil }
        let client = app.client
        let namings = app.namings
        wait("\(app.name).erase", within: .seconds(60)) { [self] in
            await client.erase(context)
            // Events that were collected until now are discarded. Some might already have been handed to a provider.
            app.forgive { text in text.contains("|\(key)|") || Stamp(text) == nil }
            if app.namings == namings { judgeErased(key, app) }
        }
    }

    private func force(_ app: App, _ dice: inout Dice) {
        let flag = dice.pick(app.setting.choices.flatMap(\.services).flatMap { service($0).flags })
        let value = dice.chance(0.5) ? "forced \(flag)" : nil
        note { "\(app.name).overrides.set(\"\(flag)\", \(value ?? "nil"))" }
        app.forced[flag] = value
        app.client.overrides.set(flag, value.map(FlagValue.string))
    }

    private func pullKillSwitch(_ app: App, _ dice: inout Dice) {
        let flag = dice.pick(app.setting.choices.flatMap(\.services).flatMap { service($0).flags })
        let expiry = time.now + .seconds(dice.pick([30, 300, 3000]))
        let isPulled = dice.chance(0.6)
        note { isPulled ? "the kill switch forces \(flag) until \(expiry)" : "the kill switch lets go" }
        if isPulled { killed.insert(flag) }
        let flags = isPulled ? "\"\(flag)\": \"killed \(flag)\"" : ""
        files.put(#"{"killSwitch": 1, "expires": "\#(expiry)", "flags": {\#(flags)}}"#, at: Self.killSwitch)
    }

    private func changeWeather(_ app: App, _ dice: inout Dice) {
        if setting.isQuiet || plan.hasGoodNetwork { return }
        switch dice.below(4) {
        case 0:
            weather.isDown = true
            note { "the network is down" }
            for line in stations.flatMap(\.lines) { line.drop() }
        case 1:
            weather.trouble = 0
            weather.isDown = false
            note { "the network has no faults" }
        default:
            weather.isDown = false
            weather.trouble = trouble
            files.failureShare = dice.chance(0.5) ? diskTrouble : 0
            note { "the network has its usual faults" }
        }
    }

    private func deadline(_ dice: inout Dice) -> Duration {
        dice.pick([.zero, .milliseconds(50), .seconds(5), .seconds(30)])
    }

    /// Forgives the events of a provider that can't send when it closes, because the vendors' sinks lose them if they don't store
    /// events.
    private func forgiveIfSilent(_ app: App) {
        app.isForgiven =
            app.isForgiven || !app.wantsNetwork || app.client.state.mode == .offline
            || app.stations.contains(where: \.isRefused)
    }
}
