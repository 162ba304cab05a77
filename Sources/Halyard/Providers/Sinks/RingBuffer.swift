// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A buffer of the newest elements, in which a new element replaces the oldest at a constant cost.
struct RingBuffer<Element> {
    let capacity: Int
    private var slots: [Element] = []
    /// The index of the oldest element, if the buffer is full.
    private var start = 0

    /// Creates an empty buffer with a capacity of at least one element.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { slots.count }
    var isEmpty: Bool { slots.isEmpty }

    /// The elements, with the oldest element first.
    var elements: [Element] { Array(slots[start...] + slots[..<start]) }

    /// Adds an element and returns whether the oldest was removed.
    mutating func append(_ element: Element) -> Bool {
        if slots.count < capacity {
            slots.append(element)
            return false
        }
        slots[start] = element
        start = (start + 1) % capacity
        return true
    }

    /// Removes and returns the oldest elements, up to a maximum number.
    mutating func removeFirst(_ limit: Int) -> [Element] {
        let all = elements
        replace(all.dropFirst(limit))
        return Array(all.prefix(limit))
    }

    /// Inserts elements before the oldest element, and returns the number of elements that didn't fit.
    ///
    /// The oldest of all elements are dropped.
    mutating func prepend(_ older: some Sequence<Element>) -> Int {
        let all = older + elements
        replace(all.suffix(capacity))
        return all.count - count
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool = { _ in true }) {
        replace(elements.filter { !isUnwanted($0) })
    }

    private mutating func replace(_ elements: some Collection<Element>) {
        slots = Array(elements)
        start = 0
    }
}

extension RingBuffer: Sendable where Element: Sendable {}
