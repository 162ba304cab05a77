// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    // MARK: Choosing a provider

    /// Lets another provider of the configuration take over, and waits until it serves.
    ///
    /// The switch is warm: the next provider is asked for the flags of the present context while the present one goes on
    /// serving, and takes over with its first answer. What differs becomes visible as one change. Then the last reads of
    /// the old one end, its sinks send what was counted for it, and it is closed. A later switch takes the place of one
    /// that is going on. Costs disk access: the configuration is read again.
    ///
    /// - Parameters:
    ///   - name: The provider's name under `providers`.
    ///   - deadline: How long it may take to answer.
    /// - Throws: A ``ConfigurationError`` when there is no such provider or the configuration is wrong by now, or a
    ///   ``FlagError`` with the reason why it did not take over; the old one serves as before.
    public func use(_ name: String, within deadline: Duration = .seconds(5)) async throws {
        let (configured, choice) = core.withLock { core in
            core.lastChoice += 1
            return (core.configured, core.lastChoice)
        }
        guard let configuration = configured.configuration else { throw Self.notConfigured(name) }
        let client = try await BlockingWork.run { () throws(ConfigurationError) in
            var host = configured.host
            host.time = self.options.time
            return try configured.registry.load(configuration, host: host, using: name)
                .client(configured.client, of: configuration)
        }
        guard core.withLock({ $0.lastChoice }) == choice else { throw Self.overtaken(name) }
        let outcome = await swap(to: client.provider, within: deadline)
        try Self.check(outcome, client.provider.name, deadline)
        core.withLock { core in
            if core.lastChoice == choice { core.configured.fingerprints.provider = client.fingerprints.provider }
        }
    }

    /// Lets another provider take over, and waits until it serves; see ``use(_:within:)-(String,_)``.
    ///
    /// Memory only, but for what the provider does.
    ///
    /// - Throws: A ``FlagError`` with the reason why it did not take over; the old one serves as before.
    public func use(_ provider: any FlagProvider, within deadline: Duration = .seconds(5)) async throws {
        core.withLock { $0.lastChoice += 1 }
        try Self.check(await swap(to: provider, within: deadline), provider.name, deadline)
    }

    /// Returns to the provider that served before the present one.
    ///
    /// At once, with the flags that it left, if the context is still the same; they count as stale until it has answered.
    /// Otherwise it is switched to like any other. A switch that is going on is given up. A second call returns to where
    /// the first came from. In a file that is watched, write the provider that shall stay under `active`, too: the next edit
    /// of the file is applied as it stands.
    ///
    /// - Parameter deadline: How long the provider may take to answer, where its flags cannot be used again.
    /// - Throws: A ``FlagError`` when there is no earlier provider, or with the reason why it did not take over.
    public func rollback(within deadline: Duration = .seconds(5)) async throws {
        guard let previous = core.withLock({ $0.previous }) else {
            throw FlagError(
                .general, "There is no provider to return to: the client has had only one. Choose one with use(_:).")
        }
        core.withLock { $0.lastChoice += 1 }
        let outcome = await take(previous.provider, within: deadline) { machine, turn, evaluator, waiter in
            machine.rollBack(to: turn, evaluator, previous.snapshot, waiter)
        }
        try Self.check(outcome, previous.provider.name, deadline)
        core.withLock { $0.configured.fingerprints.provider = previous.fingerprint }
    }

    // MARK: Switching

    /// Lets another provider take over, and waits until it serves.
    ///
    /// - Returns: ``RequestOutcome/answered`` when the provider serves. Otherwise it was let go and the old one serves as
    ///   before; but before the client's start it is just put in place (``RequestOutcome/notStarted``).
    @discardableResult
    package func swap(to provider: any FlagProvider, within deadline: Duration = .seconds(5)) async -> RequestOutcome {
        await take(provider, within: deadline) { machine, turn, evaluator, waiter in
            machine.swap(to: turn, evaluator, waiter)
        }
    }

    private func take(
        _ provider: any FlagProvider, within deadline: Duration,
        _ request:
            @escaping @Sendable (
                inout ClientMachine, ClientMachine.TurnNumber, Evaluator, ClientMachine.WaiterID
            ) -> ClientMachine.Effects
    ) async -> RequestOutcome {
        let number = core.withLock { core in
            core.lastTurn += 1
            return core.lastTurn
        }
        let turn = Turn(number, provider)
        router.prepare(turn.destinations)
        let outcome = await performOnCore(within: deadline) { [self] core, waiter in
            core.turns[number] = turn
            return request(&core.machine, number, Self.evaluator(turn, core.hooks, router, options), waiter)
        }
        if outcome == .answered || outcome == .notStarted {
            // Whatever the configuration says, another provider is there now.
            core.withLock { $0.configured.fingerprints.provider = "" }
        }
        return outcome
    }

    /// Throws what a switch that did not come about leaves to be said.
    static func check(_ outcome: RequestOutcome, _ provider: String, _ deadline: Duration) throws {
        switch outcome {
        case .answered, .notStarted: return
        case .failed(let error): throw error
        case .cancelled: throw CancellationError()
        case .timedOut:
            throw FlagError(
                .providerNotReady,
                "The provider '\(provider)' has not answered within \(deadline). Give it more time, or switch again.")
        case .superseded: throw overtaken(provider)
        case .ended: throw ended
        }
    }

    static let ended = FlagError(
        .providerNotReady, "The client was shut down. Make a new one to read flags.")

    private static func overtaken(_ provider: String) -> FlagError {
        FlagError(.general, "The switch to the provider '\(provider)' was given up for a later one, which holds.")
    }

    private static func notConfigured(_ name: String) -> ConfigurationError {
        ConfigurationError(findings: [
            Diagnostic(
                "noConfiguration", .error, subject: name,
                "The client was not made of a configuration, so no provider is known by the name \"\(name)\".",
                mend: "Make it of one, or hand the provider itself to use(_:).")
        ])
    }
}
