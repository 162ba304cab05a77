// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A list that returns its elements one after another, and then repeats the last one.
package final class InTurn<Element: Sendable>: Sendable {
    private let left: Lock<[Element]>

    package init(_ elements: [Element]) { left = Lock(elements) }

    package func next() -> Element { left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
}
