// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Synchronization

/// A check of the read counts of tasks that change threads between two reads, in optimized code.
///
/// The optimizer must not keep the address of a thread's variables across a suspension. `ReadStressTests` has the same check, but
/// tests are built without optimization.
enum HoppingReads {
    private final class Sum: EventSink {
        let reads = Atomic(0)

        func receive(_ event: FlagEvent) {
            guard case .counted(let summary) = event else { return }
            reads.add(summary.entries.reduce(0) { $0 + $1.valueReads }, ordering: .relaxed)
        }
    }

    private static let tasks = 64
    private static let rounds = 4000
    private static let newNav = FlagKey("new-nav", default: false)

    /// Throws if a read isn't counted, or doesn't return the flag's value.
    static func check() async throws {
        let sum = Sum()
        let client = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]), sinks: [sum])
        await client.start(within: .seconds(600))
        let served = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<tasks { group.addTask { await read(client) } }
            return await group.reduce(0, +)
        }
        await client.shutdown(within: .seconds(600))
        let (made, counted) = (2 * tasks * rounds, sum.reads.load(ordering: .relaxed))
        guard served == made, counted == made else {
            throw Trouble("\(made) reads in tasks that change threads: \(served) got the value, \(counted) counted")
        }
    }

    private static func read(_ client: FlagClient) async -> Int {
        var served = 0
        for _ in 0..<rounds {
            if client[newNav] { served += 1 }
            await Task.yield()
            if client[newNav] { served += 1 }
        }
        return served
    }
}
