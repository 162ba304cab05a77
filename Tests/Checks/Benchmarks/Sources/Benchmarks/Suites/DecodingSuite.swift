// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly

extension Suite {
    private static let ours = "payload to flags"
    private static let foundation = "payload to flags with JSONDecoder"

    /// The cost of decoding a service's response, compared with Foundation's decoder and the same flags.
    static let decoding = Suite(
        rows: [
            Row(
                name: "decode 10,000 flags against JSONDecoder into the same flags", measure: .time, work: ours,
                baseline: foundation, limit: .ratioAtLeast(8), isGenerous: true),
            Row(
                name: "read the JSON of 10,000 flags against JSONDecoder into the same values", measure: .time,
                work: "payload to values", baseline: "payload to values with JSONDecoder", limit: .ratioAtLeast(10)),
            Row(
                name: "extra peak memory of decoding 10,000 flags against the payload", measure: .memory, work: ours,
                limit: .ratioAtMost(4)),
            Row(
                name: "an unchanged payload of 10,000 flags recognized against decoding it", measure: .time,
                work: "unchanged", baseline: ours, limit: .ratioAtMost(0.02)),
        ], rounds: 15
    ) {
        let bytes = Payload.launchDarkly(10_000)
        let data = Data(bytes)
        let client = try await CannedService.client(flags: 10_000)
        var works = [
            Work(ours, repetitions: 1) { times in
                repeated(times) { try BootstrapFormat.launchDarkly.table(of: bytes, origin: origin).table.count }
            },
            Work(foundation, repetitions: 1) { times in
                repeated(times) { flags(try JSONDecoder().decode([String: WireFlag].self, from: data)).count }
            },
            Work("payload to values", repetitions: 1) { times in
                repeated(times) { (try JSONReader().read(bytes)).isNull ? 0 : 1 }
            },
            Work("payload to values with JSONDecoder", repetitions: 1) { times in
                repeated(times) { (try JSONDecoder().decode(FlagValue.self, from: data)).isNull ? 0 : 1 }
            },
            // This is the whole path: the provider requests its flags, and the service responds that nothing changed.
            Work(
                "unchanged", repetitions: 50,
                waiting: { times in
                    for _ in 0..<times { await client.refresh(within: .seconds(60)) }
                    return times
                }),
        ]
        works[0].size = bytes.count
        for work in works[0...1] {
            guard await work.run(1) == 10_000 else { throw Trouble("Flags are missing: \(work.name)") }
        }
        return works
    }

    private static let origin = Origin(.network, provider: "bench")

    /// A flag in a service's format.
    private struct WireFlag: Decodable {
        let value: FlagValue
        let version: Int64?
        let flagVersion: Int64?
        let variation: Int?
        let trackEvents: Bool?
        let reason: [String: FlagValue]?
    }

    private static func flags(_ document: [String: WireFlag]) -> FlagTable {
        FlagTable(
            document.map { key, flag in
                EvaluatedFlag(
                    key, flag.value, variant: flag.variation.map(String.init), version: flag.flagVersion,
                    metadata: flag.reason.map { ["vendorReason": .object($0)] } ?? [:], origin: origin)
            })
    }

    private static func repeated(_ times: Int, _ body: () throws -> Int) -> Int {
        var sum = 0
        for _ in 0..<times { sum += (try? body()) ?? 0 }
        return sum
    }
}
