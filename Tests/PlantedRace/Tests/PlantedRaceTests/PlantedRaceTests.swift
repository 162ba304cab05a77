// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

/// Sendable by a lie, which is the point.
private final class Racy: @unchecked Sendable {
    var count = 0
}

@Suite("A planted race")
struct PlantedRaceTests {
    @Test("eight tasks change one variable without a lock; Thread Sanitizer must say so")
    func race() async {
        let racy = Racy()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200_000 { racy.count &+= 1 } }
            }
        }
        #expect(racy.count > 0)
    }
}
