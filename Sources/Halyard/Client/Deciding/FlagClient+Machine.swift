// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Carries out what the machine decides: tasks are made under the lock, everything else happens after it.
extension FlagClient {
    /// What is left to do once the lock is released.
    private struct Deferred: Sendable {
        var cancelled: [Task<Void, Never>] = []
        var resumed: [(CheckedContinuation<RequestOutcome, Never>, RequestOutcome)] = []
        var deliveries: [Mailbox.Delivery] = []
        var diagnostics: [Diagnostic] = []
        var hasStarted = false
        var isShutDown = false
        /// What was replaced, and may hold the last reference to an object of the app's: it is let go after the lock.
        var replaced: [any Sendable] = []

        func perform(_ client: FlagClient) {
            for task in cancelled { task.cancel() }
            for (continuation, outcome) in resumed { continuation.resume(returning: outcome) }
            for delivery in deliveries { delivery.perform() }
            for diagnostic in diagnostics { client.diagnostics.report(diagnostic) }
            if hasStarted { client.companion.withLock { $0 }?.clientStarted(client) }
            if isShutDown { client.hub.finish() }
        }
    }

    /// Makes a request and waits for its outcome, but not longer than told.
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
            core.lastWaiter += 1
            return core.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transact { core in
                    core.continuations[waiter] = continuation
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
    /// - Parameter deliversMode: Whether sinks hear of the mode before this returns; otherwise from a task.
    func transact(deliversMode: Bool = true, _ body: (inout Core) -> ClientMachine.Effects) {
        let deferred = decide(body)
        if deliversMode { router.deliverModeChanges() }
        deferred.perform(self)
    }

    /// The same for callers that hold a lock of their own, which orders their requests: what is to be done once they do not.
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
            // After the end the sinks still send what is theirs.
            if core.machine.phase == .running { router.setMode(core.mode) }
            var deferred = carryOut(effects, &core)
            deferred.replaced += before
            limitPatience(&core, &deferred)
            return deferred
        }
    }

    private func abandon(_ waiter: ClientMachine.WaiterID, _ outcome: RequestOutcome) {
        transact { $0.machine.abandon(waiter, outcome) }
    }

    private func startTimer(_ waiter: ClientMachine.WaiterID, _ deadline: Duration) {
        if deadline <= .zero { return abandon(waiter, .timedOut) }
        core.withLock { core in
            guard core.continuations[waiter] != nil else { return }
            core.timers[waiter] = Task { [weak self, time = options.time] in
                if (try? await time.sleep(for: deadline)) != nil { self?.abandon(waiter, .timedOut) }
            }
        }
    }

    private func limitPatience(_ core: inout Core, _ deferred: inout Deferred) {
        let limit = options.contextChangeLimit
        if !core.machine.servesAnotherIdentity {
            if let patience = core.patience.take() { deferred.cancelled.append(patience.task) }
        } else if core.patience == nil {
            core.lastPatience += 1
            let task = Task { [weak self, number = core.lastPatience, time = options.time] in
                if (try? await time.sleep(for: limit)) != nil { self?.endPatience(number, after: limit) }
            }
            core.patience = (core.lastPatience, task)
        }
    }

    private func endPatience(_ number: Int, after limit: Duration) {
        transact { core in
            // It may have ended when it was too late to cancel it.
            guard core.patience?.number == number else { return ClientMachine.Effects() }
            return core.machine.dropAnotherIdentity(after: limit)
        }
    }

    private func carryOut(_ effects: ClientMachine.Effects, _ core: inout Core) -> Deferred {
        var deferred = Deferred()
        // Before readers see the flags, so that the sinks of whoever serves them are there.
        if let promoted = effects.promoted {
            let leaving = effects.demoted
            if let turn = leaving.flatMap({ core.turns[$0] }) {
                core.previous = Previous(
                    turn: turn.number, provider: turn.provider, snapshot: effects.replaced, mark: turn.mark)
            }
            deferred.replaced.append(
                router.exchange(leaving.map { .provider($0) }, for: core.turns[promoted]?.destinations ?? []))
        }
        if let changes = effects.changes {
            let published = core.machine.published
            deferred.replaced.append(
                router.replace(self.published, with: published) { reader.withLock { $0 = published } })
            deferred.deliveries = hub.publish(published, changes)
            if !changes.isEmpty { router.change(changes) }
            deferred.isShutDown = published.state.isShutDown
        }
        if let identified = effects.identified {
            deferred.replaced.append(router.enqueueWindow())
            router.enqueueIdentified(identified.new, previous: identified.previous)
        }
        deferred.cancelled = effects.cancelledRuns.compactMap { core.runs[$0]?.task }
        for turn in effects.retired { retire(turn, &core, awaitsReaders: true) }
        for (id, turn, request) in effects.startedRuns {
            guard let provider = core.turns[turn]?.provider else { continue }
            core.runs[id] = Run(turn: turn, task: makeRun(id, provider, request))
            if core.lifecycle == nil { core.lifecycle = makeLifecycleTask() }
            followKillSwitch(&core)
            deferred.hasStarted = true
        }
        for (waiter, outcome) in effects.settled {
            if let timer = core.timers.removeValue(forKey: waiter) { deferred.cancelled.append(timer) }
            if let continuation = core.continuations.removeValue(forKey: waiter) {
                deferred.resumed.append((continuation, outcome))
            }
        }
        deferred.diagnostics = effects.diagnostics
        return deferred
    }

    /// Lets a provider go, by a task: its readers leave, its runs end, its sinks send what is theirs, and it is closed.
    func retire(
        _ number: ClientMachine.TurnNumber, _ core: inout Core, awaitsReaders: Bool,
        after isReady: (@Sendable () async -> Void)? = nil
    ) {
        guard var turn = core.turns.removeValue(forKey: number) else { return }
        let departure = awaitsReaders ? turn.readers?.departure : nil
        turn.readers = nil
        let runs = core.runs.values.filter { $0.turn == number }
        let task = Task { [router, weak self, turn, time = options.time] in
            await isReady?()
            await departure?.wait(on: time)
            await router.dismiss(.provider(number), turn.destinations)
            for run in runs { await run.task.value }
            if self?.isNeeded(after: turn) != true { await turn.provider.close() }
            self?.retired(number)
        }
        core.retiring[number] = (turn, departure, task)
    }

    /// Whether a provider object has another turn, as one that was returned to: it is closed after the last.
    private func isNeeded(after turn: Turn) -> Bool {
        guard type(of: turn.provider) is AnyClass else { return false }
        return core.withLock { core in
            let later = core.retiring.values.map(\.turn).filter { $0.number > turn.number }
            return (core.turns.values + later).contains { $0.provider as AnyObject === turn.provider as AnyObject }
        }
    }

    private func retired(_ number: ClientMachine.TurnNumber) {
        // Let go outside of the lock: it may be the last reference to an object of the app's.
        let retired = core.withLock { $0.retiring.removeValue(forKey: number) }
        // Somebody who wanted to see every evaluation may be gone.
        if retired?.turn.destinations.contains(where: { $0.interest == .every }) == true { reequip { _ in } }
    }

    private func makeRun(
        _ id: ClientMachine.RunID, _ provider: any FlagProvider, _ request: FlagRequest
    ) -> Task<Void, Never> {
        let channel = FlagChannel(
            { [weak self] state in self?.accept(state, from: id) ?? false },
            report: { [diagnostics] diagnostic in diagnostics.report(diagnostic) })
        return Task { [weak self] in
            var thrown: FlagError?
            // Many changes of context in a row: only the last run gets as far as the provider.
            if !Task.isCancelled {
                do { try await provider.run(request, into: channel) } catch { thrown = FlagError(wrapping: error) }
            }
            self?.transact { core in
                core.runs[id] = nil
                return core.machine.runEnded(id, throwing: thrown)
            }
        }
    }
}
