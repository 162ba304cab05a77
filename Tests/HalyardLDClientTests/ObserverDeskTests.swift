// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardLDClient

@Suite("LDClient: the desk of observers", .timeLimit(.minutes(5)))
struct ObserverDeskTests {
    /// Stops observing at its end, as owners do.
    private final class Owner: LDObserverOwner {
        let desk: ObserverDesk

        init(_ desk: ObserverDesk) { self.desk = desk }

        deinit { desk.removeAll(of: self) }
    }

    @MainActor private final class Told {
        var count = 0

        nonisolated init() {}
    }

    @Test("an owner may end, and stop observing, while the desk looks at it")
    func ownersEnd() async {
        let desk = ObserverDesk()
        let stays = Owner(desk)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<20_000 { desk.removeAll(of: stays) } }
            group.addTask {
                for _ in 0..<20_000 {
                    let owner = Owner(desk)
                    _ = desk.add(owner, .unchanged({}))
                }
            }
            group.addTask {
                // Ends while the main thread finds out who is to be called.
                for _ in 0..<2000 {
                    let owner = Owner(desk)
                    _ = desk.add(owner, .unchanged({}))
                    desk.unchanged()
                    await Task.yield()
                    withExtendedLifetime(owner) {}
                }
            }
        }
        await MainActor.run {}
        let told = Told()
        _ = desk.add(stays, .unchanged({ told.count += 1 }))
        desk.unchanged()
        await MainActor.run {}
        #expect(await told.count == 1)
        withExtendedLifetime(stays) {}
    }
}
