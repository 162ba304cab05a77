// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Halyard
import HalyardSupport
import TestSupport

/// A sink that holds up the thread that passes it the tracking event "first", and lists what it receives.
///
/// Track that event on a thread of its own, because a thread of the cooperative pool must not be held up.
final class BlockingSink: EventSink {
    let capabilities = SinkCapabilities(interest: .counts)
    let begun = Signal()
    private let calls = Recorder<String>()
    private let gate = DispatchSemaphore(value: 0)

    /// What it received, in order: events by their names, and everything else.
    var all: [String] { calls.all }

    /// Tracks the event that holds up its thread, and returns when the thread is held up.
    func block(_ client: FlagClient) async -> Bool {
        let hasStarted = BlockingThread.start { client.track("first") }
        if hasStarted { await begun.wait() }
        return hasStarted
    }

    func release() { gate.signal() }

    func receive(_ event: FlagEvent) {
        switch event {
        case .modeChanged(let mode): calls.add("\(mode)")
        case .consentChanged(let isGiven): calls.add("consent \(isGiven)")
        case .tracked(let event):
            calls.add(event.name)
            guard event.name == "first" else { return }
            begun.give()
            gate.wait()
        default: break
        }
    }

    func flush() async { calls.add("flush") }
    func erase(_ context: EvaluationContext) async { calls.add("erase") }
    func detach() async { calls.add("detach") }
}
