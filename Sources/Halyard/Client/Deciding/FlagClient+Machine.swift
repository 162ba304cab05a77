// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Carries out what the machine decides: tasks are made under the lock, everything else happens after it.
extension FlagClient {
    /// What is left to do once the lock is released.
    private struct Deferred: Sendable {
        /// Calls that must not run under the lock, in order.
        var calls: [@Sendable () -> Void] = []
        /// What was replaced; released after the lock, because it may hold the last reference to an object of the app.
        var replaced: [any Sendable] = []

        func perform() {
            for call in calls { call() }
        }
    }

    /// Makes a request and waits for its outcome, until the deadline at the latest.
    ///
    /// The outcome is always the machine's: if a switch is too slow, its candidate is dropped in the same step.
    @discardableResult
    func perform(
        within deadline: Duration,
        _ request: @Sendable (inout ClientMachine, ClientMachine.WaiterID) -> ClientMachine.Effects
    ) async -> FlagClient.RequestOutcome {
        await performOnCore(within: deadline) { core, waiter in request(&core.machine, waiter) }
    }

    func performOnCore(
        within deadline: Duration, _ request: @Sendable (inout Core, ClientMachine.WaiterID) -> ClientMachine.Effects
    ) async -> FlagClient.RequestOutcome {
        let call = FirstResult<FlagClient.RequestOutcome>()
        var waiter: ClientMachine.WaiterID = 0
        transact { core in
            waiter = core.nextNumber()
            core.calls[waiter] = call
            return request(&core, waiter)
        }
        router.deliverSoon()
        let abandon = { @Sendable [self, waiter] outcome in transact { $0.machine.abandon(waiter, outcome) } }
        if deadline <= .zero { abandon(.timedOut) }
        return await call.value(
            within: deadline, on: options.time, late: .timedOut, cancelled: .cancelled, handler: abandon)
    }

    /// Takes what a run published.
    ///
    /// Runs no application code: a provider may call it under a lock of its own.
    func accept(_ answer: ProviderState, from run: ClientMachine.RunID) -> Bool {
        var isCurrent = true
        transact(deliversMode: false) { core in
            let effects = core.machine.receive(answer, from: run)
            isCurrent = effects != nil
            return effects ?? ClientMachine.Effects()
        }
        return isCurrent
    }

    /// Feeds the machine and carries out what it decided.
    ///
    /// - Parameter deliversMode: Whether sinks receive the mode before this returns; otherwise they receive it from a task.
    func transact(deliversMode: Bool = true, _ body: (inout Core) -> ClientMachine.Effects) {
        let deferred = decide(body)
        if deliversMode { router.deliverModeChanges() }
        deferred.perform()
    }

    /// The same for callers that order their requests with a lock of their own; they call the result after releasing it.
    func begin(_ body: (inout Core) -> ClientMachine.Effects) -> @Sendable () -> Void {
        let deferred = decide(body)
        return {
            self.router.deliverModeChanges()
            deferred.perform()
        }
    }

    private func decide(_ body: (inout Core) -> ClientMachine.Effects) -> Deferred {
        core.withLock { core in
            let (published, phase, mode) = (core.machine.published, core.machine.phase, core.mode)
            var deferred = Deferred(replaced: [published, core.machine.candidate?.evaluator, core.hooks])
            let effects = body(&core)
            if core.machine.phase != phase { router.start.started() }
            if core.machine.phase != phase || core.mode != mode { followMode(&core, &deferred) }
            carryOut(effects, &core, after: published, &deferred)
            limitAnotherIdentity(&core, &deferred)
            return deferred
        }
    }

    private func followMode(_ core: inout Core, _ deferred: inout Deferred) {
        // After the end, the sinks still send their last events, unless the app goes offline.
        if core.machine.phase == .running || (core.machine.phase == .shutDown && !core.isOnline) {
            router.setMode(core.mode)
        }
        for session in core.sessions.values {
            if let questions = session.onDemand?.setNetworkAllowed(core.mode != .offline) {
                deferred.calls.append(questions.cancel)
            }
        }
    }

    private func limitAnotherIdentity(_ core: inout Core, _ deferred: inout Deferred) {
        let limit = options.contextChangeLimit
        if !core.machine.servesAnotherIdentity {
            if let timer = core.contextTimer.take() { deferred.calls.append(timer.task.cancel) }
        } else if core.contextTimer == nil {
            let number = core.nextNumber()
            let task = Task { [weak self, time = options.time] in
                if (try? await time.sleep(for: limit)) != nil { self?.endAnotherIdentity(number, after: limit) }
            }
            core.contextTimer = (number, task)
        }
    }

    private func endAnotherIdentity(_ number: Int, after limit: Duration) {
        transact { core in
            // It may have ended when it was too late to cancel it.
            guard core.contextTimer?.number == number else { return ClientMachine.Effects() }
            return core.machine.dropAnotherIdentity(after: limit)
        }
    }

