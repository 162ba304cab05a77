// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Synchronization

// Inlined into the app: a read is some fifty instructions there, and half as many more behind a call.
// The casts are of a type to itself, and go when the code is specialised for it.
extension FlagCells {
    /// A cell as a reader sees it, who has one of its stripes.
    @usableFromInline
    struct Cell {
        @usableFromInline let slot: UnsafeMutablePointer<CellBlock.Slot>
        @usableFromInline let stripe: UnsafeMutablePointer<CellStripe>

        @inlinable
        init(_ slot: UnsafeMutablePointer<CellBlock.Slot>, _ stripe: UnsafeMutablePointer<CellStripe>) {
            self.slot = slot
            self.stripe = stripe
        }

        /// What stands beside the word, counted; nil where no value of the kind is served.
        @inlinable
        @inline(__always)
        func valueBeside(_ kind: CellWord.Kind) -> FlagValue? {
            guard stripe.pointee.take(kind) != nil else { return nil }
            defer { stripe.pointee.left.add(1, ordering: .releasing) }
            return slot.pointee.value
        }
    }

    /// The flag's value, counted; nil where the read must take the long way.
    @inlinable
    func value<Value>(of key: FlagKey<Value>) -> Value? {
        if Value.self == Bool.self {
            guard let value = cell(key.name, key.hash)?.stripe.pointee.take(.bool)?.bool else { return nil }
            return value as? Value
        }
        if Value.self == String.self {
            guard case .string(let value)? = cell(key.name, key.hash)?.valueBeside(.text) else { return nil }
            return value as? Value
        }
        if Value.self == Int.self {
            guard let value = cell(key.name, key.hash).flatMap(int) else { return nil }
            return value as? Value
        }
        if Value.self == Double.self {
            guard let value = cell(key.name, key.hash).flatMap(double) else { return nil }
            return value as? Value
        }
        return nil
    }

    /// Whether reads of this type can end in a cell.
    static func hold<Value>(_: Value.Type) -> Bool {
        Value.self == Bool.self || Value.self == String.self || Value.self == Int.self || Value.self == Double.self
    }

    @usableFromInline
    func int(_ cell: Cell) -> Int? {
        if let word = cell.stripe.pointee.take(.int) { return word.int }
        if case .int(let value)? = cell.valueBeside(.long) { return Int(exactly: value) }
        return nil
    }

    @usableFromInline
    func double(_ cell: Cell) -> Double? {
        if case .double(let value)? = cell.valueBeside(.double) { return value }
        return cell.stripe.pointee.take(.int).map { Double($0.int) }
    }

    /// The cell of a name that was read before; nil while tests declare flags.
    @inlinable
    @inline(__always)
    func cell(_ name: String, _ hash: UInt64) -> Cell? {
        if scopes.isOpen { return nil }
        // Most names are where they belong in the first block.
        let index = Int(truncatingIfNeeded: hash) & (4 * 128 - 1)
        if first.entries[index].hash.load(ordering: .acquiring) == hash, first.entries[index].name == name {
            let number = first.entries[index].number
            return Cell(first.slots + number, first.stripes + (CellStripe.ofThisThread &* 128 &+ number))
        }
        return cellElsewhere(name, hash)
    }

    @usableFromInline
    func cellElsewhere(_ name: String, _ hash: UInt64) -> Cell? {
        find(name, hash)?.cell
    }
}
