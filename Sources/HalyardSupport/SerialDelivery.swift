// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A queue whose elements reach one handler in order, one at a time, and never under a lock.
///
/// The first caller of ``deliver()`` hands out what is waiting at that moment; the others return at once, and what they
/// added is handed out by a task. So the order is the order of ``add(_:)``, whichever threads are involved, and no caller is
/// kept busy by what others add.
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

        /// Ends the delivery if nothing waits any more, and says so.
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

    /// Puts an element at the end of the queue.
    ///
    /// Calls no handler, so it may be called under a lock.
    package func add(_ element: Element) {
        state.withLock { $0.waiting.append(.element(element)) }
    }

    /// Hands out what is waiting, on this thread, unless a delivery is already under way.
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

    /// Hands out the waiting elements, and returns true if no new elements have come, which ends the delivery.
    private func deliverBatch() -> Bool {
        var markers: [CheckedContinuation<Void, Never>] = []
        for entry in state.withLock({ $0.takeAll() }) {
            switch entry {
            case .element(let element): handler(element)
            case .marker(let continuation): markers.append(continuation)
            }
        }
        let isOver = state.withLock { $0.endIfEmpty() }
        // Now, so that a caller of `settle` who delivers next does so on its own thread.
        for marker in markers { marker.resume() }
        return isOver
    }

    /// Hands out what is waiting, from a task; may be called under a lock.
    package func deliverSoon() {
        guard state.withLock({ !$0.waiting.isEmpty && !$0.isDelivering }) else { return }
        Task { self.deliver() }
    }

    /// Returns when all elements that were added before this call have been handed out.
    ///
    /// If no elements have been added since, the next ``deliver()`` hands out its elements on the caller's thread.
    package func settle() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(.marker(continuation)) }
            deliver()
        }
    }
}
