// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// A sink that counts what it hears, and whose `flush` a test can hold up.
final class ProbeSink: EventSink {
    struct Heard: Sendable, Equatable {
        var consent: [Bool] = []
        var tracks = 0
        var evaluations = 0
        var reads: [String: Int] = [:]
        var flushes = 0
        var erased = 0
    }

    let interest: EventInterest
    private let onFlush: @Sendable () async -> Void
    private let state = Lock(Heard())

    init(_ interest: EventInterest = .flagged, onFlush: @escaping @Sendable () async -> Void = {}) {
        self.interest = interest
        self.onFlush = onFlush
    }

    var heard: Heard { state.withLock { $0 } }

    func evaluated(_ evaluation: Evaluation) { state.withLock { $0.evaluations += 1 } }
    func tracked(_ event: TrackedEvent) { state.withLock { $0.tracks += 1 } }
    func collecting(_ isAllowed: Bool) { state.withLock { $0.consent.append(isAllowed) } }
    func erase(_ context: EvaluationContext) async { state.withLock { $0.erased += 1 } }

    func counted(_ summary: EvaluationSummary) {
        state.withLock { heard in
            for entry in summary.entries { heard.reads[entry.key, default: 0] += entry.valueReads }
        }
    }

    func flush() async {
        state.withLock { $0.flushes += 1 }
        await onFlush()
    }
}
