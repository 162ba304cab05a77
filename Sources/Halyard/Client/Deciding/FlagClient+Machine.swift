// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Carries out the machine's effects. Tasks are created under the lock, and everything else happens after it's released.
extension FlagClient {
    /// The work that remains after the lock is released.
    private struct Deferred: Sendable {
        /// The calls that must not run under the lock, in order.
        var calls: [@Sendable () -> Void] = []
        /// The replaced objects, which are released after the lock because they might have the last reference to an object of
        /// the app.
        var replaced: [any Sendable] = []

        func perform() {
            for call in calls { call() }
        }
    }

    /// Performs a request and waits for its outcome, until the deadline at the latest.
    ///
    /// The outcome always comes from the machine. If a switch is too slow, its candidate is dropped in the same step.
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

    /// Receives a run's published state.
    ///
    /// Runs no application code, because a provider can call it under its own lock.
    func accept(_ answer: ProviderState, from run: ClientMachine.RunID) -> Bool {
        var isCurrent = true
        transact(deliversMode: false) { core in
            let effects = core.machine.receive(answer, from: run)
            isCurrent = effects != nil
            return effects ?? ClientMachine.Effects()
        }
        return isCurrent
    }

    /// Applies an event to the machine, and carries out the effects.
    ///
    /// - Parameter deliversMode: A Boolean value that indicates whether sinks receive the mode before this returns. If it's
    ///   `false`, they receive the mode from a task.
    func transact(deliversMode: Bool = true, _ body: (inout Core) -> ClientMachine.Effects) {
        let deferred = decide(body)
        if deliversMode { router.deliverModeChanges() }
        deferred.perform()
    }

    /// Applies an event like `transact`, for callers that order their requests with their own lock.
    ///
    /// They call the result after they release the lock.
    func beginTransaction(_ body: (inout Core) -> ClientMachine.Effects) -> @Sendable () -> Void {
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
        // After the shutdown, the sinks still send their last events, unless the app goes offline.
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
            // It might have ended when it was too late to cancel the timer.
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
        // Do this before readers see the flags, so that the sinks of the provider that serves them are registered.
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
            core.followers.start(for: self)
        }
        for diagnostic in effects.diagnostics {
            deferred.calls.append { [diagnostics] in diagnostics.report(diagnostic) }
        }
    }

    /// Publishes another state to readers, observers, and sinks.
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

    /// Publishes another state to readers.
    ///
    /// The caller holds the lock and retains the previous state.
    private func serve(_ next: Published, after previous: Published) {
        let isSame = next.isReadLike(previous)
        reader.withLock { published in
            published = next
            if !isSame { slots.raise() }
        }
    }

    /// Retires a provider in a task.
    ///
    /// The task waits until readers have left, sinks have sent their events, and runs have ended. Then it closes the
    /// provider.
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

    /// Returns a Boolean value that indicates whether a provider object has a later session, as after a rollback.
    ///
    /// The object is closed after its last session.
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
        // Release it outside the lock, because it might be the last reference to an object of the app.
        let retired = core.withLock { $0.retiring.removeValue(forKey: owner) }
        // A sink that required every evaluation, or every context, might be gone.
        let needsEvaluator = retired?.session?.destinations.contains {
            $0.capabilities.interest == .every || $0.capabilities.receivesContextUses
        }
        if needsEvaluator == true {
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
            // After many context changes in quick succession, only the last run reaches the provider.
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
