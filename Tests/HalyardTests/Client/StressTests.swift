// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import Halyard

/// Tests for concurrent work.
///
/// CI runs these tests with Thread Sanitizer.
@Suite("Concurrent load")
struct StressTests {
    /// A provider that publishes patches with new values as fast as it can, until it's stopped.
    private final class Churn: FlagProvider {
        let name = "churn"
        private let patches: Int
        private let count = Lock(0)

        init(patches: Int) { self.patches = patches }

        var published: Int { count.withLock { $0 } }

        func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
            let origin = Origin(.network, provider: name)
            var table = FlagTable((0..<100).map { EvaluatedFlag("flag-\($0)", 0, origin: origin) })
            table.set(EvaluatedFlag("owner", .string(request.context.key ?? ""), origin: origin))
            let now = Instant(millisecondsSinceEpoch: 0)
            channel.publish(.ready(FlagSet(table, for: request.context, confirmedAt: now)))
            while !Task.isCancelled, count.withLock({ $0 < patches }) {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                table.set(EvaluatedFlag("flag-\(number % 100)", .int(Int64(number)), origin: origin))
                guard channel.publish(.ready(FlagSet(table, for: request.context, confirmedAt: now))) else {
                    return
                }
                if number % 100 == 0 { await Task.yield() }
            }
            await untilCancelled()
        }
    }

    @MainActor
    private func observeAndLeave(_ client: FlagClient, _ key: FlagKey<Int>) async {
        for _ in 0..<200 {
            let owner = Owner()
            let token = client.observe(key, owner: owner) { _, change in #expect(change.new >= -1) }
            await Task.yield()
            token.cancel()
        }
    }

    @MainActor private final class Owner {}

    @Test("Counts 2 million reads while flags, contexts, and observers change")
    func everythingAtOnce() async {
        let readers = 8
        let readsEach = 250_000
        let sink = RecordingSink()
        let provider = Churn(patches: 10_000)
        let client = FlagClient(provider: provider, context: .user("start"), sinks: [sink], options: .readingSlots)
        await client.start()
        let keys = (0..<100).map { FlagKey("flag-\($0)", default: -1) }
        // This task isn't part of the group. If it's slow, there might be no more changes that it could wait for.
        let follower = Task {
            for _ in 0..<200 where !Task.isCancelled {
                var updates = client.updates.makeAsyncIterator()
                for _ in 0..<3 { _ = await updates.next() }
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for reader in 0..<readers {
                group.addTask {
                    var sum = 0
                    for number in 0..<readsEach {
                        sum &+= client[keys[(number &+ reader) % 100]]
                        // Other tests also need the threads.
                        if number % 1024 == 0 { await Task.yield() }
                    }
                    #expect(sum >= 0)
                }
            }
            group.addTask {
                for number in 0..<1000 {
                    let outcome = await client.setContext(.user("user-\(number)"), within: .seconds(60))
                    #expect(outcome == .completed)
                    #expect(client.string("owner", default: "nobody") == "user-\(number)")
                }
            }
            group.addTask { await observeAndLeave(client, keys[7]) }
            group.addTask {
                for _ in 0..<50 { await client.flush() }
                await until { provider.published >= 10_000 }
            }
        }
        follower.cancel()
        await follower.value
        await client.shutdown(within: .seconds(60))
        let flagReads = sink.readCounts.filter { $0.key.hasPrefix("flag-") }.values.reduce(0, +)
        #expect(flagReads == readers * readsEach, "every read was counted exactly once")
        #expect(sink.readCounts["owner"] == 1000)
        #expect(provider.published == 10_000)
    }
}
