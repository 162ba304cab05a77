// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardUnleash

@Suite("Unleash metrics machine")
struct MetricsMachineTests {
    private static let start = Instant(millisecondsSinceEpoch: 0)
    private let random = SeededRandom(seed: 1)

    private func machine(interval: Int = 30, initial: Int = 2) -> MetricsMachine {
        MetricsMachine(interval: .seconds(interval), initial: .seconds(initial), uptime: .zero, now: Self.start)
    }

    /// A closed window with so many reads of one flag that is on.
    private func window(_ reads: Int, of key: String = "a", from start: Instant = start) -> EvaluationSummary {
        let flag = Flag(key, true, origin: Origin(.network, provider: "unleash"))
        return EvaluationSummary(
            context: .anonymous, start: start, end: start + .seconds(1),
            entries: [.init(flag: flag, key: key, fallback: false, valueReads: reads)])
    }

    @Test(
        "when the first report is due: early, at the first interval, or never",
        arguments: [(30, 2, 2), (30, 0, 30), (30, 60, 30), (0, 2, nil), (0, 0, nil), (1, 2, 1)])
    func firstReport(interval: Int, initial: Int, due: Int?) {
        #expect(machine(interval: interval, initial: initial).due == due.map { .seconds($0) })
    }

    @Test("a report is begun once when it is due, and the next one is due an interval later")
    func schedule() {
        var machine = machine()
        let begun = [1999, 2000, 2000].map { machine.begin(uptime: .milliseconds($0)) }
        #expect(begun == [false, true, false])
        #expect(machine.due == .seconds(32))
    }

    @Test("nothing read, nothing reported; one report at a time")
    func take() {
        var machine = machine()
        #expect(machine.take(now: Self.start) == nil)
        machine.add(window(3))
        let bucket = machine.take(now: Self.start + .seconds(5))
        #expect(bucket?.counts == ["a": .init(yes: 3)])
        #expect(bucket?.stop == Self.start + .seconds(5))
        machine.add(window(4))
        #expect(machine.take(now: Self.start + .seconds(6)) == nil)
        #expect(machine.finish(.delivered, uptime: .seconds(6), random: random) == nil)
        #expect(machine.take(now: Self.start + .seconds(7))?.counts == ["a": .init(yes: 4)])
    }

    @Test(
        "a failed report goes into the next one, which begins with the earliest read, and the next attempt comes later")
    func failure() {
        var machine = machine()
        _ = machine.begin(uptime: .seconds(2))
        machine.add(window(3))
        _ = machine.take(now: Self.start + .seconds(2))
        machine.add(window(4, from: Self.start + .seconds(2)))
        #expect(
            machine.finish(.failed("it answered 503", retryAfter: nil), uptime: .seconds(3), random: random)
                == Diagnostic(
                    "metricsDelayed", .info,
                    "A report did not reach the service: it answered 503. It is kept for the next one."))
        // Twice the interval, and at least half of that by chance.
        #expect((Duration.seconds(33) ... .seconds(63)).contains(machine.due ?? .zero))
        let next = machine.take(now: Self.start + .seconds(60))
        #expect(next?.counts == ["a": .init(yes: 7)])
        #expect(next?.start == Self.start)
        #expect(next?.stop == Self.start + .seconds(60))
    }

    @Test("the pause that a server asks for is kept to, up to an hour")
    func retryAfter() {
        for (pause, due) in [(600, 600), (100_000, 3600)] {
            var machine = machine()
            machine.add(window(1))
            _ = machine.take(now: Self.start)
            _ = machine.finish(
                .failed("it answered 429", retryAfter: .seconds(pause)), uptime: .zero, random: random)
            #expect(machine.due == .seconds(due))
        }
    }

    @Test(
        "a refused report is dropped with a finding, and the next attempt comes after minutes",
        arguments: [
            (401, UnleashStage.frontendTokenAdvice), (403, UnleashStage.frontendTokenAdvice),
            (400, "Check the URL of the metrics, or switch them off."),
        ])
    func refused(status: Int, suggestion: String) {
        var machine = machine()
        machine.add(window(3))
        machine.add(window(2, of: "b"))
        _ = machine.take(now: Self.start)
        #expect(
            machine.finish(.refused(status: status), uptime: .zero, random: random)
                == Diagnostic(
                    "metricsDropped", .warning,
                    "The service refused a report with status \(status); 5 reads were dropped.", suggestion: suggestion)
        )
        #expect((Duration.seconds(150) ... .seconds(300)).contains(machine.due ?? .zero))
        #expect(machine.take(now: Self.start) == nil)
    }

    @Test("without consent nothing is counted, and a failed report on its way does not come back")
    func consent() {
        var machine = machine()
        machine.add(window(1))
        _ = machine.take(now: Self.start)
        machine.add(window(2))
        machine.setCollecting(false, now: Self.start)
        machine.add(window(4))
        #expect(machine.finish(.failed("no network", retryAfter: nil), uptime: .zero, random: random) == nil)
        #expect(machine.take(now: Self.start) == nil)
        machine.setCollecting(true, now: Self.start)
        machine.add(window(8))
        #expect(machine.take(now: Self.start)?.counts == ["a": .init(yes: 8)])
    }

    @Test("the number of different flags is limited; reads beyond it are dropped with a finding")
    func limit() {
        var machine = machine()
        for number in 0..<MetricsBucket.flagLimit { machine.add(window(1, of: "f\(number)")) }
        machine.add(window(5, of: "one too many"))
        machine.add(window(1, of: "f0"))
        let bucket = machine.take(now: Self.start)
        #expect(bucket?.counts.count == 10_000)
        #expect(bucket?.counts["f0"] == .init(yes: 2))
        #expect(
            machine.finish(.delivered, uptime: .zero, random: random)
                == Diagnostic(
                    "metricsDropped", .warning,
                    "5 reads were not counted, because too many different flags were asked for: one report counts 10000.",
                    suggestion: "Ask for flags by names that are known when the app is built."))
    }
}

