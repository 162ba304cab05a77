// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A form of texts, and how a flag is made from a part of one.
package struct FlagForm: Sendable {
    /// The form's name; equal texts in forms of the same name mean the same.
    package let name: String
    let make: @Sendable (_ key: String, _ text: JSONPart, _ origin: Origin) -> Flag

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - name: The form's name.
    ///   - make: Makes the flag that a part of a text describes. It gets only checked text, and must be a pure function.
    package init(
        _ name: String, make: @escaping @Sendable (_ key: String, _ text: JSONPart, _ origin: Origin) -> Flag
    ) {
        self.name = name
        self.make = make
    }
}

/// Flags that are made on first use, and are then the same objects for all readers.
///
/// May be used from any thread.
package final class LazyFlags: Sendable {
    let index: FlagIndex
    let form: FlagForm
    let origin: Origin
    private let slots: OnceReferences<Flag>
    /// Which rows of the index are not flags here, in ascending order.
    private let missing: [Int]

    /// Makes the flags of an index; those without the usual shape are left out.
    package init(_ index: FlagIndex, _ form: FlagForm, origin: Origin) {
        self.index = index
        self.form = form
        self.origin = origin
        missing = index.unusual
        slots = OnceReferences(count: index.count)
    }

    /// The number of flags.
    var count: Int { index.count - missing.count }

    /// The numbers of the flags.
    var rows: some Sequence<Int> { (0..<index.count).lazy.filter { !self.isMissing($0) } }

    /// The row of a key; nil when there is no flag of that name.
    func row(_ key: String, hash: UInt64) -> Int? {
        index.row(key, hash: hash).flatMap { isMissing($0) ? nil : $0 }
    }

    /// The flag of a key.
    func flag(_ key: String, hash: UInt64) -> Flag? { row(key, hash: hash).map { flag($0) } }

    /// The flag in a row.
    func flag(_ row: Int) -> Flag { slots[row] ?? slots.fill(row, with: made(row)) }

    /// The flag in a row, without keeping a new one.
    func passing(_ row: Int) -> Flag { slots[row] ?? made(row) }

    /// Puts an equal flag in a row before it is first requested.
    func take(_ row: Int, _ flag: Flag) { _ = slots.fill(row, with: flag) }

    /// Whether a row is the same as a row of other flags, byte for byte; their origins may differ.
    func says(_ row: Int, as other: Int, of flags: LazyFlags) -> Bool {
        form.name == flags.form.name && index.isSame(row, as: other, in: flags.index)
    }

    private func made(_ row: Int) -> Flag { form.make(index.key(row), index.text(row), origin) }

    private func isMissing(_ row: Int) -> Bool {
        if missing.isEmpty { return false }
        var (low, high) = (0, missing.count)
        while low < high {
            let middle = (low + high) / 2
            if missing[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < missing.count && missing[low] == row
    }
}
