// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
package import HalyardTesting

/// A sink that records its calls, and then runs a test's closures.
package struct CallbackSink: EventSink {
    package let record: RecordingSink
    private let onReceive: @Sendable (FlagEvent) -> Void
    private let onFlush: @Sendable () async -> Void
    private let onErase: @Sendable () async -> Void

    package init(
        interest: SinkCapabilities.Interest = .flagged, onReceive: @escaping @Sendable (FlagEvent) -> Void = { _ in },
        onFlush: @escaping @Sendable () async -> Void = {}, onErase: @escaping @Sendable () async -> Void = {}
    ) {
        record = RecordingSink(interest: interest)
        self.onReceive = onReceive
        self.onFlush = onFlush
        self.onErase = onErase
    }

    package var capabilities: SinkCapabilities { record.capabilities }

    package func receive(_ event: FlagEvent) {
        record.receive(event)
        onReceive(event)
    }

    package func flush() async {
        await record.flush()
        await onFlush()
    }

    package func erase(_ context: EvaluationContext) async {
        await record.erase(context)
        await onErase()
    }

    package func detach() async { await record.detach() }
}
