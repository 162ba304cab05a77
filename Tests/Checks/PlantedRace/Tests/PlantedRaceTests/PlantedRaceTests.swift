// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

/// Sendable by a lie, which is the point.
///
/// Plain memory, so that the race is reported once and not also as an overlapping
/// access to a Swift variable.
private struct Racy: @unchecked Sendable {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
}

@Suite("A planted race")
struct PlantedRaceTests {
    @Test("eight tasks change one variable without a lock; Thread Sanitizer must say so")
    func race() async {
        let racy = Racy()
        racy.count.initialize(to: 0)
        defer { racy.count.deallocate() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                // Long enough for a busy machine to run two of them at once.
                group.addTask { for _ in 0..<3_000_000 { racy.count.pointee &+= 1 } }
            }
        }
        #expect(racy.count.pointee > 0)
    }
}
