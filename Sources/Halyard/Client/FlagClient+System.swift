// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What the system reports, and the client follows for as long as it runs: the app's phases, and the network.
extension FlagClient {
    /// Makes what follows the system; called under the lock, once.
    func makeFollowers() -> [Task<Void, Never>] { [makeLifecycleTask(), makeReachabilityTask()].compactMap(\.self) }

    func setMode(
        within deadline: Duration, _ change: @escaping @Sendable (inout Core) -> Void
    ) async -> RequestOutcome {
        await performOnCore(within: deadline) { core, waiter in
            change(&core)
            return core.machine.setMode(core.mode, waiter)
        }
    }

    private func makeLifecycleTask() -> Task<Void, Never>? {
        guard let lifecycle = options.lifecycle else { return nil }
        return Task { [weak self, router] in
            await withTaskGroup(of: Void.self) { group in
                var flushes = 0
                for await phase in lifecycle.phases {
                    _ = await self?.setMode(within: .zero) { $0.isInBackground = phase != .foreground }
                    if phase == .foreground { continue }
                    // Those that have ended are released here.
                    if flushes == 8 { await group.next() } else { flushes += 1 }
                    // Outside of the loop: a sink that sends slowly must not delay the return to the foreground.
                    group.addTask { await lifecycle.withTime(in: phase) { await router.flush() } }
                }
            }
        }
    }

    /// Asks the provider again when the network returns: its own next attempt may be minutes away, and an open connection is
    /// lost without a word.
    ///
    /// A network that is said to be missing stops nothing, because that may be wrong; a request then fails by itself.
    private func makeReachabilityTask() -> Task<Void, Never>? {
        guard let reachability = options.reachability else { return nil }
        return Task { [weak self] in
            var isFirst = true
            // Each later element is a change; of two in quick succession only the second is seen.
            for await isReachable in reachability.changes {
                if isReachable, !isFirst {
                    await self?.perform(within: .zero) { machine, waiter in machine.networkReturned(waiter) }
                }
                isFirst = false
            }
        }
    }
}
