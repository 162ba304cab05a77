// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Carries out what the machine decides: tasks are made under the lock, everything else happens after it.
extension FlagClient {
    /// What is left to do once the lock is released.
    private struct Deferred: Sendable {
        var cancelled: [Task<Void, Never>] = []
        /// Questions about other contexts that end with the mode.
        var givenUp: [OnDemandFlags.Ended] = []
        var resumed: [(CheckedContinuation<RequestOutcome, Never>, RequestOutcome)] = []
        var deliveries: [Mailbox.Delivery] = []
        var diagnostics: [Diagnostic] = []
        var killSwitch: KillSwitchFollower?
        var hasStarted = false
        var isShutDown = false
        /// What was replaced; released after the lock, because it may hold the last reference to an object of the app.
        var replaced: [any Sendable] = []

        func perform(_ client: FlagClient) {
            for task in cancelled { task.cancel() }
            for questions in givenUp { questions.cancel() }
            for (continuation, outcome) in resumed { continuation.resume(returning: outcome) }
            for delivery in deliveries { delivery.perform() }
            for diagnostic in diagnostics { client.diagnostics.report(diagnostic) }
            killSwitch?.start(for: client)
            if hasStarted { client.companion.withLock { $0 }?.clientStarted(client) }
            if isShutDown { client.hub.finish() }
        }
    }

    /// Makes a request and waits for its outcome, until the deadline at the latest.
    @discardableResult
    func perform(
        within deadline: Duration,
        _ request: @Sendable (inout ClientMachine, ClientMachine.WaiterID) -> ClientMachine.Effects
    ) async -> RequestOutcome {
        await performOnCore(within: deadline) { core, waiter in request(&core.machine, waiter) }
    }

