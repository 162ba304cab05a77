// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardLDEngine

@Suite("LDClient: observer owners")
struct ObserversTests {
    /// An owner that stops observing when it's released.
    private final class Owner: LDObserverOwner {
        let observers: Observers

        init(_ observers: Observers) { self.observers = observers }

        deinit { observers.removeAll(of: self) }
    }

    @MainActor private final class Calls {
        var count = 0

        nonisolated init() {}
    }

    @Test("Handles owners that are released during notifications")
    func ownersEnd() async {
        let observers = Observers()
        let stays = Owner(observers)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<20_000 { observers.removeAll(of: stays) } }
            group.addTask {
                for _ in 0..<20_000 {
                    let owner = Owner(observers)
                    _ = observers.add(owner, .unchanged({}))
                }
            }
            group.addTask {
                // The owner is released while the main thread collects the observers to notify.
                for _ in 0..<2000 {
                    let owner = Owner(observers)
                    _ = observers.add(owner, .unchanged({}))
                    observers.unchanged()
                    await Task.yield()
                    withExtendedLifetime(owner) {}
                }
            }
        }
        await MainActor.run {}
        let calls = Calls()
        _ = observers.add(stays, .unchanged({ calls.count += 1 }))
        observers.unchanged()
        await MainActor.run {}
        #expect(await calls.count == 1)
        withExtendedLifetime(stays) {}
    }
}
