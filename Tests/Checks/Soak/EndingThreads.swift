// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A check that memory levels off when threads that read flags end, because a client counts reads by thread.
enum EndingThreads {
    /// A sink that discards counts.
    private struct Discarding: EventSink {
        var capabilities: SinkCapabilities { SinkCapabilities(interest: .counts) }
        func receive(_ event: FlagEvent) {}
    }

    private static let rounds = 10
    private static let threadsInRound = 200
    /// The round after which memory must no longer grow.
    private static let levelRound = 3
    private static let flagCount = 500

    /// Lets threads read all flags of a client and end, for several rounds.
    ///
    /// Returns the failures.
    static func run() async throws -> [String] {
        let names = (0..<flagCount).map { "flag-\($0)" }
        let provider = InMemoryFlagProvider(Dictionary(uniqueKeysWithValues: names.map { ($0, FlagValue.bool(true)) }))
        let client = FlagClient(provider: provider, context: .user("u"), sinks: [Discarding()])
        await client.start(within: .seconds(60))
        guard let before = ProcessUsage.now else { return [] }
        var complaints: [String] = []
        var first = before
        for round in 1...rounds {
            let wrong = Lock(0)
            for _ in 0..<threadsInRound {
                let hasStarted = BlockingThread.start {
                    let count = names.count { !client.bool($0, default: false) }
                    if count > 0 { wrong.withLock { $0 += count } }
                }
                if !hasStarted { complaints.append("No thread started.") }
            }
            if !(try await haveEnded(threads: before.threads)) { complaints.append("Threads didn't end within 60 s.") }
            await client.flush()
            let count = wrong.withLock { $0 }
            if count > 0 { complaints.append("\(count) reads returned a default value.") }
            guard let usage = ProcessUsage.now else { continue }
            print("soak: round \(round) of \(threadsInRound) ending threads: \(usage)")
            if round == levelRound { first = usage }
            if round == rounds, usage.bytes > first.bytes + first.bytes / 10 {
                complaints.append("Memory grew from \(first.bytes >> 10) KiB to \(usage.bytes >> 10) KiB")
            }
        }
        await client.shutdown()
        return complaints.map { "ending threads: \($0)" }
    }

    /// Returns whether no more threads than before are left within a minute, except those of the system's pool.
    private static func haveEnded(threads: Int) async throws -> Bool {
        let time = SystemTime()
        let end = time.uptime + .seconds(60)
        while time.uptime < end {
            guard let usage = ProcessUsage.now, usage.threads > threads + 4 else { return true }
            try await time.sleep(for: .milliseconds(2))
        }
        return false
    }
}
