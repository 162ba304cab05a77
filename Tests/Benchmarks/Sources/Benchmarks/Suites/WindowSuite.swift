// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Synchronization

extension Suite {
    private static func name(_ cells: Int, _ threads: Int) -> String { "window of \(cells) cells, \(threads) threads" }

    /// How long reads wait while a counting window is closed.
    static let windows = Suite(
        rows: [
            Row(
                name: "longest wait of a read while a window of 2,000 cells of 32 threads is closed", measure: .time,
                work: name(2000, 32), limit: .none),
            Row(
                name: "longest wait of a read while a window of 4,000 cells is closed, against 2,000", measure: .time,
                work: name(4000, 32), baseline: name(2000, 32), limit: .ratioAtMost(1.8), isGenerous: true),
            Row(
                name: "longest wait of a read while a window of 9,000 cells of 64 threads is closed", measure: .time,
                work: name(9000, 64), limit: .none),
        ], rounds: 25
    ) {
        try await [(2000, 32), (4000, 32), (9000, 64)].asyncMap { cells, threads in
            let fixture = try await WindowFixture(cells: cells, threads: threads)
            return Work(name(cells, threads), waiting: { await fixture.longestWait() })
        }
    }
}

/// A client whose flags were read by many threads, all of which are still there.
private final class WindowFixture: Sendable {
    private let client: FlagClient
    private let names: [String]
    private let leaving = DispatchSemaphore(value: 0)
    private let threads: Int

    init(cells: Int, threads: Int) async throws {
        let names = (0..<cells).map { "flag-\($0)" }
        (self.names, self.threads) = (names, threads)
        let client = FlagClient(
            provider: InMemoryProvider(Dictionary(uniqueKeysWithValues: names.map { ($0, true) })), sinks: [Counting()])
        self.client = client
        await client.start()
        for _ in 0..<threads {
            let read = await withCheckedContinuation { reading in
                Thread.detachNewThread { [leaving] in
                    reading.resume(returning: Self.read(names, client))
                    leaving.wait()
                }
            }
            guard read == cells else { throw Trouble("flags are missing: \(client.status)") }
        }
    }

    deinit { for _ in 0..<threads { leaving.signal() } }

    private static func read(_ names: [String], _ client: FlagClient) -> Int {
        names.count { client.bool($0, default: false) }
    }

    /// The longest read, in nanoseconds, of a thread that reads all flags over and over while a window is closed.
    func longestWait() async -> Int {
        let isClosed = Atomic(false)
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        async let longest = withCheckedContinuation { reading in
            Thread.detachNewThread { [client, names] in
                var longest = Duration.zero
                _ = Self.read(names, client)
                starting.finish()
                while !isClosed.load(ordering: .relaxed) {
                    for name in names where !isClosed.load(ordering: .relaxed) {
                        let start = ContinuousClock.now
                        _ = client.bool(name, default: false)
                        longest = max(longest, ContinuousClock.now - start)
                    }
                }
                reading.resume(returning: longest)
            }
        }
        for await _ in started {}
        await client.flush()
        isClosed.store(true, ordering: .relaxed)
        return Int(await longest / .nanoseconds(1))
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
