// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Rules with an index of their flags' names, which is made on first use.
final class RuleSet: Sendable {
    let rules: any FlagRules
    private let made = Lock<RuleIndex?>(nil)
    private let earlier: RuleIndex?

    /// - Parameter earlier: Rules before these; with the same names, their index serves again.
    init(_ rules: any FlagRules, after earlier: RuleSet? = nil) {
        self.rules = rules
        self.earlier = earlier.flatMap { $0.made.withLock { $0 } ?? $0.earlier }
    }

    /// The index.
    ///
    /// Takes a lock, so read it once for many flags.
    var index: RuleIndex {
        if let known = made.withLock({ $0 }) { return known }
        let keys = rules.keys
        let index = earlier.flatMap { $0.keys == keys ? $0 : nil } ?? RuleIndex(keys)
        return made.withLock { known in
            if let known { return known }
            known = index
            return index
        }
    }

    var keys: [String] { index.keys }

    /// The place of a name; nil when the rules decide no such flag.
    func place(_ key: String, hash: UInt64) -> Int? { index.place(key, hash: hash) }

    /// The places of the flags that may be decided otherwise than by earlier rules with the same names; nil for any others.
    func indices(changedSince earlier: RuleSet?) -> [Int]? {
        guard let earlier, earlier.keys == keys else { return nil }
        return rules.indices(changedSince: earlier.rules)
    }
}

/// The places of names, by open addressing.
final class RuleIndex: Sendable {
    let keys: [String]
    let hashes: [UInt64]
    /// A place plus one, or zero for none.
    private let slots: [UInt32]

    /// Makes an index; of equal names the first counts.
    init(_ keys: [String]) {
        self.keys = keys
        hashes = keys.map { KeyHash.of($0) }
        var size = 8
        while size < keys.count + keys.count / 2 { size *= 2 }
        var slots = [UInt32](repeating: 0, count: size)
        for place in keys.indices {
            var slot = Int(truncatingIfNeeded: hashes[place]) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(place + 1)
        }
        self.slots = slots
    }

    func place(_ key: String, hash: UInt64) -> Int? {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if hashes[place] == hash, keys[place] == key { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }
}

/// The flags of one context, each decided when it is asked for.
final class DecidedFlags: Sendable {
    let set: RuleSet
    private let index: RuleIndex
    private let decide: FlagEvaluator

    init(_ set: RuleSet, for context: EvaluationContext) {
        self.set = set
        index = set.index
        decide = set.rules.evaluator(for: context)
    }

    /// The names of all flags, including the flags that the context doesn't have.
    var keys: [String] { index.keys }

    func flag(_ place: Int) -> EvaluatedFlag? { decide(place) }

    /// Not inlined: a read of a view retained three more objects when it was, 70 of 1,980 instructions.
    @inline(never)
    func flag(_ key: String, hash: UInt64) -> EvaluatedFlag? { index.place(key, hash: hash).flatMap { decide($0) } }

    /// Any one of the flags that the context has.
    ///
    /// Nil if it has none.
    var anyFlag: EvaluatedFlag? {
        for place in keys.indices { if let flag = decide(place) { return flag } }
        return nil
    }

    /// Calls `body` with each flag that the context has.
    func forEach(_ body: (EvaluatedFlag) -> Void) {
        for place in keys.indices { if let flag = decide(place) { body(flag) } }
    }
}
