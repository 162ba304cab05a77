// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CMeasure

/// Counts the heap allocations of a thread.
enum Allocations {
    private static let repetitions = 10_000

    /// The allocations of one repetition, on average, after a few that may set things up.
    static func count(_ work: Work) throws -> Double {
        guard case .sync(let body) = work.body else { throw Trouble("\(work.name) waits; it cannot be counted") }
        guard calls({ blackHole(Array(repeating: 1, count: CommandLine.arguments.count)) }) > 0 else {
            throw Trouble("the allocator's calls are not counted on this system")
        }
        _ = body(256)
        return Double(calls { _ = body(repetitions) }) / Double(repetitions)
    }

    private static func calls(_ body: () -> Void) -> Int {
        let before = halyard_malloc_count()
        body()
        return Int(halyard_malloc_count() - before)
    }

    @inline(never)
    private static func blackHole(_ value: [Int]) { withExtendedLifetime(value) {} }
}