    func performOnCore(
        within deadline: Duration, _ request: @Sendable (inout Core, ClientMachine.WaiterID) -> ClientMachine.Effects
    ) async -> RequestOutcome {
        let waiter = core.withLock { core in
            core.lastCall += 1
            return core.lastCall
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transact { core in
                    core.calls[waiter] = WaitingCall(continuation: continuation)
                    return request(&core, waiter)
                }
                startTimer(waiter, deadline)
                router.deliverSoon()
                if Task.isCancelled { abandon(waiter, .cancelled) }
            }
        } onCancel: {
            abandon(waiter, .cancelled)
        }
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
        deferred.perform(self)
    }

    /// The same for callers that order their requests with a lock of their own; they call the result after releasing it.
    func begin(_ body: (inout Core) -> ClientMachine.Effects) -> @Sendable () -> Void {
        let deferred = decide(body)
        return {
            self.router.deliverModeChanges()
            deferred.perform(self)
        }
    }

    private func decide(_ body: (inout Core) -> ClientMachine.Effects) -> Deferred {
        core.withLock { core in
            let before: [any Sendable] = [core.machine.published, core.machine.candidate?.evaluator, core.hooks]
            let effects = body(&core)
            // After the end, the sinks still send what they have.
            if core.machine.phase == .running { router.setMode(core.mode) }
            var deferred = carryOut(effects, &core)
            let mayAsk = core.mode != .offline
            deferred.givenUp = core.sessions.values.compactMap { $0.onDemand?.setMayAsk(mayAsk) }
            deferred.replaced += before
            limitAnotherIdentity(&core, &deferred)
            return deferred
        }
    }

    private func abandon(_ waiter: ClientMachine.WaiterID, _ outcome: RequestOutcome) {
        transact { $0.machine.abandon(waiter, outcome) }
    }

    private func startTimer(_ waiter: ClientMachine.WaiterID, _ deadline: Duration) {
        if deadline <= .zero { return abandon(waiter, .timedOut) }
        core.withLock { core in
            guard core.calls[waiter] != nil else { return }
            core.calls[waiter]?.timer = Task { [weak self, time = options.time] in
                if (try? await time.sleep(for: deadline)) != nil { self?.abandon(waiter, .timedOut) }
            }
        }
    }

    private func limitAnotherIdentity(_ core: inout Core, _ deferred: inout Deferred) {
        let limit = options.contextChangeLimit
        if !core.machine.servesAnotherIdentity {
            if let timer = core.contextTimer.take() { deferred.cancelled.append(timer.task) }
        } else if core.contextTimer == nil {
            core.lastContextTimer += 1
            let task = Task { [weak self, number = core.lastContextTimer, time = options.time] in
                if (try? await time.sleep(for: limit)) != nil { self?.endAnotherIdentity(number, after: limit) }
            }
            core.contextTimer = (core.lastContextTimer, task)
        }
    }

    private func endAnotherIdentity(_ number: Int, after limit: Duration) {
        transact { core in
            // It may have ended when it was too late to cancel it.
            guard core.contextTimer?.number == number else { return ClientMachine.Effects() }
            return core.machine.dropAnotherIdentity(after: limit)
        }
    }

    private func carryOut(_ effects: ClientMachine.Effects, _ core: inout Core) -> Deferred {
        var deferred = Deferred()
        // Before readers see the flags, so that the sinks of the provider that serves them are registered.
        if let promoted = effects.promoted {
            let leaving = effects.demoted
            if let session = leaving.flatMap({ core.sessions[$0] }) {
                core.previous = Previous(
                    session: session.number, provider: session.provider, snapshot: effects.replaced, mark: session.mark)
            }
            deferred.replaced.append(
                router.exchange(leaving.map { .provider($0) }, for: core.sessions[promoted]?.destinations ?? []))
        }
        if let changes = effects.changes {
            let published = core.machine.published
            serve(published)
            deferred.deliveries = hub.publish(published, changes)
            if !changes.isEmpty { router.change(changes) }
            deferred.isShutDown = published.state.isShutDown
        }
        if let identified = effects.identified {
            deferred.replaced.append(router.enqueueWindow())
            router.enqueueIdentified(identified.new, previous: identified.previous)
        }
        deferred.cancelled = effects.cancelledRuns.compactMap { core.runs[$0]?.task }
        for session in effects.retired { retire(session, &core, awaitsReaders: true) }
        for (id, session, request) in effects.startedRuns {
            guard let provider = core.sessions[session]?.provider else { continue }
            core.runs[id] = Run(session: session, task: makeRun(id, provider, request))
            if core.followers == nil { core.followers = makeFollowers() }
            deferred.killSwitch = core.killSwitch
            deferred.hasStarted = true
        }
        for (waiter, outcome) in effects.settled {
            guard let call = core.calls.removeValue(forKey: waiter) else { continue }
            if let timer = call.timer { deferred.cancelled.append(timer) }
            deferred.resumed.append((call.continuation, outcome))
        }
        deferred.diagnostics = effects.diagnostics
        return deferred
    }

    /// Lets readers see another state; called under the lock, by the holder of the earlier state.
    private func serve(_ next: Published) {
        let isSame = next.isReadLike(published)
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
        let drain = awaitsReaders ? session.readers?.drain : nil
        session.readers = nil
        let runs = core.runs.values.filter { $0.session == number }
        let questions = session.onDemand?.end()
        let task = Task { [router, weak self, session, time = options.time] in
            questions?.cancel()
            await isReady?()
            await drain?.wait(on: time)
            await router.dismiss(.provider(number), session.destinations)
            for run in runs { await run.task.value }
            await questions?.wait()
            if self?.isNeeded(after: session) != true { await session.provider.close() }
            self?.retired(number)
        }
        core.retiring[number] = (session, drain, task)
    }

    /// Whether a provider object has another session, as after a rollback: it is closed after the last one.
    private func isNeeded(after session: ProviderSession) -> Bool {
        guard type(of: session.provider) is AnyClass else { return false }
        return core.withLock { core in
            let later = core.retiring.values.map(\.session).filter { $0.number > session.number }
            return (core.sessions.values + later).contains {
                $0.provider as AnyObject === session.provider as AnyObject
            }
        }
    }

    private func retired(_ number: ClientMachine.SessionNumber) {
        // Released outside of the lock: it may be the last reference to an object of the app.
        let retired = core.withLock { $0.retiring.removeValue(forKey: number) }
        // A sink that wanted every evaluation may be gone.
        if retired?.session.destinations.contains(where: { $0.capabilities.interest == .every }) == true {
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
