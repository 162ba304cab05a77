// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A sink, so that reads are counted as in a real app.
struct Counting: EventSink {}

/// Reports what reads and patches cost, against a bare dictionary in the same run.
@main
struct ReadBenchmark {
    struct Row {
        var name: String
        var baseline: String
        var repetitions: Int
        var body: () -> Int
        var best = Duration.seconds(3600)
    }

    static func main() async {
        let origin = Origin(.memory, provider: "bench")
        let names = (0..<1000).map { "flag-number-\($0)" }
        let hot = names[500]
        let flags = names.map { Flag($0, true, origin: origin) }
        let dictionary = Dictionary(flags.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let client = FlagClient(
            provider: InMemoryProvider(Dictionary(names.map { ($0, true) }, uniquingKeysWith: { first, _ in first })),
            sinks: [Counting()])
        await client.start()
        let key = FlagKey(hot, default: false)
        let view = client.snapshot()

        let many = (0..<10_000).map { Flag("flag-number-\($0)", 0, origin: origin) }
        let manyTable = FlagTable(many)
        let fewTable = FlagTable(many.prefix(100))
        let manyDictionary = Dictionary(many.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let replacement = Flag("flag-number-77", 1, origin: origin)

        var rows = [
            Row(name: "bare dictionary lookup", baseline: "bare dictionary lookup", repetitions: 200_000) {
                if case .bool(true)? = dictionary[hot]?.value { 1 } else { 0 }
            },
            Row(name: "typed Bool read, counted", baseline: "bare dictionary lookup", repetitions: 200_000) {
                client[key] ? 1 : 0
            },
            Row(name: "string-key Bool read, counted", baseline: "bare dictionary lookup", repetitions: 200_000) {
                client.bool(hot, default: false) ? 1 : 0
            },
            Row(name: "typed Bool read of a view, counted", baseline: "bare dictionary lookup", repetitions: 200_000) {
                view[key] ? 1 : 0
            },
            Row(name: "copy of a dictionary of 10,000", baseline: "copy of a dictionary of 10,000", repetitions: 50) {
                var copy = manyDictionary
                copy[replacement.key] = replacement
                return copy.count
            },
            Row(name: "patch and diff of 10,000 flags", baseline: "copy of a dictionary of 10,000", repetitions: 2000) {
                var copy = manyTable
                copy.set(replacement)
                return copy.changes(since: manyTable).count
            },
            Row(name: "patch and diff of 100 flags", baseline: "copy of a dictionary of 10,000", repetitions: 2000) {
                var copy = fewTable
                copy.set(replacement)
                return copy.changes(since: fewTable).count
            },
        ]
        var sum = 0
        for _ in 0..<15 {
            for index in rows.indices {
                let start = ContinuousClock.now
                for _ in 0..<rows[index].repetitions { sum &+= rows[index].body() }
                rows[index].best = min(rows[index].best, (ContinuousClock.now - start) / rows[index].repetitions)
            }
        }
        for row in rows {
            let base = rows.first { $0.name == row.baseline }?.best ?? row.best
            let (time, ratio) = (hundredths(row.best / .nanoseconds(1)), hundredths(row.best / base))
            print("\(row.name): \(time) ns, \(ratio) x \(row.baseline)")
        }
        print("checksum \(sum)")
    }

    private static func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
