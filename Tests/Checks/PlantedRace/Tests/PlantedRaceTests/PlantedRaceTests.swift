// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

/// A type that claims to be Sendable, although it isn't thread-safe.
///
/// It uses plain memory, so that the race is reported once, and not also as an overlapping access to a Swift variable.
private struct Racy: @unchecked Sendable {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
}

@Suite("Deliberate data race")
struct PlantedRaceTests {
    @Test("Changes a variable in eight tasks without a lock")
    func race() async {
        let racy = Racy()
        racy.count.initialize(to: 0)
        defer { racy.count.deallocate() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                // The loop is long enough that even a busy machine runs two tasks at the same time.
                group.addTask { for _ in 0..<3_000_000 { racy.count.pointee &+= 1 } }
            }
        }
        #expect(racy.count.pointee > 0)
    }
}
