// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Lets another provider take over, and waits until it serves.
    ///
    /// The switch is warm: the next provider is asked for the flags of the present context while the present one goes on
    /// serving, and takes over with its first answer. What differs becomes visible as one change. Then the old one's runs
    /// end, its sinks send what was counted for it, and it is closed. A later switch takes the place of one that is
    /// going on.
    ///
    /// - Returns: ``RequestOutcome/answered`` when the provider serves. Otherwise it was let go and the old one serves as
    ///   before; but before the client's start it is just put in place (``RequestOutcome/notStarted``).
    @discardableResult
    package func swap(to provider: any FlagProvider, within deadline: Duration = .seconds(5)) async -> RequestOutcome {
        let number = core.withLock { core in
            core.lastTurn += 1
            return core.lastTurn
        }
        let turn = Turn(number, provider)
        router.prepare(turn.destinations)
        let outcome = await performOnCore(within: deadline) { [self] core, waiter in
            core.turns[number] = turn
            return core.machine.swap(to: number, Self.evaluator(turn, core.hooks, router, options), waiter)
        }
        if outcome == .answered || outcome == .notStarted {
            // Whatever the configuration says, another provider is there now.
            core.withLock { $0.configured.fingerprints.provider = "" }
        }
        return outcome
    }

    /// Adds hooks that run around every evaluation from now on, after those that are there (OpenFeature 1.2.1).
    ///
    /// Memory only.
    public func addHooks(_ hooks: any Hook...) {
        reequip { $0.hooks.fromCode += hooks }
    }

    /// Changes what evaluations are made with: hooks, or whether some sink wants to see each of them.
    func reequip(_ change: @escaping (inout Core) -> Void) {
        transact { [self] core in
            change(&core)
            if let number = core.machine.candidate?.turn, let turn = core.turns[number] {
                core.machine.candidate?.evaluator = Self.evaluator(turn, core.hooks, router, options)
            }
            guard let turn = core.turns[core.machine.turn] else { return ClientMachine.Effects() }
            return core.machine.equip(Self.evaluator(turn, core.hooks, router, options))
        }
    }
}
