// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Starts the provider and waits for its response, until the deadline at the latest.
    ///
    /// A second call joins the first and waits for the same response. If the deadline passes, the provider continues, and
    /// reads serve its flags when they arrive.
    ///
    /// - Parameters:
    ///   - deadline: The maximum time to wait. Zero or less returns immediately with the available flags.
    ///   - condition: The condition that ends the wait.
    /// - Returns: A result that indicates whether reads serve the provider's flags, older flags, or default values, and why.
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
        // Expired flags don't count as flags.
        return options.time.now >= flagSet.expiresAt ?? .distantFuture ? .defaults(error) : .cached(error)
    }

    /// Sets the evaluation context, and waits until the new flags are in place.
    ///
    /// The client requests the new context's flags from the provider. The latest call wins: earlier calls that are still
    /// waiting return ``FlagClient/RequestOutcome/superseded``, and a late response for an earlier context is never served.
    /// An equal context requests nothing. ``Options/contextChange`` determines whether the current flags remain in the
    /// meantime.
    ///
    /// - Returns: ``FlagClient/RequestOutcome/completed`` if the new flags are in place, or the reason that they aren't.
    @discardableResult
    public func setContext(
        _ context: EvaluationContext, within deadline: Duration = .seconds(5),
        until condition: FlagClient.WaitCondition = .freshFlags
    ) async -> FlagClient.RequestOutcome {
        await perform(within: deadline) { machine, waiter in
            machine.setContext(context, clearing: false, waiter, condition)
        }
    }

    /// A Boolean value that indicates whether the app allows the client to use the network.
    public var isOnline: Bool { core.withLock { $0.isOnline } }

    /// Sets whether the provider can use the network, and waits until it has responded in the new mode.
    ///
    /// When the client is offline, caches, bootstrap files, and overrides still provide values, and events are still counted.
    /// When the call returns, all sinks follow the new mode, even a sink that is busy with events. The only exception is a
    /// sink that hasn't accepted the mode before the deadline.
    @discardableResult
    public func setOnline(_ isOnline: Bool, within deadline: Duration = .seconds(5)) async -> FlagClient.RequestOutcome
    {
        let outcome = await setMode(within: deadline) { $0.isOnline = isOnline }
        await withDeadline(deadline, on: options.time) { [router] in await router.settleMode() }
        return outcome
    }

    /// Requests fresh flags from the provider, and waits until they are in place.
    @discardableResult
    public func refresh(within deadline: Duration = .seconds(5)) async -> FlagClient.RequestOutcome {
        await perform(within: deadline) { machine, waiter in machine.refresh(waiter) }
    }

    /// Shuts the client down: stops the provider, sends the collected events, and releases all resources.
    ///
    /// After the call begins, reads return default values with an error (OpenFeature 1.7.6), and the first such read is
    /// also reported as the diagnostic `readAfterShutdown`. So finish all work that reads flags before you shut the
    /// client down. An earlier snapshot from ``snapshot()`` keeps its flags. Waiting callers get
    /// ``FlagClient/RequestOutcome/shutDown``, and sequences end. A second call waits for the first. The call returns
    /// after the deadline at the latest, even in a canceled task. Unfinished work then continues in the background.
    public func shutdown(within deadline: Duration = .seconds(5)) async {
        transact { $0.machine.shutDown() }
        for haveLeft in core.withLock({ $0.retiring.values.compactMap(\.readersHaveLeft) }) { haveLeft.set(()) }
        let (windDown, followers) = core.withLock { core in
            let windDown = core.windDown ?? makeWindDown(&core, within: deadline)
            core.windDown = windDown
            return (windDown, core.followers.end())
        }
        // Do this outside the lock, because canceling runs the handlers of the app's lifecycle or reachability.
        followers.cancel()
        await withDeadline(deadline, on: options.time) { await windDown.value }
    }

    /// Erases an identity: everything about it that is stored, or collected but not sent.
    ///
    /// If it's the current identity, its flags are dropped immediately, and the client continues with
    /// ``EvaluationContext/anonymous``. Its flags are also dropped if they are served until the next context's flags arrive.
    /// After the call begins, reads return none of its flags. The call returns after the deadline at the latest, even in a
    /// canceled task. Unfinished work then continues.
    ///
    /// - Parameters:
    ///   - identity: The identity to erase.
    ///   - deadline: The maximum time for files and sinks.
    /// - Returns: A Boolean value that indicates whether everything was erased in that time.
    @discardableResult
    public func erase(_ identity: EvaluationContext, within deadline: Duration = .seconds(30)) async -> Bool {
        router.forgetCounts(of: identity)
        for flags in core.withLock({ $0.sessions.values.compactMap(\.onDemand) }) { flags.forgetFlags(of: identity) }
        await perform(within: .zero) { machine, waiter in machine.erase(identity, waiter) }
        return await withDeadline(deadline, on: options.time) { [self] in await eraseStored(identity) }
    }

    /// Erases an identity in sinks and providers.
    private func eraseStored(_ identity: EvaluationContext) async {
        await router.erase(identity)
        let providers = core.withLock { core in
            // The previous provider might serve again, but not its flags for this identity.
            if core.previous?.flagSet?.context.hasSameIdentity(as: identity) == true { core.previous?.flagSet = nil }
            let previous = core.previous.flatMap { core.retiring[.provider($0.session)] == nil ? $0.provider : nil }
            let present = (core.sessions.values + core.retiring.values.compactMap(\.session)).map(\.provider)
            return present + [previous].compactMap(\.self)
        }
        for provider in providers { await provider.erase(identity) }
    }

    /// Delivers the queued events to the sinks, and then lets them send the events while the providers end independently.
    ///
    /// A provider that ended first would close its sinks before they have all events. A provider that waits for a stuck sink
    /// ends after the deadline.
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
        case .timedOut: FlagError(.providerNotReady, "The provider didn't respond within \(deadline).")
        case .cancelled: FlagError(.providerNotReady, "The waiting task was canceled before the provider responded.")
        case .superseded: FlagError(.providerNotReady, "The context changed before the provider responded.")
        case .shutDown: ended
        case .completed, .notStarted: FlagError(.providerNotReady, "The provider hasn't confirmed its flags yet.")
        }
    }
}
