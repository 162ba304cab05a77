// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Dispatch
import Foundation
import Halyard
import HalyardSupport
import TestSupport
import Testing

/// A sink that blocks the thread that delivers the tracking event "first", and records its calls.
///
/// It only blocks its own thread, because a thread of the cooperative pool must not be blocked.
final class BlockingSink: EventSink {
    private struct State {
        /// The thread that the sink may block.
        var own: ObjectIdentifier?
        var isHeldUp = false
        /// The number of "first" events from another thread, which was delivering earlier events at the time.
        var missed = 0
    }

    let capabilities = SinkCapabilities(interest: .counts)
    private let state = Lock(State())
    private let calls = Recorder<String>()
    private let gate = DispatchSemaphore(value: 0)

    /// The calls in order: tracking events by name, and everything else.
    var all: [String] { calls.all }

    /// Tracks the event "first" until the sink blocks the thread.
    ///
    /// Returns `false` if no thread can start.
    func block(_ client: FlagClient) async -> Bool {
        while !state.withLock(\.isHeldUp) {
            let missed = state.withLock(\.missed)
            let hasStarted = BlockingThread.start { [self] in
                state.withLock { $0.own = ObjectIdentifier(Thread.current) }
                client.track("first")
            }
            guard hasStarted else { return false }
            await until { state.withLock { $0.isHeldUp || $0.missed > missed } }
        }
        return true
    }

    func release() { gate.signal() }

    func receive(_ event: FlagEvent) {
        switch event {
        case .modeChanged(let mode): calls.add("\(mode)")
        case .consentChanged(let isGiven): calls.add("consent \(isGiven)")
        case .tracked(let event):
            if event.name == "first" { holdUp() } else { calls.add(event.name) }
        default: break
        }
    }

    private func holdUp() {
        let isOwn = state.withLock { state in
            state.isHeldUp = state.own == ObjectIdentifier(Thread.current)
            if !state.isHeldUp { state.missed += 1 }
            return state.isHeldUp
        }
        guard isOwn else { return }
        calls.add("first")
        gate.wait()
    }

    func flush() async { calls.add("flush") }
    func erase(_ context: EvaluationContext) async { calls.add("erase") }
    func detach() async { calls.add("detach") }
}
