// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    // MARK: Choosing a provider

    /// Lets another provider take over, and waits until it serves; see ``switchProvider(to:within:)-(String,_)``.
    ///
    /// Memory only, except for what the provider does.
    ///
    /// - Throws: A ``FlagError`` with the reason why it did not take over; the old one serves as before.
    public func switchProvider(to provider: any FlagProvider, within deadline: Duration = .seconds(5)) async throws {
        _ = announceChoice()
        try Self.check(await swap(to: provider, within: deadline), provider.name, deadline)
    }

    /// Returns to the provider that served before the current one.
    ///
    /// If the context is still the same, it serves at once with the flags that it last had; they count as stale until it has
    /// answered. Otherwise it is switched to like any other. A switch in progress is abandoned. A second call undoes the
    /// first. If the configuration file is watched, also set its `active` to the provider to keep: the next edit of the file
    /// is applied as it stands.
    ///
    /// - Parameter deadline: How long the provider may take to answer, where its flags cannot be used again.
    /// - Throws: A ``FlagError`` when there is no earlier provider, or with the reason why it did not take over.
    public func rollback(within deadline: Duration = .seconds(5)) async throws {
        if state.isShutDown { throw Self.ended }
        guard let previous = core.withLock({ $0.previous }) else {
            throw FlagError(
                .general,
                "There is no provider to return to: the client has had only one. Choose one with switchProvider(to:).")
        }
        _ = announceChoice()
        let outcome = await take(previous.provider, previous.mark, within: deadline) {
            machine, session, evaluator, waiter in
            machine.rollBack(to: session, evaluator, previous.flagSet, waiter)
        }
        try Self.check(outcome, previous.provider.name, deadline)
    }

    // MARK: Switching

    /// Lets another provider take over, and waits until it serves.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - mark: Identifies it to the caller later; see ``servingMark``.
    ///   - deadline: How long it may take to answer.
    /// - Returns: ``FlagClient/RequestOutcome/completed`` when the provider serves. Otherwise it was discarded and the old one serves as
    ///   before; but before the client's start it is just put in place (``FlagClient/RequestOutcome/notStarted``).
    @discardableResult
    package func swap(
        to provider: any FlagProvider, mark: String = "", within deadline: Duration = .seconds(5)
    ) async -> FlagClient.RequestOutcome {
        await take(provider, mark, within: deadline) { machine, session, evaluator, waiter in
            machine.swap(to: session, evaluator, waiter)
        }
    }

    /// Announces that the app has chosen a provider, which may still have to be made; a later choice replaces it.
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

    /// The mark of the provider that serves.
    var servingMark: String { core.withLock { $0.sessions[$0.machine.session]?.mark ?? "" } }

    private func take(
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
            // The mode can have changed in the meantime.
            _ = session.onDemand?.setNetworkAllowed(core.mode != .offline)
            return request(&core.machine, number, Self.evaluator(session, core.hooks, router, options), waiter)
        }
    }

    /// Throws the reason why a switch did not succeed.
    static func check(_ outcome: FlagClient.RequestOutcome, _ provider: String, _ deadline: Duration) throws {
        switch outcome {
        case .completed, .notStarted: return
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        case .timedOut:
            throw FlagError(
                .providerNotReady,
                "The provider '\(provider)' has not answered within \(deadline). Give it more time, or switch again.")
        case .superseded: throw overtaken(provider)
        case .shutDown: throw ended
        }
    }

    static let ended = FlagError(
        .providerNotReady, "The client was shut down. Make a new one to read flags.")

    private static func overtaken(_ provider: String) -> FlagError {
        FlagError(.general, "The switch to the provider '\(provider)' was replaced by a later switch.")
    }
}
