// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

extension Suite {
    private static let clauses = "LaunchDarkly rule with two clauses"
    private static let rollout = "LaunchDarkly rollout with two clauses"
    private static let target = "LaunchDarkly list of 100,000 keys"
    private static let dictionary = "dictionary of LaunchDarkly outcomes"

    /// The cost of reads of LaunchDarkly flags that are evaluated in memory.
    static let localRules = Suite(
        rows: [
            Row(
                name: "LaunchDarkly rule with two clauses, read of a view", measure: .time, work: clauses,
                baseline: dictionary, limit: .atMost(250), weight: .aim),
            Row(
                name: "LaunchDarkly rollout with two clauses, read of a view", measure: .time, work: rollout,
                baseline: dictionary, limit: .atMost(500), weight: .aim),
            Row(
                name: "LaunchDarkly list of 100,000 keys, read of a view", measure: .time, work: target,
                baseline: dictionary, limit: .none),
            Row(
                name: "allocations of a read of a view with LaunchDarkly clauses", measure: .allocations, work: clauses,
                limit: .atMost(0)),
            Row(
                name: "allocations of a read of a view with a LaunchDarkly rollout", measure: .allocations,
                work: rollout, limit: .atMost(0)),
        ]
    ) {
        let client = try await CannedFiles.client(CannedFiles.launchDarkly(100), .launchDarklyLocal)
        let targets = try await CannedFiles.client(CannedFiles.targets(100_000), .launchDarklyLocal)
        let keys = (0..<50).map { FlagKey(Payload.name($0), default: false) }
        let views = (0..<50).map { client.snapshot(for: CannedRules.context($0)) }
        let targetViews = (0..<50).map { targets.snapshot(for: .user("user-\(1_000_000 + $0 * 1000)")) }
        guard views[0][keys[0]], targetViews[1][FlagKey("f", default: false)] else {
            throw Trouble("The rules evaluate to another value.")
        }
        let outcomes: [String: EvaluatedFlag] = Dictionary(
            uniqueKeysWithValues: (client.state.flagSet?.table ?? FlagTable()).map { ($0.key, $0) })
        return [
            Work(dictionary, repetitions: 50_000) { times in
                var sum = 0
                for key in keys { for _ in 0..<times / 50 where outcomes[key.name]?.value == true { sum += 1 } }
                return sum
            },
            reads(clauses, of: views, (0..<50).map { keys[$0 / 2 * 2] }),
            reads(rollout, of: views, (0..<50).map { keys[$0 / 2 * 2 + 1] }),
            reads(target, of: targetViews, keys.map { _ in FlagKey("f", default: false) }),
        ]
    }

    /// Returns work that reads one flag in each of 50 views.
    private static func reads(_ name: String, of views: [FlagSnapshot], _ keys: [FlagKey<Bool>]) -> Work {
        Work(name, repetitions: 50_000) { times in
            var sum = 0
            for (number, key) in keys.enumerated() {
                let view = views[number]
                for _ in 0..<times / 50 where view[key] { sum += 1 }
            }
            return sum
        }
    }
}

extension Suite {
    private static let launchDarklyFile = "file of 10,000 LaunchDarkly flags"
    private static let unleashFile = "file of 10,000 Unleash flags"
    private static let launchDarklyChange = "change in a file of LaunchDarkly flags"
    private static let unleashChange = "change in a file of Unleash flags"
    private static let targetFile = "file with 100,000 keys"

    /// The cost of reading files of LaunchDarkly rules, against files of the same number of Unleash flags.
    static let localChanges = Suite(
        rows: [
            Row(
                name:
                    "a file of 10,000 LaunchDarkly flags read, compiled, evaluated and published, against Unleash flags",
                measure: .time, work: launchDarklyFile, baseline: unleashFile, limit: .ratioAtMost(1), weight: .aim),
            Row(
                name: "one changed flag in a file of 10,000 LaunchDarkly flags, published, against Unleash flags",
                measure: .time, work: launchDarklyChange, baseline: unleashChange, limit: .ratioAtMost(1),
                weight: .aim),
            Row(
                name: "a file with a LaunchDarkly list of 100,000 keys read and compiled", measure: .time,
                work: targetFile, limit: .none),
            Row(
                name: "extra peak memory of a file with a LaunchDarkly list of 100,000 keys", measure: .memory,
                work: targetFile, limit: .none),
        ], rounds: 9
    ) {
        let texts = [CannedFiles.launchDarkly(10_000), CannedFiles.unleash(10_000)]
        let targets = CannedFiles.targets(100_000)
        return [
            starts(launchDarklyFile, texts[0], .launchDarklyLocal), starts(unleashFile, texts[1], .unleashLocal),
            try await changes(
                launchDarklyChange, [texts[0], CannedFiles.launchDarkly(10_000, weight: 40000)], .launchDarklyLocal),
            try await changes(unleashChange, [texts[1], CannedFiles.unleash(10_000, rollout: 40)], .unleashLocal),
            starts(targetFile, targets, .launchDarklyLocal),
        ]
    }

    /// Returns work that starts clients with a file.
    private static func starts(_ name: String, _ text: String, _ format: BootstrapFormat) -> Work {
        Work(
            name, repetitions: 1,
            waiting: { times in
                var sum = 0
                for _ in 0..<times {
                    let client = try? await CannedFiles.client(text, format)
                    sum += client?.status == .ready ? 1 : 0
                }
                return sum
            })
    }

    /// Returns work that writes the versions of a file in turn, and refreshes a client.
    private static func changes(_ name: String, _ texts: [String], _ format: BootstrapFormat) async throws -> Work {
        let files = InMemoryFileSystem(["rules.json": texts[1]])
        let client = try await CannedFiles.client(
            FileFlagProvider(.file("rules.json"), name: "file", formats: [format], files: files))
        return Work(
            name, repetitions: 2,
            waiting: { times in
                for number in 0..<times {
                    files.write(texts[number % 2], to: "rules.json")
                    await client.refresh(within: .seconds(60))
                }
                return times
            })
    }
}
