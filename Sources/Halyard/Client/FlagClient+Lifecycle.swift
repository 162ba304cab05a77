// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Starts the provider and waits for its answer, but not longer than told.
    ///
    /// Never hangs.
    ///
    /// A second call joins the first: it waits for the same answer. When the deadline passes, the provider goes on and
    /// its flags appear when they arrive.
    ///
    /// - Parameters:
    ///   - deadline: How long to wait at most; zero or less returns what is there at once.
    ///   - condition: Whether any usable flags end the wait, or only the authoritative answer.
    /// - Returns: Whether reads serve the provider's flags, older ones, or defaults, and why.
    @discardableResult
    public func start(within deadline: Duration = .seconds(5), until condition: WaitCondition = .answer) async
        -> StartResult
    {
        let phase = options.lifecycle?.phase ?? .foreground
        let outcome = await performOnCore(within: deadline) { core, waiter in
            if core.machine.phase == .created { core.isInBackground = phase != .foreground }
            return core.machine.start(waiter, condition, mode: core.mode)
        }
        let state = state
        if state.status == .ready { return .ready }
        let error = state.error ?? Self.error(for: outcome, deadline)
        // Flags that had to be taken back are none.
        let expiry = state.snapshot?.expiresAt ?? .distantFuture
        return state.snapshot == nil || options.time.now >= expiry ? .defaults(error) : .cached(error)
    }

    /// Says for whom flags are decided from now on, and waits until they are in place.
    ///
    /// The provider is asked anew. The latest call wins: earlier ones that still wait return
    /// ``RequestOutcome/superseded``, and a late answer for an earlier context is never shown. An equal context asks
    /// nothing. What happens to the flags in place meanwhile is ``Options/contextChange``.
    ///
    /// - Returns: ``RequestOutcome/answered`` when the new flags are in place, or why they are not.
    @discardableResult
    public func setContext(
        _ context: EvaluationContext, within deadline: Duration = .seconds(5), until condition: WaitCondition = .answer
    ) async -> RequestOutcome {
        await perform(within: deadline) { machine, waiter in
            machine.setContext(context, clearing: false, waiter, condition)
        }
    }

    /// Whether the client may use the network, as far as the app is concerned.
    public var isOnline: Bool { core.withLock { $0.isOnline } }

    /// Lets the provider use the network, or not, and waits until it has answered under the new rule.
    ///
    /// Offline, caches, bootstraps and overrides still answer, and events are still counted. When the call returns, the sinks
    /// keep to the new mode, also one that is busy with events; but for one that has taken the deadline to hear of it.
    @discardableResult
    public func setOnline(_ isOnline: Bool, within deadline: Duration = .seconds(5)) async -> RequestOutcome {
        let outcome = await setMode(within: deadline) { $0.isOnline = isOnline }
        await withDeadline(deadline, on: options.time) { [router] in await router.settleMode() }
        return outcome
    }

    /// Asks the provider for fresh flags, and waits until they are in place.
    @discardableResult
    public func refresh(within deadline: Duration = .seconds(5)) async -> RequestOutcome {
        await perform(within: deadline) { machine, waiter in machine.refresh(waiter) }
    }

    /// Ends the client: stops the provider, sends what was counted, and gives everything back.
    ///
    /// Reads give defaults from the moment of the call (OpenFeature 1.7.6) and say so, the first one as a finding too:
    /// `readAfterShutdown`. So end the work that reads flags first, then shut the client down; a view that was taken before, by
    /// ``snapshot()``, keeps its flags. Callers that wait get ``RequestOutcome/ended``, and
    /// sequences end. A second call waits for the first. Returns after the deadline at the latest, also in a cancelled task;
    /// what is not finished then goes on by itself.
    public func shutdown(within deadline: Duration = .seconds(5)) async {
        transact { $0.machine.shutDown() }
        for departure in core.withLock({ $0.retiring.values.compactMap(\.departure) }) { departure.cut() }
        let (windDown, followers) = core.withLock { core -> (Task<Void, Never>, [Task<Void, Never>]) in
            let windDown = core.windDown ?? makeWindDown(&core, within: deadline)
            core.windDown = windDown
            return (windDown, [core.lifecycle].compactMap(\.self) + core.layers.tasks)
        }
        // Outside of the lock: cancelling runs the handlers of whoever made the lifecycle.
        for follower in followers { follower.cancel() }
        companion.withLock { $0 }?.clientEnded()
        await withDeadline(deadline, on: options.time) { await windDown.value }
    }

    /// Forgets an identity: everything stored or collected about it that was not sent yet.
    ///
    /// If it is the current one, its flags go at once and the client goes on with ``EvaluationContext/anonymous``. Its flags also
    /// go where they are served until those of the next context arrive.
    public func erase(_ identity: EvaluationContext) async {
        router.forget(identity)
        await perform(within: .zero) { machine, waiter in machine.erase(identity, waiter) }
        await router.erase(identity)
        let providers = core.withLock { core in
            // Whoever served before may serve again, but not what it said about them.
            if core.previous?.snapshot?.context.hasSameIdentity(as: identity) == true { core.previous?.snapshot = nil }
            let previous = core.previous.flatMap { core.retiring[$0.turn] == nil ? $0.provider : nil }
            let present = (core.turns.values + core.retiring.values.map(\.turn)).map(\.provider)
            return present + [previous].compactMap(\.self)
        }
        for provider in providers { await provider.erase(identity) }
    }

    /// Hands the sinks what waits for them, and then lets them send it while the providers end, each by itself.
    ///
    /// A provider that ended first would close its sinks before they have everything. One that waits for a stuck sink ends after
    /// the deadline.
    private func makeWindDown(_ core: inout Core, within deadline: Duration) -> Task<Void, Never> {
        let handover = Task { [router] in
            router.end()
            await router.settle()
        }
        let isHandedOver: @Sendable () async -> Void = { [time = options.time] in
            await withDeadline(deadline, on: time) { await handover.value }
        }
        for number in core.turns.keys { retire(number, &core, awaitsReaders: false, after: isHandedOver) }
        let retiring = core.retiring.values.map(\.task) + core.retiringSinks.values
        return Task { [router, diagnostics] in
            await handover.value
            // Those of providers go with them.
            await router.dismiss { $0.provider == nil }
            for task in retiring { await task.value }
            await diagnostics.settle()
            diagnostics.finish()
        }
    }

    private static func error(for outcome: RequestOutcome, _ deadline: Duration) -> FlagError {
        switch outcome {
        case .failed(let error): error
        case .timedOut: FlagError(.providerNotReady, "The provider has not answered within \(deadline).")
        case .cancelled: FlagError(.providerNotReady, "The waiting task was cancelled before the provider answered.")
        case .superseded: FlagError(.providerNotReady, "The context changed before the provider answered.")
        case .ended: FlagError(.providerNotReady, "The client was shut down. Make a new one to read flags.")
        case .answered, .notStarted: FlagError(.providerNotReady, "The provider has not confirmed its flags yet.")
        }
    }
}

// MARK: - Lifecycle of the app

extension FlagClient {
    private func setMode(
        within deadline: Duration, _ change: @escaping @Sendable (inout Core) -> Void
    ) async -> RequestOutcome {
        await performOnCore(within: deadline) { core, waiter in
            change(&core)
            return core.machine.setMode(core.mode, waiter)
        }
    }

    /// Follows the app's phases for as long as the client runs; called under the lock, once.
    func makeLifecycleTask() -> Task<Void, Never>? {
        guard let lifecycle = options.lifecycle else { return nil }
        return Task { [weak self, router] in
            await withDiscardingTaskGroup { group in
                for await phase in lifecycle.phases {
                    _ = await self?.setMode(within: .zero) { $0.isInBackground = phase != .foreground }
                    // Beside the loop: a sink that takes long to send must not hold up the way back.
                    if phase != .foreground {
                        group.addTask { await lifecycle.withTime(in: phase) { await router.flush() } }
                    }
                }
            }
        }
    }
}
