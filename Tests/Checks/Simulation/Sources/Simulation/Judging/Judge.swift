// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

// The expectations at every step, and when no more work is ready.
extension World {
    /// Checks a client's state after each job that changed it.
    func judge(_ app: App) {
        guard app.isRunning, case let state = app.client.state, state.sequence != app.checked else { return }
        app.checked = state.sequence
        trace.mix(Int(truncatingIfNeeded: state.sequence))
        trace.mix(state.status.rawValue)
        let who = app.name
        if app.served != state.context { app.served = nil }
        guard let flagSet = state.flagSet else {
            if app.served == state.context {
                fail(
                    .defaults,
                    "\(who) no longer has flags, is \(state.status.rawValue), and had some for \(state.context.words)"
                )
            }
            return
        }
        judgeFlags(app, state, flagSet)
        if flagSet.context == state.context { app.served = state.context }
        let isAnothers = !flagSet.context.hasSameIdentity(as: state.context)
        if isAnothers, state.status != .reconciling || app.setting.clearsFlags {
            fail(
                .identity,
                "\(who) is \(state.status.rawValue) for \(state.context.words) and shows flags of \(flagSet.context.words)"
            )
        }
        if state.status == .ready, flagSet.context != state.context {
            fail(.identity, "\(who) is ready for \(state.context.words) with flags of \(flagSet.context.words)")
        }
    }

    private func judgeFlags(_ app: App, _ state: FlagClient.State, _ flagSet: FlagSet) {
        var seen: Set<String> = []
        for flag in flagSet.table {
            guard let stamp = Stamp(flag) else {
                return fail(.identity, "\(app.name) shows \(flag), which isn't from a service")
            }
            seen.insert(stamp.service)
            if state.status == .ready
                ? !stamp.person.fits(flagSet.context) : !app.mayShow(stamp, for: flagSet.context)
            {
                fail(.identity, "\(app.name) shows \(stamp.text) as flags of \(flagSet.context.words)")
            }
            if !Choice.combinations.contains(state.provider), stamp.service != state.provider {
                fail(.identity, "\(app.name) shows \(stamp.text) as flags of \(state.provider)")
            }
            if let problem = app.migrationProblem(stamp) { fail(.migration, "\(app.name): \(problem)") }
            let station = app.stations.first { $0.service.name == stamp.service }
            if !Person.names.contains(stamp.key), station?.service is LaunchDarklyService, let key = station?.deviceKey,
                key != stamp.key, !hasErased
            {
                fail(.identity, "\(app.name) shows \(stamp.text), but asks for the anonymous \(key)")
            }
        }
        judgeMoments(app, state, flagSet)
        guard state.status == .ready else { return }
        if let source = app.missingSource(of: flagSet) {
            fail(.migration, "\(app.name) is ready, but \(source), which answers alone, has no flags")
        }
        // After a clock change, the same time can occur twice.
        if let service = services[state.provider] as? OFREPService, time.offset == .zero, !service.hasSaid(flagSet) {
            let texts = flagSet.table.compactMap { Stamp($0)?.text }.joined(separator: ", ")
            fail(.truth, "\(app.name) is ready with \(texts), but \(service.name) didn't confirm these")
        }
        for name in seen {
            for flag in service(name).flags where flagSet.table[flag] == nil && !service(name).hasRemoved(flag) {
                fail(.freshness, "\(app.name) is ready without \(flag)")
            }
        }
    }

    /// Checks that the rules of each LaunchDarkly service are those after one of its changes, and never older than before.
    private func judgeMoments(_ app: App, _ state: FlagClient.State, _ flagSet: FlagSet) {
        guard let choice = app.setting.choices.first(where: { $0.name == state.provider }) else { return }
        for name in choice.services {
            guard let service = services[name] as? LaunchDarklyRulesService,
                let station = app.stations.first(where: { $0.service.name == name }),
                let flags = choice.services.count == 1 ? flagSet : flagSet.parts[name]
            else { continue }
            // An older response can arrive by polling, an older file can remain if the disk fails, and a rollback restores old flags.
            let isOrdered = !station.isPolled && diskTrouble == 0 && !app.hasSwitched
            let first = isOrdered ? app.moments[name, default: 0] : 0
            guard let moment = service.moment(of: flags, from: first) else {
                let texts = flags.table.compactMap { Stamp($0)?.text }.joined(separator: ", ")
                return fail(.truth, "\(app.name) has \(texts), which \(name) never had together, or no longer has")
            }
            app.moments[name] = moment
        }
    }

