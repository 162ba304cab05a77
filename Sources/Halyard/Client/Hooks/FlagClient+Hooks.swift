// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Adds hooks that run around every evaluation from now on, after the existing ones (OpenFeature 1.2.1).
    ///
    /// Memory only.
    public func addHooks(_ hooks: any EvaluationHook...) {
        rebuildEvaluators { $0.hooks.fromCode += hooks }
    }

    /// Adds sinks and hooks to the app's own, in the place of those that an earlier call added.
    ///
    /// The sinks that leave send what they have from a task, so that a slow one delays no caller.
    ///
    /// - Parameters:
    ///   - sinks: The sinks; nil for no change.
    ///   - hooks: The hooks; nil for no change.
    func add(sinks: [any EventSink]?, hooks: [any EvaluationHook]?) {
        guard sinks != nil || hooks != nil else { return }
        let number = core.withLock { core in
            if sinks != nil { core.lastAddedSinks += 1 }
            return core.lastAddedSinks
        }
        if let sinks {
            let destinations = sinks.map { EventDestination(.added(number), $0) }
            router.prepare(destinations)
            router.exchange(.added(number - 1), for: destinations)
        }
        rebuildEvaluators { core in
            if let hooks { core.hooks.added = hooks }
        }
        guard sinks != nil, number > 1 else { return }
        core.withLock { core in
            let leaving = EventDestination.Owner.added(number - 1)
            let task = Task { [router, weak self] in
                await router.dismiss(leaving)
                self?.retired(leaving)
            }
            core.retiring[leaving] = Retirement(task: task)
        }
    }

    /// Changes how evaluations are made: their hooks, or whether some sink wants to see each of them.
    func rebuildEvaluators(_ change: @escaping (inout Core) -> Void) {
        transact { [self] core in
            change(&core)
            if let number = core.machine.candidate?.session, let session = core.sessions[number] {
                core.machine.candidate?.evaluator = Self.evaluator(session, core.hooks, router, options)
            }
            guard let session = core.sessions[core.machine.session] else { return ClientMachine.Effects() }
            return core.machine.equip(Self.evaluator(session, core.hooks, router, options))
        }
    }
}
