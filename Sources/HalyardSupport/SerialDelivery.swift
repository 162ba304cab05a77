// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A queue whose elements reach one handler in order, one at a time, and never under a lock.
///
/// Whoever calls ``deliver()`` first hands out everything that is waiting, also what others add meanwhile; the others
/// return at once. So the order is the order of ``add(_:)``, whichever threads are involved.
package final class SerialDelivery<Element: Sendable>: Sendable {
    private enum Entry {
        case element(Element)
        case marker(CheckedContinuation<Void, Never>)
    }

    private struct State {
        var waiting: [Entry] = []
        var isDelivering = false

        /// Everything that waits; nil, and nobody delivers any more, when nothing does.
        mutating func next() -> [Entry]? {
            guard !waiting.isEmpty else {
                isDelivering = false
                return nil
            }
            defer { waiting = [] }
            return waiting
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

    /// Hands out what is waiting, on this thread, unless somebody else is doing it.
    package func deliver() {
        let isMine = state.withLock { state -> Bool in
            guard !state.isDelivering else { return false }
            state.isDelivering = true
            return true
        }
        guard isMine else { return }
        while let batch = state.withLock({ $0.next() }) {
            for entry in batch {
                switch entry {
                case .element(let element): handler(element)
                case .marker(let continuation): continuation.resume()
                }
            }
        }
    }

    /// Hands out what is waiting, from a task; may be called under a lock.
    package func deliverSoon() {
        guard state.withLock({ !$0.waiting.isEmpty && !$0.isDelivering }) else { return }
        Task { self.deliver() }
    }

    /// Returns when everything that was added before this call has been handed out.
    package func settle() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(.marker(continuation)) }
            deliver()
        }
    }
}