    /// Checks a client when no more work is ready at the current time.
    func judgeQuiet(_ app: App) {
        judgeObservers(app)
        judgeSinks(app)
        judgeStreams(app)
        guard app.isRunning, case let state = app.client.state, state.status == .ready, state.mode != .offline else {
            return
        }
        guard !app.hasSwitched, app.stations.count == 1, let station = app.stations.first, !station.isShared else {
            return
        }
        if let staleFrom = station.staleFrom, timeline.uptime > staleFrom, app.isServed(by: station) {
            let age = (timeline.uptime - staleFrom).text
            fail(.freshness, "\(app.name) is ready, but shouldn't have been for \(age) s")
        }
    }

    /// Checks the client's streams.
    ///
    /// An OFREP client that is offline has no open stream. If it pauses in the background, it has none after the server's delay. If
    /// a stream is open, a ready client must have the newest flags once an announcement, a request, and its response have had time.
    private func judgeStreams(_ app: App) {
        guard app.isRunning, app.servingStations.count == 1, let station = app.servingStations.first,
            let change = station.service.lastChange, !station.isShared, let line = station.lines.last,
            case let state = app.client.state
        else { return }
        let name = station.service.name
        if station.service is OFREPService {
            let pauses = app.setting.choices.contains { $0.name == name && !$0.updatesInBackground }
            let isInactive = state.mode == .background && pauses && timeline.uptime > app.lastMove + .seconds(61)
            if !app.hasSwitched, state.mode == .offline || isInactive {
                fail(.mode, "\(app.name) is \(state.mode.rawValue), but a stream of \(name) is open")
            }
        }
        guard state.status == .ready, state.mode == .online, let opened = line.hearsSince,
            case let age = timeline.uptime - max(opened, change), age > .seconds(30)
        else { return }
        if !station.service.isCurrent(state.flagSet?.table ?? FlagTable()) {
            fail(.freshness, "\(app.name) is ready with flags that have been old for \(age.text) s of an open stream")
        }
    }

    private func isReportOfCounts(_ file: [UInt8]) -> Bool {
        guard case .array(let events)? = Reading.json(file)?["events"] else { return false }
        return events.first?["event"]?["bucket"] != nil
    }

    /// Checks that the disk and later requests contain nothing about an erased person.
    ///
    /// The check requires a working disk, and that no other client might have requested flags for that person.
    func judgeErased(_ key: String, _ app: App) {
        let isAlone = apps.filter(isPresent).count == 1 && dropIns.isEmpty && app.setting.choices.count == 1
        // Rules contain people's names, and are the same for everyone.
        let hasRules = app.stations.contains { $0.service.hasRules }
        guard app.isRunning, isAlone, !hasRules, diskTrouble == 0, app.client.context.key != key else { return }
        for station in app.stations { station.forgotten.insert(key) }
        let mark = Array("|\(key)|".utf8)
        // Reports of counts don't name anyone, but the variants of this simulation do.
        for file in files.all where file.bytes.contains(mark) && !isReportOfCounts(file.bytes) {
            fail(.erasure, "\(app.name) has erased \(key), but \(file.path) still contains flags of \(key)")
        }
    }

    private func judgeSinks(_ app: App) {
        guard app.isRunning, case let mode = app.client.state.mode else { return }
        for sink in app.sinks where sink.isAttached && sink.mode != mode {
            fail(.mode, "\(app.name) is \(mode.rawValue), but a sink of the app received \(sink.mode.rawValue)")
        }
    }

    private func judgeObservers(_ app: App) {
        guard app.isRunning, !app.setting.hasKillSwitch else { return }
        for (flag, shown) in app.observed where shown != app.expected(flag) {
            let expected = app.expected(flag)
            fail(.observers, "\(app.name)'s observer of \(flag) was last shown \(shown), but reads return \(expected)")
        }
    }

    // MARK: The end

