// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Adds hooks that run around every evaluation from now on, after those that are there (OpenFeature 1.2.1).
    ///
    /// Memory only.
    public func addHooks(_ hooks: any Hook...) {
        reequip { $0.hooks.fromCode += hooks }
    }

    /// Puts sinks and hooks beside the app's own, in the place of those that an earlier call put there.
    ///
    /// The sinks that leave send what is theirs, by a task: one that takes long must not hold anyone up.
    ///
    /// - Parameters:
    ///   - sinks: The sinks; nil for no change.
    ///   - hooks: The hooks; nil for no change.
    func add(sinks: [any EventSink]?, hooks: [any Hook]?) {
        let number = core.withLock { core in
            if sinks != nil { core.lastAddedSinks += 1 }
            return core.lastAddedSinks
        }
        if let sinks {
            let destinations = sinks.map { EventDestination(.added(number), $0) }
            router.prepare(destinations)
            router.exchange(.added(number - 1), for: destinations)
        }
        reequip { core in
            if let hooks { core.hooks.added = hooks }
        }
        guard sinks != nil, number > 1 else { return }
        core.withLock { core in
            core.retiringSinks[number - 1] = Task { [router, weak self] in
                await router.dismiss(.added(number - 1))
                self?.core.withLock { _ = $0.retiringSinks.removeValue(forKey: number - 1) }
            }
        }
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
