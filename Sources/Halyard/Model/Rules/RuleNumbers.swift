// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The items that rules refer to by a number, such as the fields of a context.
///
/// Each item has a number, which remains the same as long as a rule uses the item. The functions are inlinable, because a provider's
/// calls of a generic function of another module take three times as long.
package struct RuleNumbers<Item: Hashable & Sendable>: Sendable {
    /// The items by number, with `nil` for a number that no item has.
    @usableFromInline package internal(set) var items: [Item?] = []
    /// The number of rules that use each item.
    @usableFromInline var uses: [Int] = []
    @usableFromInline var numbers: [Item: Int] = [:]
    @usableFromInline var freeNumbers: [Int] = []
    /// The number of items that always remain.
    @usableFromInline let permanentCount: Int

    /// Creates numbers for items that always remain, starting with zero.
    @inlinable
    package init(_ permanent: [Item] = []) {
        permanentCount = permanent.count
        for item in permanent { _ = number(of: item) }
    }

    /// Returns the number of an item, and adds the item if it's new.
    ///
    /// ``removeUnused()`` removes it again, unless ``add(_:)`` has counted a use.
    @inlinable
    package mutating func number(of item: Item) -> Int {
        if let number = numbers[item] { return number }
        let number = freeNumbers.popLast() ?? items.count
        if number == items.count {
            items.append(nil)
            uses.append(0)
        }
        items[number] = item
        numbers[item] = number
        return number
    }

    /// Counts the items that new rules use.
    @inlinable
    package mutating func add(_ numbers: [Int]) { for number in numbers { uses[number] += 1 } }

    /// Removes the items of removed rules from the counts.
    @inlinable
    package mutating func remove(_ numbers: [Int]) { for number in numbers { uses[number] -= 1 } }

    /// Removes the items that no rule uses, so that later items can have their numbers.
    @inlinable
    package mutating func removeUnused() {
        for (item, number) in numbers where number >= permanentCount && uses[number] == 0 {
            numbers[item] = nil
            items[number] = nil
        }
        while let last = items.last, last == nil {
            items.removeLast()
            uses.removeLast()
        }
        freeNumbers = items.indices.filter { items[$0] == nil }
    }
}
