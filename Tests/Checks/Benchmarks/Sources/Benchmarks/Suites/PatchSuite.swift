// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Suite {
    /// The cost of one changed flag, until the new value is readable and an observer of the client has received it.
    static let patches = Suite(
        rows: [
            Row(
                name: "one-flag patch among 10,000 flags against one among 100", measure: .time,
                work: "patch among 10,000", baseline: "patch among 100", limit: .ratioAtMost(3), isGenerous: true),
            Row(
                name: "one-flag patch among 10,000 flags, instructions against one among 100", measure: .instructions,
                work: "patch among 10,000", baseline: "patch among 100", limit: .ratioAtMost(3)),
        ]
    ) {
        [try await patch("patch among 100", 100), try await patch("patch among 10,000", 10_000)]
    }

    private static func patch(_ name: String, _ count: Int) async throws -> Work {
        let provider = InMemoryFlagProvider(
            Dictionary(uniqueKeysWithValues: (0..<count).map { (Payload.name($0), FlagValue.int(Int64($0))) }))
        let client = FlagClient(provider: provider, sinks: [Counting()])
        await client.start(within: .seconds(60))
        return Work(name, repetitions: 200) { times in
            var changes = client.changes.makeAsyncIterator()
            var received = 0
            for number in 0..<times {
                let key = FlagKey(Payload.name(number % 50), default: 0)
                provider.set(key, client[key] + 1)
                received += await changes.next(isolation: nil)?.count ?? 0
            }
            return received
        }
    }
}
