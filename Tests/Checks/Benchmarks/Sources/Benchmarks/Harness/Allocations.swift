// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CMeasure

/// A counter of a thread's heap allocations.
enum Allocations {
    private static let repetitions = 10_000

    /// Returns the average allocations of one repetition, after a few repetitions for one-time setup.
    static func count(_ work: Work) throws -> Double {
        guard case .sync(let body) = work.body else { throw Trouble("\(work.name) is asynchronous.") }
        guard calls({ blackHole(Array(repeating: 1, count: CommandLine.arguments.count)) }) > 0 else {
            throw Trouble("This system doesn't support counting allocations.")
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
