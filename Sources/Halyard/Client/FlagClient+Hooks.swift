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
