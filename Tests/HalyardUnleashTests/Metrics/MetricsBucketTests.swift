// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardUnleash

@Suite("Unleash metrics bucket")
struct MetricsBucketTests {
    private func flag(_ value: FlagValue, variant: String? = nil) -> EvaluatedFlag {
        EvaluatedFlag("a", value, variant: variant, origin: Origin(.network, provider: "unleash"))
    }

    private func count(_ entry: EvaluationSummary.Entry) -> MetricsBucket.Count? {
        var bucket = MetricsBucket(start: Instant(millisecondsSinceEpoch: 0))
        bucket.add(
            .counted(
                EvaluationSummary(
                    context: .anonymous, start: Instant(millisecondsSinceEpoch: 0),
                    end: Instant(millisecondsSinceEpoch: 0), entries: [entry])))
        return bucket.counts["a"]
    }

    @Test("Counts variants together with flags, including unknown flags")
    func counts() {
        let on = flag(true, variant: "b")
        #expect(count(.init(flag: on, key: "a", defaultValue: false, valueReads: 3)) == .init(yes: 3))
        #expect(
            count(.init(flag: on, key: "a", defaultValue: false, valueReads: 1, variantReads: 2))
                == .init(yes: 3, variants: ["b": 2]))
        #expect(
            count(.init(flag: flag(true), key: "a", defaultValue: false, variantReads: 2))
                == .init(yes: 2, variants: ["disabled": 2]))
        #expect(count(.init(flag: flag(false), key: "a", defaultValue: false, valueReads: 4)) == .init(no: 4))
        #expect(
            count(.init(flag: nil, key: "a", defaultValue: false, error: .flagNotFound, valueReads: 1, variantReads: 1))
                == .init(no: 2, variants: ["disabled": 1]))
    }

    @Test("Encodes dates as RFC 3339, and limits counts to 32 bits")
    func json() {
        var bucket = MetricsBucket(start: Instant(millisecondsSinceEpoch: 0))
        bucket.add(
            .counted(
                EvaluationSummary(
                    context: .anonymous, start: Instant(millisecondsSinceEpoch: -500),
                    end: Instant(millisecondsSinceEpoch: 1500),
                    entries: [
                        .init(
                            flag: flag(true, variant: "b"), key: "a", defaultValue: false, valueReads: .max / 2,
                            variantReads: 1
                        ),
                        .init(flag: nil, key: "ü", defaultValue: false, valueReads: 1),
                    ])))
        #expect(
            bucket.json.description
                == #"{"start":"1969-12-31T23:59:59.500Z","stop":"1970-01-01T00:00:01.500Z","toggles":{"#
                + #""a":{"no":0,"variants":{"b":1},"yes":4294967295},"ü":{"no":1,"yes":0}}}"#)
    }

    /// Returns a bucket with the given number of reads of an enabled flag.
    private func bucket(_ reads: Int, of key: String = "a", from start: Int64 = 0) -> MetricsBucket {
        var bucket = MetricsBucket(start: Instant(millisecondsSinceEpoch: start))
        bucket.add(window(reads, of: key, from: start))
        return bucket
    }

    private func window(_ reads: Int, of key: String, from start: Int64 = 0) -> FlagEvent {
        let start = Instant(millisecondsSinceEpoch: start)
        return .counted(
            EvaluationSummary(
                context: .anonymous, start: start, end: start + .seconds(1),
                entries: [
                    .init(
                        flag: EvaluatedFlag(key, true, origin: .default), key: key, defaultValue: false,
                        valueReads: reads)
                ])
        )
    }

    @Test("Merges an unsent bucket, and starts with the earliest read")
    func merging() {
        var bucket = bucket(4, from: 2000)
        let isMerged = bucket.takeBack(self.bucket(3))
        #expect(isMerged)
        let taken = bucket.drain(at: Instant(millisecondsSinceEpoch: 60_000))
        #expect(taken.counts == ["a": .init(yes: 7)])
        #expect(taken.start == Instant(millisecondsSinceEpoch: 0))
        #expect(taken.stop == Instant(millisecondsSinceEpoch: 60_000))
        #expect(bucket.count == 0)
    }

    @Test("Limits the number of flags, and reports the reads beyond it once")
    func limit() {
        var bucket = MetricsBucket(start: Instant(millisecondsSinceEpoch: 0))
        for number in 0..<MetricsBucket.flagLimit { bucket.add(window(1, of: "f\(number)")) }
        bucket.add(window(5, of: "one too many"))
        bucket.add(window(1, of: "f0"))
        #expect(bucket.counts.count == 10_000)
        #expect(bucket.counts["f0"] == .init(yes: 2))
        let diagnostics = bucket.takeDiagnostics()
        #expect(
            diagnostics == [
                Diagnostic(
                    "eventsDropped", .warning, subject: "unleash",
                    "5 reads weren't counted, because the app read too many different flags. One report counts at most 10000.",
                    suggestion: "Use flag keys that are fixed when the app is built.")
            ])
        let again = bucket.takeDiagnostics()
        #expect(again == [])
    }
}
