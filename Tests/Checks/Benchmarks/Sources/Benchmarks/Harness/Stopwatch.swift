// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A measurement of times in interleaved rounds.
///
/// Each round runs every work once, so that a busy machine affects all works equally.
struct Stopwatch {
    private let works: [Work]
    private var times: [[Double]]
    private(set) var checksum = 0

    init(_ works: [Work]) {
        self.works = works
        times = works.map { _ in [] }
    }

    mutating func run(rounds: Int) async {
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() {
                let start = ContinuousClock.now
                let result = await work.run(work.repetitions)
                let time = (ContinuousClock.now - start) / .nanoseconds(1) / Double(work.repetitions)
                checksum &+= result
                times[index].append(work.measuresItself ? Double(result) : time)
            }
        }
    }

    /// Returns the shortest and the median time of one repetition, in nanoseconds.
    func figures(of name: String) -> (minimum: Double, median: Double)? {
        guard let index = works.firstIndex(where: { $0.name == name }), let minimum = times[index].min() else {
            return nil
        }
        return (minimum, times[index].sorted()[times[index].count / 2])
    }
}
