// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    // MARK: Choosing a provider

    /// Switches to another provider, and waits until it serves flags.
    ///
    /// Doesn't perform I/O, except for the provider's own. For a provider in the configuration, see
    /// ``switchProvider(to:within:)-(String,_)``.
    ///
    /// - Throws: A ``FlagError`` with the reason that the provider didn't take over. The old provider continues to serve.
    public func switchProvider(to provider: any FlagProvider, within deadline: Duration = .seconds(5)) async throws {
        _ = announceChoice()
        try Self.check(await swap(to: provider, within: deadline), provider.name, deadline)
    }

    /// Returns to the provider that served before the current one.
    ///
    /// If the context is still the same, the provider immediately serves its last flags, which are stale until it responds.
    /// Otherwise it takes over like any other provider. A switch in progress is abandoned. A second call undoes the first. If
    /// the client watches its configuration file, also set `active` in the file to the provider to keep, because the client
    /// applies the file at its next edit.
    ///
    /// - Parameter deadline: The maximum time for the provider's response, if its last flags can't be used again.
    /// - Throws: A ``FlagError`` if there's no earlier provider, or with the reason that the provider didn't take over.
    public func rollback(within deadline: Duration = .seconds(5)) async throws {
        if state.isShutDown { throw Self.ended }
        guard let previous = core.withLock({ $0.previous }) else {
            throw FlagError(
                .general,
                "There's no earlier provider to return to. Choose a provider with switchProvider(to:).")
        }
        _ = announceChoice()
        let outcome = await adopt(previous.provider, previous.mark, within: deadline) {
            machine, session, evaluator, waiter in
            machine.rollBack(to: session, evaluator, previous.flagSet, waiter)
        }
        try Self.check(outcome, previous.provider.name, deadline)
    }

    // MARK: Switching

    /// Switches to another provider, and waits until it serves flags.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - mark: An identifier for later use by the caller (``servingMark``).
    ///   - deadline: The maximum time for the provider's response.
    /// - Returns: ``FlagClient/RequestOutcome/completed`` if the provider serves. Before the client's start, the provider is
    ///   only put in place (``FlagClient/RequestOutcome/notStarted``). Otherwise it's discarded, and the old provider
    ///   continues to serve.
    @discardableResult
    package func swap(
        to provider: any FlagProvider, mark: String = "", within deadline: Duration = .seconds(5)
    ) async -> FlagClient.RequestOutcome {
        await adopt(provider, mark, within: deadline) { machine, session, evaluator, waiter in
            machine.swap(to: session, evaluator, waiter)
        }
    }

    /// Announces that the app has chosen a provider, which might not have been created yet.
    ///
    /// A later choice replaces it.
    func announceChoice() -> Int {
        core.withLock { core in
            core.choice = core.nextNumber()
            return core.choice
        }
    }

    /// Throws if the app has made another choice since.
    func checkNewest(_ choice: Int, _ provider: String) throws(FlagError) {
        guard core.withLock({ $0.choice }) == choice else { throw Self.overtaken(provider) }
    }

    /// The mark of the serving provider.
    var servingMark: String { core.withLock { $0.sessions[$0.machine.session]?.mark ?? "" } }

    private func adopt(
        _ provider: any FlagProvider, _ mark: String, within deadline: Duration,
        _ request:
            @escaping @Sendable (
                inout ClientMachine, ClientMachine.SessionNumber, Evaluator, ClientMachine.WaiterID
            ) -> ClientMachine.Effects
    ) async -> FlagClient.RequestOutcome {
        let number = core.withLock { $0.nextNumber() }
        let session = ProviderSession(
            number, provider, mark: mark, isOnline: isOnline, time: options.time, diagnostics: diagnostics)
        router.prepare(session.destinations)
        return await performOnCore(within: deadline) { [self] core, waiter in
            core.sessions[number] = session
            // The mode might have changed in the meantime.
            _ = session.onDemand?.setNetworkAllowed(core.mode != .offline)
            return request(&core.machine, number, Self.evaluator(session, core.hooks, router, options), waiter)
        }
    }

    /// Throws the reason that a switch failed.
    static func check(_ outcome: FlagClient.RequestOutcome, _ provider: String, _ deadline: Duration) throws {
        switch outcome {
        case .completed, .notStarted: return
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        case .timedOut:
            throw FlagError(
                .providerNotReady,
                "The provider '\(provider)' didn't respond within \(deadline). Increase the deadline, or switch again.")
        case .superseded: throw overtaken(provider)
        case .shutDown: throw ended
        }
    }

    static let ended = FlagError(
        .providerNotReady, "The client was shut down. Create a new one to read flags.")

    private static func overtaken(_ provider: String) -> FlagError {
        FlagError(.general, "The switch to the provider '\(provider)' was replaced by a later switch.")
    }
}
