// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A queue that passes its elements to one handler in order, one at a time, and never under a lock.
///
/// The first caller of ``deliver()`` delivers the elements that are waiting at that time. Other callers return immediately, and a
/// task delivers the elements that they added. So elements arrive in the order of ``add(_:)`` on all threads, and no caller
/// delivers elements that others add later.
package final class SerialDelivery<Element: Sendable>: Sendable {
    private enum Entry {
        case element(Element)
        case marker(CheckedContinuation<Void, Never>)
    }

    private struct State: ~Copyable {
        var waiting: [Entry] = []
        var isDelivering = false

        mutating func takeAll() -> [Entry] {
            defer { waiting = [] }
            return waiting
        }

        /// Ends the delivery if no elements are waiting, and returns whether it ended.
        mutating func endIfEmpty() -> Bool {
            if waiting.isEmpty { isDelivering = false }
            return waiting.isEmpty
        }
    }

    private let state = Lock(State())
    private let handler: @Sendable (Element) -> Void

    package init(_ handler: @escaping @Sendable (Element) -> Void) {
        self.handler = handler
    }

    /// Adds an element to the end of the queue.
    ///
    /// Doesn't call the handler, so you can call this under a lock.
    package func add(_ element: Element) {
        state.withLock { $0.waiting.append(.element(element)) }
    }

    /// Delivers the waiting elements on this thread, unless a delivery is already running.
    package func deliver() {
        let isMine = state.withLock { state -> Bool in
            guard !state.isDelivering else { return false }
            state.isDelivering = true
            return true
        }
        guard isMine else { return }
        if deliverBatch() { return }
        Task { while !self.deliverBatch() {} }
    }

    /// Delivers the waiting elements.
    ///
    /// Returns `true` if no new elements have arrived, which ends the delivery.
    private func deliverBatch() -> Bool {
        var markers: [CheckedContinuation<Void, Never>] = []
        for entry in state.withLock({ $0.takeAll() }) {
            switch entry {
            case .element(let element): handler(element)
            case .marker(let continuation): markers.append(continuation)
            }
        }
        let isOver = state.withLock { $0.endIfEmpty() }
        // Resumes only now, so that if a caller of `settle` delivers next, it does so on its own thread.
        for marker in markers { marker.resume() }
        return isOver
    }

    /// Delivers the waiting elements from a task.
    ///
    /// You can call this under a lock.
    package func deliverSoon() {
        guard state.withLock({ !$0.waiting.isEmpty && !$0.isDelivering }) else { return }
        Task { self.deliver() }
    }

    /// Returns when all previously added elements have been delivered.
    ///
    /// If no elements have been added since, the next ``deliver()`` delivers its elements on the caller's thread.
    package func settle() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(.marker(continuation)) }
            deliver()
        }
    }
}
