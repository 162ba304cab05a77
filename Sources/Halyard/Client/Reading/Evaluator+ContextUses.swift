// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Evaluator {
    /// Reports the context of a snapshot to the sinks that require it, before the first read of a flag that concerns them.
    func noteUse(of flag: EvaluatedFlag?, in snapshot: FlagSnapshot) {
        guard let uses = snapshot.uses, router.isEnabled else { return }
        let generation = router.currentGeneration
        if uses.areComplete(contextListeners.count, in: generation) { return }
        let concerned = contextListeners.enumerated().reduce(into: UInt64(0)) { concerned, listener in
            if EventDestination.hears(listener.element, of: flag) { concerned |= 1 << UInt64(listener.offset) }
        }
        let new = uses.add(concerned, in: generation)
        if new == 0 { return }
        let providers = contextListeners.enumerated().filter { new & 1 << UInt64($0.offset) != 0 }.map(\.element)
        router.use(ContextUse(context: snapshot.servedContext, time: time.now), of: providers)
    }
}