@Suite("Unleash metrics bucket")
struct MetricsBucketTests {
    private func flag(_ value: FlagValue, variant: String? = nil) -> Flag {
        Flag("a", value, variant: variant, origin: Origin(.network, provider: "unleash"))
    }

    private func count(_ entry: EvaluationSummary.Entry) -> MetricsBucket.Count? {
        var bucket = MetricsBucket(start: Instant(millisecondsSinceEpoch: 0))
        bucket.add(
            EvaluationSummary(
                context: .anonymous, start: Instant(millisecondsSinceEpoch: 0),
                end: Instant(millisecondsSinceEpoch: 0), entries: [entry]))
        return bucket.counts["a"]
    }

    @Test("a variant is counted together with its flag; unknown flags, and those without a variant, count too")
    func counts() {
        let on = flag(true, variant: "b")
        #expect(count(.init(flag: on, key: "a", fallback: false, valueReads: 3)) == .init(yes: 3))
        #expect(
            count(.init(flag: on, key: "a", fallback: false, valueReads: 1, variantReads: 2))
                == .init(yes: 3, variants: ["b": 2]))
        #expect(
            count(.init(flag: flag(true), key: "a", fallback: false, variantReads: 2))
                == .init(yes: 2, variants: ["disabled": 2]))
        #expect(count(.init(flag: flag(false), key: "a", fallback: false, valueReads: 4)) == .init(no: 4))
        #expect(
            count(.init(flag: nil, key: "a", fallback: false, error: .flagNotFound, valueReads: 1, variantReads: 1))
                == .init(no: 2, variants: ["disabled": 1]))
    }

    @Test("the form that Unleash and Edge take: RFC 3339, both counts always, 32 bits")
    func json() {
        var bucket = MetricsBucket(start: Instant(millisecondsSinceEpoch: 0))
        bucket.add(
            EvaluationSummary(
                context: .anonymous, start: Instant(millisecondsSinceEpoch: -500),
                end: Instant(millisecondsSinceEpoch: 1500),
                entries: [
                    .init(
                        flag: flag(true, variant: "b"), key: "a", fallback: false, valueReads: .max / 2, variantReads: 1
                    ),
                    .init(flag: nil, key: "ü", fallback: false, valueReads: 1),
                ]))
        #expect(
            bucket.json.description
                == #"{"start":"1969-12-31T23:59:59.500Z","stop":"1970-01-01T00:00:01.500Z","toggles":{"#
                + #""a":{"no":0,"variants":{"b":1},"yes":4294967295},"ü":{"no":1,"yes":0}}}"#)
    }
}
