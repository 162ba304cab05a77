// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension Suite {
    private static let read = "read of a view"
    private static let view = "view for a context"
    private static let dictionary = "dictionary of outcomes"
    private static let oneClient = "two threads, one client"
    private static let twoClients = "two threads, a client each"

    /// The cost of a server's request: a view for its user, and reads of a rollout with two constraints.
    static let rules = Suite(
        rows: [
            Row(
                name: "rollout with two constraints, read of a view", measure: .time, work: read, baseline: dictionary,
                limit: .atMost(300), weight: .aim),
            Row(
                name: "view for a context", measure: .time, work: view, baseline: read, limit: .atMost(2500),
                weight: .aim),
            Row(
                name: "two threads over one client against two over a client each", measure: .time, work: oneClient,
                baseline: twoClients, limit: .ratioAtMost(1 / 0.9), weight: .aim),
            Row(
                name: "allocations of a read of a view with rules", measure: .allocations, work: read, limit: .atMost(0)
            ),
            Row(name: "allocations of a view for a context", measure: .allocations, work: view, limit: .atMost(8)),
            Row(
                name: "read of a view with rules, instructions against what they were", measure: .instructions,
                work: read, limit: .noRise(since: Recorded.viewRead)),
            Row(
                name: "view for a context, instructions against what they were", measure: .instructions, work: view,
                limit: .noRise(since: Recorded.view)),
        ]
    ) {
        let client = try await CannedRules.client(100)
        let other = try await CannedRules.client(100)
        let keys = (0..<64).map { FlagKey(CannedRules.name(4 * $0 % 100), default: false) }
        let contexts = (0..<64).map(CannedRules.context)
        let views = contexts.map(client.snapshot)
        let outcomes: [String: EvaluatedFlag] = Dictionary(
            uniqueKeysWithValues: (client.state.flagSet?.table ?? FlagTable()).map { ($0.key, $0) })
        return [
            Work(dictionary, repetitions: 64_000) { times in
                var sum = 0
                for key in keys {
                    for _ in 0..<times / 64 where outcomes[key.name]?.value == true { sum += 1 }
                }
                return sum
            },
            reads(of: views, keys),
            Work(view, repetitions: 6400) { times in
                var sum = 0
                for context in contexts {
                    for _ in 0..<times / 64 { withExtendedLifetime(client.snapshot(for: context)) { sum += 1 } }
                }
                return sum
            },
            threads(oneClient, client, client, contexts, keys),
            threads(twoClients, client, other, contexts, keys),
        ]
    }

    /// Returns work that reads one flag in each of several views.
    private static func reads(of views: [FlagSnapshot], _ keys: [FlagKey<Bool>]) -> Work {
        Work(read, repetitions: 64_000) { times in
            var sum = 0
            for (number, key) in keys.enumerated() {
                let view = views[number]
                for _ in 0..<times / 64 where view[key] { sum += 1 }
            }
            return sum
        }
    }

    /// Returns work on two threads, each of which serves requests with a view and five reads.
    private static func threads(
        _ name: String, _ first: FlagClient, _ second: FlagClient, _ contexts: [EvaluationContext],
        _ keys: [FlagKey<Bool>]
    ) -> Work {
        Work(
            name, repetitions: 20_000,
            waiting: { times in
                async let other = serve(second, contexts, keys, times)
                return serve(first, contexts, keys, times) &+ (await other)
            })
    }

    private static func serve(
        _ client: FlagClient, _ contexts: [EvaluationContext], _ keys: [FlagKey<Bool>], _ times: Int
    ) -> Int {
        var sum = 0
        for number in 0..<times {
            let view = client.snapshot(for: contexts[number % contexts.count])
            for key in keys[..<5] where view[key] { sum += 1 }
        }
        return sum
    }
}

extension Suite {
    /// The cost of receiving rules, for all of 10,000 flags and for one changed flag.
    static let ruleChanges = Suite(
        rows: [
            Row(
                name: "10,000 flags with rules: read, compiled, decided and published", measure: .time,
                work: "rules of 10,000", limit: .atMost(100_000_000), weight: .aim),
            Row(
                name: "one changed flag among 10,000 with rules, published", measure: .time,
                work: "change among 10,000",
                limit: .atMost(2_000_000), weight: .aim),
        ], rounds: 9
    ) {
        let document = CannedRules.document(10_000)
        let client = try await CannedRules.client(with: CannedRulesTransport(document: document))
        return [
            Work(
                "rules of 10,000", repetitions: 1,
                waiting: { times in
                    var sum = 0
                    for _ in 0..<times {
                        let client = try? await CannedRules.client(with: CannedRulesTransport(document: document))
                        sum += client?.status == .ready ? 1 : 0
                    }
                    return sum
                }),
            Work(
                "change among 10,000", repetitions: 20,
                waiting: { times in
                    for _ in 0..<times { await client.refresh(within: .seconds(60)) }
                    return times
                }),
        ]
    }
}

extension Suite {
    /// The same flag with Unleash's engine, which evaluates it again for each read.
    static let engine = Suite(
        rows: [
            Row(
                name: "rollout with two constraints, read of a view against Yggdrasil by its binding", measure: .time,
                work: read, baseline: "engine", limit: .none, weight: .must)
        ]
    ) {
        let client = try await CannedRules.client(100)
        let engine = try Engine(CannedRules.document(100))
        let names = (0..<64).map { CannedRules.name(4 * $0 % 100) }
        let keys = names.map { FlagKey($0, default: false) }
        let views = (0..<64).map { client.snapshot(for: CannedRules.context($0)) }
        let contexts = (0..<64).map(CannedRules.engineContext)
        for (number, name) in names.enumerated() {
            guard engine.isOn(name, contexts[number]) == views[number][keys[number]] else {
                throw Trouble("The engine returns another result for \(name).")
            }
        }
        return [
            Work("engine", repetitions: 6400) { times in
                var sum = 0
                for (number, name) in names.enumerated() {
                    for _ in 0..<times / 64 where engine.isOn(name, contexts[number]) { sum += 1 }
                }
                return sum
            },
            reads(of: views, keys),
        ]
    }
}
