// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import CHalyardAtomics
public import CHalyardThread

// Inlined into the app: a read takes about fifty instructions there, and half as many again behind a call.
// The casts are from a type to itself, and disappear when the code is specialised for it.
extension FlagCells {
    /// The flag's value, counted; nil where the read must take the slow path.
    @inlinable
    @inline(__always)
    func value<Value>(of key: FlagKey<Value>) -> Value? {
        if Value.self == Bool.self {
            guard let value = bool(key.name, key.hash) else { return nil }
            return value as? Value
        }
        if Value.self == String.self {
            guard let value = text(key.name, key.hash) else { return nil }
            return value as? Value
        }
        if Value.self == Int.self {
            guard let value = int(key.name, key.hash) else { return nil }
            return value as? Value
        }
        if Value.self == Double.self {
            guard let value = double(key.name, key.hash) else { return nil }
            return value as? Value
        }
        return nil
    }

    /// Whether reads of this type can end in a cell.
    static func hold<Value>(_: Value.Type) -> Bool {
        Value.self == Bool.self || Value.self == String.self || Value.self == Int.self || Value.self == Double.self
    }

    // MARK: Fast path: most names are at their own place in the first block, and most threads at theirs in the table

    @inlinable
    @inline(__always)
    func bool(_ name: String, _ hash: UInt64) -> Bool? {
        if let index = firstIndex(name, hash), let tally = ownTally() {
            // Row "word read".
            let word = CellWord(bits: halyard_load_acquire((cells + index).word))
            if word.serves(.bool), tally.pointee.count(index, word) { return word.bool }
        }
        return boolElsewhere(name, hash)
    }

    @inlinable
    @inline(__always)
    func int(_ name: String, _ hash: UInt64) -> Int? {
        if let index = firstIndex(name, hash), let tally = ownTally() {
            // Row "word read".
            let word = CellWord(bits: halyard_load_acquire((cells + index).word))
            if word.serves(.int), tally.pointee.count(index, word) { return word.int }
        }
        return intElsewhere(name, hash)
    }

    @inlinable
    @inline(__always)
    func text(_ name: String, _ hash: UInt64) -> String? {
        if let index = firstIndex(name, hash), let tally = ownTally() {
            // Row "word read".
            let word = CellWord(bits: halyard_load_acquire((cells + index).word))
            if word.serves(.text), let text = tally.pointee.text(index, word) { return text }
        }
        return textElsewhere(name, hash)
    }

    @inlinable
    @inline(__always)
    func firstIndex(_ name: String, _ hash: UInt64) -> Int? {
        let place = entries + (Int(truncatingIfNeeded: hash) & (CellBlock.firstEntryCount - 1))
        // Row "name found".
        guard halyard_load_relaxed(scopeWord) == 0, halyard_load_acquire(place.hash) == hash, place.pointee.name == name
        else {
            return nil
        }
        return place.pointee.index
    }

    @inlinable
    @inline(__always)
    func ownTally() -> UnsafeMutablePointer<ThreadTally>? {
        let thread = halyard_thread()
        let tally = tallies + FlagCells.tallyPlace(thread)
        // Row "tally found": a thread finds its own number only where it has written it.
        return halyard_load_relaxed(tally.owner) == thread ? tally : nil
    }

    /// Where a thread's tally usually is: consecutive numbers have consecutive places.
    @inlinable
    @inline(__always)
    static func tallyPlace(_ thread: UInt64) -> Int {
        Int(truncatingIfNeeded: thread & 0xFF)
    }

    // MARK: The same for all names and threads

    @usableFromInline
    func boolElsewhere(_ name: String, _ hash: UInt64) -> Bool? { take(.bool, name, hash)?.word.bool }

    @usableFromInline
    func intElsewhere(_ name: String, _ hash: UInt64) -> Int? {
        if let (word, _) = take(.int, name, hash) { return word.int }
        guard case .int(let value)? = take(.long, name, hash)?.beside else { return nil }
        return Int(exactly: value)
    }

    @usableFromInline
    func double(_ name: String, _ hash: UInt64) -> Double? {
        if case .double(let value)? = take(.double, name, hash)?.beside { return value }
        return intElsewhere(name, hash).map { Double($0) }
    }

    @usableFromInline
    func textElsewhere(_ name: String, _ hash: UInt64) -> String? {
        guard case .string(let value)? = take(.text, name, hash)?.beside else { return nil }
        return value
    }

    /// A cell's word and what stands beside it, counted; nil where the read must take the slow path.
    private func take(_ kind: CellWord.Kind, _ name: String, _ hash: UInt64) -> (word: CellWord, beside: FlagValue)? {
        guard halyard_load_relaxed(scopeWord) == 0, let place = map.find(name, hash) else { return nil }
        let (word, thread) = (place.word, halyard_thread())
        guard word.serves(kind) else { return nil }
        if let value = threads.find(thread)?.pointee.value(place.number, word) { return (word, value) }
        return takeFirst(place, kind, by: thread)
    }
}
