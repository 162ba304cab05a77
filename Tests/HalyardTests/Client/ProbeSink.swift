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

    let capabilities: SinkCapabilities
    private let onFlush: @Sendable () async -> Void
    private let state = Lock(Heard())

    init(_ interest: SinkCapabilities.Interest = .flagged, onFlush: @escaping @Sendable () async -> Void = {}) {
        capabilities = SinkCapabilities(interest: interest)
        self.onFlush = onFlush
    }

    var heard: Heard { state.withLock { $0 } }

    func receive(_ event: FlagEvent) {
        state.withLock { heard in
            switch event {
            case .evaluated: heard.evaluations += 1
            case .tracked: heard.tracks += 1
            case .consentChanged(let isGiven): heard.consent.append(isGiven)
            case .counted(let summary):
                for entry in summary.entries { heard.reads[entry.key, default: 0] += entry.valueReads }
            default: break
            }
        }
    }

    func erase(_ context: EvaluationContext) async { state.withLock { $0.erased += 1 } }

    func flush() async {
        state.withLock { $0.flushes += 1 }
        await onFlush()
    }
}
