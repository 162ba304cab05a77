// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Suite {
    private static let single = "update on a single provider"
    private static let oneOfThree = "update of one of 3 children"

    /// The cost of a changed flag in a combination of providers, compared with one provider.
    static let merges = Suite(
        rows: [
            Row(
                name: "merge: one flag of one child among 3 children of 10,000 flags each, "
                    + "against the same update on a single provider",
                measure: .time, work: oneOfThree, baseline: single, limit: .ratioAtMost(20), isGenerous: true),
            Row(
                name: "merge: the same with every answer compared, against a single provider",
                measure: .time, work: "update of a compared child", baseline: single, limit: .ratioAtMost(20),
                isGenerous: true),
            Row(
                name: "merge: the same with a strategy of the app's, against a single provider",
                measure: .time, work: "update under a strategy of the app's", baseline: single, limit: .none),
        ]
    ) {
        let values = numbers(10_000)
        let alone = try await Pair(InMemoryFlagProvider(values, name: "alone"))
        let merged = try await Pair(combining: values, .firstMatch)
        let compared = try await Pair(combining: values, .comparison())
        let ruled = try await Pair(combining: values, CombinationStrategy { $0.firstMatch() })
        return [
            alone.updates(single), merged.updates(oneOfThree), compared.updates("update of a compared child"),
            ruled.updates("update under a strategy of the app's"),
        ]
    }

    /// The cost of a read from combined providers, compared with one provider.
    static let combinedReads = Suite(
        rows: [
            Row(
                name: "read through a combined client against a single provider's client",
                measure: .time, work: "read, combined", baseline: "read, single", limit: .ratioAtMost(1.1)),
            Row(
                name: "read through a combined client against a single provider's client, instructions",
                measure: .instructions, work: "read, combined", baseline: "read, single", limit: .ratioAtMost(1.1)),
        ], rounds: 40
    ) {
        let alone = try await Pair(InMemoryFlagProvider(numbers(1000), name: "alone"))
        let merged = try await Pair(combining: numbers(1000), .firstMatch)
        return [alone.reads("read, single"), merged.reads("read, combined")]
    }

    private static func numbers(_ count: Int) -> [String: FlagValue] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { (Payload.name($0), .int(Int64($0))) })
    }

    /// A client, and its provider whose flags change.
    private struct Pair {
        let provider: InMemoryFlagProvider
        let client: FlagClient

        init(_ provider: InMemoryFlagProvider) async throws {
            try await self.init(provider, provider)
        }

        init(combining values: [String: FlagValue], _ strategy: CombinationStrategy) async throws {
            let children = ["first", "second", "third"].map { InMemoryFlagProvider(values, name: $0) }
            try await self.init(children[0], CombinedProvider("all", children.map { .init($0) }, strategy: strategy))
        }

        private init(_ provider: InMemoryFlagProvider, _ served: any FlagProvider) async throws {
            self.provider = provider
            client = FlagClient(provider: served, sinks: [Counting()])
            await client.start(within: .seconds(60))
            // The client is ready after all children have responded, not just the first.
            while client.status != .ready { await Task.yield() }
        }

        /// Returns work that changes one flag each time, and ends when a read returns the new value.
        func updates(_ name: String) -> Work {
            Work(name, repetitions: 25) { [provider, client] times in
                let key = FlagKey(Payload.name(77), default: 0)
                var waits = 0
                for _ in 0..<times {
                    let next = client[key] + 1
                    provider.set(key, next)
                    while client[key] != next { waits += 1 }
                }
                return waits
            }
        }

        /// Returns work that reads 64 flags, each many times in a row, because some are deeper in the table than others.
        func reads(_ name: String) -> Work {
            Work(name, repetitions: 64_000) { [client] times in
                var sum = 0
                for number in 100..<164 {
                    let key = FlagKey(Payload.name(number), default: 0)
                    for _ in 0..<times / 64 { sum &+= client[key] }
                }
                return sum
            }
        }
    }
}