    private func carryOut(
        _ effects: ClientMachine.Effects, _ core: inout Core, after previous: Published, _ deferred: inout Deferred
    ) {
        for run in effects.cancelledRuns {
            if let task = core.runs[run]?.task { deferred.calls.append(task.cancel) }
        }
        for (waiter, outcome) in effects.settled {
            if let call = core.calls.removeValue(forKey: waiter) { deferred.calls.append { call.set(outcome) } }
        }
        // Before readers see the flags, so that the sinks of the provider that serves them are registered.
        if let promoted = effects.promoted {
            let leaving = effects.demoted
            if let session = leaving.flatMap({ core.sessions[$0] }) {
                core.previous = Previous(
                    session: session.number, provider: session.provider, flagSet: effects.replaced, mark: session.mark)
            }
            deferred.replaced.append(
                router.exchange(leaving.map { .provider($0) }, for: core.sessions[promoted]?.destinations ?? []))
        }
        if let changes = effects.changes { publish(core.machine.published, after: previous, changes, &deferred) }
        if let identified = effects.identified {
            deferred.replaced.append(router.enqueueWindow())
            router.enqueueIdentified(identified.new, previous: identified.previous)
        }
        for session in effects.retired { retire(session, &core, awaitsReaders: true) }
        for (id, session, request) in effects.startedRuns {
            guard let provider = core.sessions[session]?.provider else { continue }
            core.runs[id] = Run(session: session, task: makeRun(id, provider, request))
            core.followers.begin(for: self)
        }
        for diagnostic in effects.diagnostics {
            deferred.calls.append { [diagnostics] in diagnostics.report(diagnostic) }
        }
    }

    /// Lets readers, observers, and sinks see another state.
    private func publish(
        _ published: Published, after previous: Published, _ changes: ChangeSet, _ deferred: inout Deferred
    ) {
        serve(published, after: previous)
        let deliveries = hub.publish(published, changes)
        deferred.calls.append {
            for delivery in deliveries { delivery.perform() }
        }
        if !changes.isEmpty { router.change(changes) }
        if published.state.isShutDown { deferred.calls.append(hub.finish) }
    }

    /// Lets readers see another state; called under the lock, by the holder of the earlier state.
    private func serve(_ next: Published, after previous: Published) {
        let isSame = next.isReadLike(previous)
        reader.withLock { published in
            published = next
            if !isSame { slots.raise() }
        }
    }

    /// Retires a provider from a task: its readers leave, its runs end, its sinks send what they have, and it is closed.
    func retire(
        _ number: ClientMachine.SessionNumber, _ core: inout Core, awaitsReaders: Bool,
        after isReady: (@Sendable () async -> Void)? = nil
    ) {
        guard var session = core.sessions.removeValue(forKey: number) else { return }
        let haveLeft = awaitsReaders ? session.readers?.haveLeft : nil
        session.readers = nil
        let runs = core.runs.values.filter { $0.session == number }
        let questions = session.onDemand?.end()
        let task = Task { [router, weak self, session, time = options.time] in
            questions?.cancel()
            await isReady?()
            if let haveLeft { await ReaderGroup.wait(until: haveLeft, on: time) }
            await router.dismiss(.provider(number), session.destinations)
            for run in runs { await run.task.value }
            await questions?.wait()
            if self?.isNeeded(after: session) != true { await session.provider.close() }
            self?.retired(.provider(number))
        }
        core.retiring[.provider(number)] = Retirement(session: session, readersHaveLeft: haveLeft, task: task)
    }

    /// Whether a provider object has another session, as after a rollback: it is closed after the last one.
    private func isNeeded(after session: ProviderSession) -> Bool {
        guard type(of: session.provider) is AnyClass else { return false }
        return core.withLock { core in
            let later = core.retiring.values.compactMap(\.session).filter { $0.number > session.number }
            return (core.sessions.values + later).contains {
                $0.provider as AnyObject === session.provider as AnyObject
            }
        }
    }

    func retired(_ owner: EventDestination.Owner) {
        // Released outside of the lock: it may be the last reference to an object of the app.
        let retired = core.withLock { $0.retiring.removeValue(forKey: owner) }
        // A sink that wanted every evaluation may be gone.
        if retired?.session?.destinations.contains(where: { $0.capabilities.interest == .every }) == true {
            rebuildEvaluators { _ in }
        }
    }

    private func makeRun(
        _ id: ClientMachine.RunID, _ provider: any FlagProvider, _ request: FlagRequest
    ) -> Task<Void, Never> {
        let handle = Lock<Task<Void, Never>?>(nil)
        let channel = FlagChannel(
            { [weak self] state in self?.accept(state, from: id) ?? false },
            isOver: { handle.withLock { $0 }?.isCancelled ?? false },
            report: { [diagnostics] diagnostic in diagnostics.report(diagnostic) })
        let task = Task { [weak self] in
            var thrown: FlagError?
            // Of many context changes in quick succession, only the last run reaches the provider.
            if !Task.isCancelled {
                do { try await provider.run(request, into: channel) } catch { thrown = FlagError(wrapping: error) }
            }
            self?.transact { core in
                core.runs[id] = nil
                return core.machine.runEnded(id, throwing: thrown)
            }
        }
        handle.withLock { $0 = task }
        return task
    }
}
