// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The newest elements up to a number; an element more pushes the oldest out, at the same cost however many there are.
struct RingBuffer<Element> {
    let capacity: Int
    private var slots: [Element] = []
    /// Where the oldest element stands once all slots are taken.
    private var start = 0

    /// Makes an empty buffer of one element at least.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { slots.count }
    var isEmpty: Bool { slots.isEmpty }

    /// The elements, oldest first.
    var elements: [Element] { Array(slots[start...] + slots[..<start]) }

    /// Adds an element; whether the oldest had to go.
    mutating func append(_ element: Element) -> Bool {
        if slots.count < capacity {
            slots.append(element)
            return false
        }
        slots[start] = element
        start = (start + 1) % capacity
        return true
    }

    /// Takes the oldest elements out, up to a number.
    mutating func take(_ limit: Int) -> [Element] {
        let all = elements
        replace(all.dropFirst(limit))
        return Array(all.prefix(limit))
    }

    /// Puts elements before the oldest; how many did not fit, the oldest of them all.
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
