// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Adds hooks that run around every later evaluation, after the existing hooks (OpenFeature 1.2.1).
    ///
    /// Doesn't perform I/O.
    public func addHooks(_ hooks: any EvaluationHook...) {
        rebuildEvaluators { $0.hooks.fromCode += hooks }
    }

    /// Adds sinks and hooks to the app's own, and replaces the ones from an earlier call.
    ///
    /// The replaced sinks send their events from a task, so that a slow sink delays no caller.
    ///
    /// - Parameters:
    ///   - sinks: The sinks, or `nil` for no change.
    ///   - hooks: The hooks, or `nil` for no change.
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

    /// Changes the evaluators' hooks, or updates whether a sink requires every evaluation.
    func rebuildEvaluators(_ change: @escaping (inout Core) -> Void) {
        transact { [self] core in
            change(&core)
            if let number = core.machine.candidate?.session, let session = core.sessions[number] {
                core.machine.candidate?.evaluator = Self.evaluator(session, core.hooks, router, options)
            }
            guard let session = core.sessions[core.machine.session] else { return ClientMachine.Effects() }
            return core.machine.setEvaluator(Self.evaluator(session, core.hooks, router, options))
        }
    }
}
