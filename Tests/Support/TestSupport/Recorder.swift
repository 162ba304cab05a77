// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A recorder of elements in order, which is safe to use from any thread.
package final class Recorder<Element: Sendable>: Sendable {
    private let state = Lock<[Element]>([])

    package init() {}

    package var all: [Element] { state.withLock { $0 } }

    package var count: Int { all.count }

    package func add(_ element: Element) { state.withLock { $0.append(element) } }

    /// Returns and removes the recorded elements.
    package func take() -> [Element] {
        state.withLock { elements in
            defer { elements = [] }
            return elements
        }
    }
}

extension Recorder<Void> {
    package func add() { add(()) }
}
