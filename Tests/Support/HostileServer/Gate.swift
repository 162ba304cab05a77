// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

import Dispatch

/// A gate at which a server waits until the test opens it.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [DispatchSemaphore] = []
    }

    private let state = Lock(State())

    /// Creates a closed gate.
    package init() {}

    /// Opens the gate permanently.
    package func open() {
        let waiting = state.withLock { state -> [DispatchSemaphore] in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// A Boolean value that indicates whether the gate is open.
    package var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Signals a semaphore as soon as the gate is open.
    func signal(_ semaphore: DispatchSemaphore) {
        let isOpen = state.withLock { state -> Bool in
            if !state.isOpen { state.waiting.append(semaphore) }
            return state.isOpen
        }
        if isOpen { semaphore.signal() }
    }
}
