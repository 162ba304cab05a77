// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Synchronization

extension Suite {
    private static func name(_ flags: Int, _ threads: Int) -> String { "window of \(flags) flags, \(threads) threads" }

    private static let closing = "closing"

    /// The time that reads wait while a counting window closes.
    static let windows = Suite(
        rows: [
            Row(
                name: "longest wait of a read while a window of 1,000 flags of 64 threads is closed", measure: .time,
                work: name(1000, 64), limit: .atMost(1_000_000), isGenerous: true),
            Row(
                name: "the same against closing all of it", measure: .time, work: name(1000, 64), baseline: closing,
                limit: .none),
        ], rounds: 15
    ) {
        let fixture = try await WindowFixture(flags: 1000, threads: 64)
        return [
            Work(name(1000, 64), waiting: { await fixture.close().longestWait }),
            Work(closing, waiting: { await fixture.close().closing }),
        ]
    }
}

/// A client whose flags were read by many threads, all of which are still running.
private final class WindowFixture: Sendable {
    private let client: FlagClient
    private let names: [String]
    private let sink = ClosingSink()
    private let leaving = DispatchSemaphore(value: 0)
    private let threads: Int

    init(flags count: Int, threads: Int) async throws {
        let names = (0..<count).map { "flag-\($0)" }
        (self.names, self.threads) = (names, threads)
        let client = FlagClient(
            provider: InMemoryFlagProvider(Dictionary(uniqueKeysWithValues: names.map { ($0, true) })), sinks: [sink])
        self.client = client
        await client.start()
        for _ in 0..<threads {
            let read = await withCheckedContinuation { reading in
                Thread.detachNewThread { [leaving] in
                    reading.resume(returning: Self.read(names, client))
                    leaving.wait()
                }
            }
            guard read == count else { throw Trouble("Flags are missing: \(client.status)") }
        }
    }

    deinit { for _ in 0..<threads { leaving.signal() } }

    private static func read(_ names: [String], _ client: FlagClient) -> Int {
        names.count { client.bool($0, default: false) }
    }

    /// Closes a window while a thread reads all flags repeatedly, and returns the closing time and the longest read time.
    ///
    /// The times are in nanoseconds. A round with hardly any reads is repeated.
    func close() async -> (closing: Int, longestWait: Int) {
        while true {
            let round = Round()
            Thread.detachNewThread { [sink] in
                while !round.isReading.load(ordering: .acquiring) { sched_yield() }
                let start = ContinuousClock.now
                sink.close()
                round.closing.store(Self.nanoseconds(since: start), ordering: .relaxed)
                round.isClosed.store(true, ordering: .releasing)
            }
            let (longest, reads) = await withCheckedContinuation { reading in
                Thread.detachNewThread { [client, names] in reading.resume(returning: Self.read(names, client, round)) }
            }
            if reads >= 100 { return (round.closing.load(ordering: .relaxed), longest) }
        }
    }

    private static func read(_ names: [String], _ client: FlagClient, _ round: Round) -> (longest: Int, reads: Int) {
        _ = read(names, client)
        var (longest, reads) = (0, 0)
        round.isReading.store(true, ordering: .releasing)
        while true {
            for name in names {
                let start = ContinuousClock.now
                _ = client.bool(name, default: false)
                longest = max(longest, nanoseconds(since: start))
                reads += 1
                if round.isClosed.load(ordering: .acquiring) { return (longest, reads) }
            }
        }
    }

    private static func nanoseconds(since start: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - start) / .nanoseconds(1))
    }

    /// The state that the two threads of a round share.
    private final class Round: Sendable {
        let isReading = Atomic(false)
        let isClosed = Atomic(false)
        let closing = Atomic(0)
    }

    /// A sink that closes the window on request.
    private final class ClosingSink: EventSink {
        private let feed = Mutex<EventFeed?>(nil)

        func receive(_ event: FlagEvent) {
            if case .attached(let feed) = event { self.feed.withLock { $0 = feed } }
        }

        func close() { feed.withLock { $0 }?.closeWindow() }
    }
}