    /// Heals everything, and checks that every client reaches the services' state in time.
    func settle() {
        note { "everything heals" }
        weather = Weather()
        for service in services.values { service.isRevoked = false }
        files.failureShare = 0
        pass(.seconds(30))
        for app in apps where app.isThere {
            app.asksAnew()
            app.move(to: .foreground)
            let client = app.client
            wait("\(app.name).setOnline", within: .seconds(5)) { await client.setOnline(true) }
            // After a refusal, a provider with LaunchDarkly's rules waits for up to an hour.
            let isSlow = app.servingStations.contains { $0.service is LaunchDarklyRulesService }
            if client.status == .fatal || isSlow && client.status != .ready {
                wait("\(app.name).refresh", within: .seconds(5)) { await client.refresh() }
            }
        }
        for app in dropIns { app.settle() }
        pass(.seconds(1260))
        for app in dropIns where violation == nil { app.judgeRecovery() }
        for app in apps where app.isThere && violation == nil {
            let state = app.client.state
            guard state.status == .ready else {
                fail(
                    .recovery,
                    "\(app.name) is \(state.status.rawValue) 1260 s after everything has healed: \(state.error?.description ?? "no error")"
                )
                continue
            }
            // If there are several clients or providers, the next one to start sends the stored events.
            let isAlone = apps.count == 1 && !app.hasSwitched && app.hasConsent && diskTrouble == 0
            for station in app.servingStations
            where station.service is LaunchDarklyService && isAlone && !station.rejectsEvents {
                let left = stored(for: station.service).filter { Stamp($0.key)?.service == station.service.name }
                guard let (text, count) = left.first else { continue }
                fail(.lost, "\(count) of \(text) are still on the disk 1260 s after everything has healed")
            }
            if let problem = app.configurationProblem { fail(.configuration, "\(app.name): \(problem)") }
            for station in app.servingStations where !station.service.isCurrent(state.flagSet?.table ?? FlagTable()) {
                fail(
                    .recovery, "\(app.name) has old flags of \(station.service.name) 1260 s after everything has healed"
                )
            }
        }
    }

    func endAll() {
        for app in apps where app.isThere {
            for station in app.servingStations { for flag in station.service.flags { app.read(flag) } }
            app.track()
            shutDown(app)
        }
        for app in dropIns { app.end() }
        pass(.seconds(300))
        for app in dropIns where violation == nil { app.closeAccount() }
        let shared = sharedStations
        let isForgiven = apps.contains { $0.isForgiven || $0.hasWithdrawn }
        for app in apps where violation == nil { closeAccounts(app) }
        if !setting.storesEvents, !isForgiven {
            for station in shared where violation == nil && !station.rejectsEvents {
                // Reports of dropped events don't name the provider.
                guard reportedDrops == 0, let (text, count) = station.account.missing().first else { continue }
                fail(.lost, "\(station.service.name): \(count) of \(text) never left the provider that clients share")
            }
        }
        if setting.storesEvents { closeLedgers() }
        guard violation == nil else { return }
        stations = []
        forgetShared()
        pass(.seconds(4000))
        judgeEnd()
    }

    private func judgeEnd() {
        if let wait = waits.values.first { fail(.waits, "\(wait.name) has never returned") }
        if timeline.count > 0 { fail(.growth, "\(timeline.count) timers or requests are left at the end") }
        let left = weakClients.count { $0.client != nil }
        if left > 0 { fail(.growth, "\(left) of \(clientsMade) clients are still in memory at the end") }
        if let file = files.all.first(where: { $0.bytes.contains(Array(OFREPService.secret.utf8)) }) {
            fail(.secrecy, "\(file.path) contains the address of an event stream")
        }
        if files.all.count > 200 { fail(.growth, "\(files.all.count) files are left at the end") }
    }

    /// Checks that a client's events have arrived or were reported as lost.
    func closeAccounts(_ app: App) {
        guard violation == nil else { return }
        if let (text, count) = app.account.missing().first {
            fail(.lost, "\(app.name), the app's sink: \(count) of \(text) never arrived")
        }
        let own = app.stations.filter { !$0.isShared }
        let isForgiven = app.isForgiven || own.contains(where: \.rejectsEvents)
        if !setting.storesEvents, !isForgiven, own.count == app.stations.count { closeAccounts(of: own, app) }
        stations.removeAll { station in own.contains { $0 === station } }
        app.drop()
    }

    private func closeAccounts(of stations: [Station], _ app: App) {
        let isEvent = { (text: String) in text.hasPrefix("track") || text.hasPrefix("each") }
        var events: [(text: String, count: Int)] = []
        for station in stations {
            // The vendor's protocol can't mark a repeated report, so the last report isn't sent again.
            if station.service is UnleashService, station.hasKeptReport { continue }
            let reads = station.account.missing(where: { !isEvent($0) })
            let reported = station.service is UnleashService ? app.readDrops : 0
            if let (text, count) = reads.first, reads.reduce(0, { $0 + $1.count }) > reported {
                fail(
                    .lost,
                    "\(station.service.name): \(count) of \(text) never left \(app.name), \(reported) were reported")
            }
            events += station.account.missing(where: isEvent)
        }
        let missing = events.reduce(0) { $0 + $1.count }
        if missing > app.drops {
            fail(
                .lost,
                "\(events[0].text) never left \(app.name): \(missing) events are missing, \(app.drops) were reported")
        }
        let lost = stations.reduce(0) { $0 + $1.ledger.lostParcels }
        if lost != app.losses, !app.hasWithdrawn, !hasErased {
            fail(.unreported, "\(app.name): \(lost) payloads were lost, \(app.losses) were reported")
        }
    }
}
