// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Starts the provider and waits for its answer, until the deadline at the latest.
    ///
    /// Never hangs.
    ///
    /// A second call joins the first: it waits for the same answer. When the deadline passes, the provider continues and
    /// its flags appear when they arrive.
    ///
    /// - Parameters:
    ///   - deadline: How long to wait at most; zero or less returns what is there at once.
    ///   - condition: Whether any usable flags end the wait, or only the authoritative answer.
    /// - Returns: Whether reads serve the provider's flags, older ones, or defaults, and why.
    @discardableResult
    public func start(within deadline: Duration = .seconds(5), until condition: FlagClient.WaitCondition = .freshFlags)
        async
        -> FlagClient.StartResult
    {
        let phase = lifecyclePhase
        let outcome = await performOnCore(within: deadline) { core, waiter in
            if core.machine.phase == .created { core.isInBackground = phase != .foreground }
            return core.machine.start(waiter, condition, mode: core.mode)
        }
        let state = state
        if state.status == .ready { return .ready }
        let error = state.error ?? Self.error(for: outcome, deadline)
        guard let flagSet = state.flagSet, flagSet.servesFlags else { return .defaults(error) }
        // Expired flags do not count as flags.
        return options.time.now >= flagSet.expiresAt ?? .distantFuture ? .defaults(error) : .cached(error)
    }

    /// Sets the context that flags are evaluated for, and waits until the new flags are in place.
    ///
    /// The provider is asked again. The latest call wins: earlier ones that still wait return
    /// ``FlagClient/RequestOutcome/superseded``, and a late answer for an earlier context is never shown. An equal context requests
    /// nothing. ``Options/contextChange`` decides what happens to the flags in place meanwhile.
    ///
    /// - Returns: ``FlagClient/RequestOutcome/completed`` when the new flags are in place, or why they are not.
    @discardableResult
    public func setContext(
        _ context: EvaluationContext, within deadline: Duration = .seconds(5),
        until condition: FlagClient.WaitCondition = .freshFlags
    ) async -> FlagClient.RequestOutcome {
        await perform(within: deadline) { machine, waiter in
            machine.setContext(context, clearing: false, waiter, condition)
        }
    }

    /// Whether the app allows the client to use the network.
    public var isOnline: Bool { core.withLock { $0.isOnline } }

    /// Sets whether the provider may use the network, and waits until it has answered in the new mode.
    ///
    /// Offline, caches, bootstraps and overrides still answer, and events are still counted. When the call returns, all sinks
    /// follow the new mode, even one that is busy with events; the exception is one that took until the deadline to accept it.
    @discardableResult
    public func setOnline(_ isOnline: Bool, within deadline: Duration = .seconds(5)) async -> FlagClient.RequestOutcome
    {
        let outcome = await setMode(within: deadline) { $0.isOnline = isOnline }
        await withDeadline(deadline, on: options.time) { [router] in await router.settleMode() }
        return outcome
    }

    /// Asks the provider for fresh flags, and waits until they are in place.
    @discardableResult
    public func refresh(within deadline: Duration = .seconds(5)) async -> FlagClient.RequestOutcome {
        await perform(within: deadline) { machine, waiter in machine.refresh(waiter) }
    }

    /// Ends the client: stops the provider, sends what was counted, and releases all resources.
    ///
    /// Reads return defaults from the moment of the call (OpenFeature 1.7.6) and say so; the first one is also reported as a
    /// finding: `readAfterShutdown`. So end the work that reads flags first, then shut the client down; a view taken earlier
    /// with ``snapshot()`` keeps its flags. Waiting callers get ``FlagClient/RequestOutcome/shutDown``, and sequences end. A second call
    /// waits for the first. Returns after the deadline at the latest, even in a cancelled task; unfinished work then continues
    /// by itself.
    public func shutdown(within deadline: Duration = .seconds(5)) async {
        transact { $0.machine.shutDown() }
        for haveLeft in core.withLock({ $0.retiring.values.compactMap(\.readersHaveLeft) }) { haveLeft.set(()) }
        let (windDown, followers) = core.withLock { core in
            let windDown = core.windDown ?? makeWindDown(&core, within: deadline)
            core.windDown = windDown
            return (windDown, core.followers.end())
        }
        // Outside of the lock: cancelling runs the handlers of the app's lifecycle or reachability.
        followers.cancel()
        await withDeadline(deadline, on: options.time) { await windDown.value }
    }

    /// Forgets an identity: everything stored or collected about it that has not been sent yet.
    ///
    /// If it is the current one, its flags are dropped at once and the client continues with ``EvaluationContext/anonymous``.
    /// Its flags are also dropped if they are served until the flags of the next context arrive. Reads give none of its flags from the
    /// call on. Returns after the deadline at the latest, even in a cancelled task. Then the work goes on.
    ///
    /// - Parameters:
    ///   - identity: The identity to forget.
    ///   - deadline: The time that files and sinks have for it.
    /// - Returns: Whether all was forgotten in that time.
    @discardableResult
    public func erase(_ identity: EvaluationContext, within deadline: Duration = .seconds(30)) async -> Bool {
        router.forget(identity)
        for flags in core.withLock({ $0.sessions.values.compactMap(\.onDemand) }) { flags.forget(identity) }
        await perform(within: .zero) { machine, waiter in machine.erase(identity, waiter) }
        return await withDeadline(deadline, on: options.time) { [self] in await eraseStored(identity) }
    }

    /// Erases what sinks and providers have about an identity.
    private func eraseStored(_ identity: EvaluationContext) async {
        await router.erase(identity)
        let providers = core.withLock { core in
            // The previous provider may serve again, but not the flags that it had for this identity.
            if core.previous?.flagSet?.context.hasSameIdentity(as: identity) == true { core.previous?.flagSet = nil }
            let previous = core.previous.flatMap { core.retiring[.provider($0.session)] == nil ? $0.provider : nil }
            let present = (core.sessions.values + core.retiring.values.compactMap(\.session)).map(\.provider)
            return present + [previous].compactMap(\.self)
        }
        for provider in providers { await provider.erase(identity) }
    }

    /// Delivers what is queued for the sinks, and then lets them send it while the providers end, each independently.
    ///
    /// A provider that ended first would close its sinks before they have everything. One that waits for a stuck sink ends
    /// after the deadline.
    private func makeWindDown(_ core: inout Core, within deadline: Duration) -> Task<Void, Never> {
        let handover = Task { [router] in
            router.end()
            await router.settle()
        }
        let isHandedOver: @Sendable () async -> Void = { [time = options.time] in
            await withDeadline(deadline, on: time) { await handover.value }
        }
        for number in core.sessions.keys { retire(number, &core, awaitsReaders: false, after: isHandedOver) }
        let retiring = core.retiring.values.map(\.task)
        return Task { [router, diagnostics] in
            await handover.value
            // The providers' sinks leave with their providers.
            await router.dismiss { $0.provider == nil }
            for task in retiring { await task.value }
            await diagnostics.settle()
            diagnostics.finish()
        }
    }

    private static func error(for outcome: FlagClient.RequestOutcome, _ deadline: Duration) -> FlagError {
        switch outcome {
        case .failed(let error): error
        case .timedOut: FlagError(.providerNotReady, "The provider has not answered within \(deadline).")
        case .cancelled: FlagError(.providerNotReady, "The waiting task was cancelled before the provider answered.")
        case .superseded: FlagError(.providerNotReady, "The context changed before the provider answered.")
        case .shutDown: ended
        case .completed, .notStarted: FlagError(.providerNotReady, "The provider has not confirmed its flags yet.")
        }
    }
}
