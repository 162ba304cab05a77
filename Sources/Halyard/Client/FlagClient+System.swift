// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The system events that a client follows while it runs: the app's phases and the network.
extension FlagClient {
    static func systemFollowers(_ options: Options, _ router: EventRouter) -> Followers {
        var followers = Followers()
        _ = followers.replace(.lifecycle, with: options.lifecycle.map { following($0, router) })
        _ = followers.replace(.reachability, with: options.reachability.map { following($0) })
        return followers
    }

    func setMode(
        within deadline: Duration, _ change: @escaping @Sendable (inout Core) -> Void
    ) async -> FlagClient.RequestOutcome {
        await performOnCore(within: deadline) { core, waiter in
            change(&core)
            return core.machine.setMode(core.mode, waiter)
        }
    }

    private static func following(_ lifecycle: any Lifecycle, _ router: EventRouter) -> Followers.Body {
        { follower in
            await withTaskGroup(of: Void.self) { group in
                var flushes = 0
                for await phase in lifecycle.phases {
                    _ = await follower.client()?.setMode(within: .zero) { $0.isInBackground = phase != .foreground }
                    if phase == .foreground { continue }
                    // Release completed flushes.
                    if flushes == 8 { await group.next() } else { flushes += 1 }
                    // Do this outside the loop, because a slow sink must not delay the return to the foreground.
                    group.addTask { await lifecycle.withBackgroundTime(in: phase) { await router.flush() } }
                }
            }
        }
    }

    /// Requests flags from the provider again when the network returns.
    ///
    /// The provider's own next attempt might be minutes away, and an open connection can be lost without notice. A report
    /// that the network is missing stops nothing, because it might be wrong. A request then fails on its own.
    private static func following(_ reachability: any Reachability) -> Followers.Body {
        { follower in
            var isFirst = true
            // Each later element is a change. After two changes in quick succession, only the second arrives.
            for await isReachable in reachability.changes {
                if isReachable, !isFirst {
                    await follower.client()?.perform(within: .zero) { machine, waiter in machine.networkReturned(waiter)
                    }
                }
                isFirst = false
            }
        }
    }
}
