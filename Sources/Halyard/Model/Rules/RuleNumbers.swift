// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The items that rules refer to by a number, such as the fields of a context.
///
/// Each item has a number, which remains the same as long as a rule uses the item.
package struct RuleNumbers<Item: Hashable & Sendable>: Sendable {
    /// The items by number, with `nil` for a number that no item has.
    package private(set) var items: [Item?] = []
    /// The number of rules that use each item.
    private var uses: [Int] = []
    private var numbers: [Item: Int] = [:]
    private var freeNumbers: [Int] = []
    /// The number of items that always remain.
    private let permanentCount: Int

    /// Creates numbers for items that always remain, starting with zero.
    package init(_ permanent: [Item] = []) {
        permanentCount = permanent.count
        for item in permanent { _ = number(of: item) }
    }

    /// Returns the number of an item, and adds the item if it's new.
    ///
    /// ``removeUnused()`` removes it again, unless ``add(_:)`` has counted a use.
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
    package mutating func add(_ numbers: [Int]) { for number in numbers { uses[number] += 1 } }

    /// Removes the items of removed rules from the counts.
    package mutating func remove(_ numbers: [Int]) { for number in numbers { uses[number] -= 1 } }

    /// Removes the items that no rule uses, so that later items can have their numbers.
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
