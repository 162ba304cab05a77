// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Rules with an index of their flag keys, which is created on first use.
final class RuleSet: Sendable {
    let rules: any FlagRules
    private let made = Lock<RuleIndex?>(nil)
    private let earlier: RuleIndex?

    /// - Parameter earlier: The previous rules, whose index is used again if the keys are the same.
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

    /// Returns the index of a key, or `nil` if the rules have no such flag.
    func place(_ key: String, hash: UInt64) -> Int? { index.place(key, hash: hash) }

    /// Returns the indices of the flags that can differ from earlier rules with the same keys, or `nil` if any flag can.
    func indices(changedSince earlier: RuleSet?) -> [Int]? {
        guard let earlier, earlier.keys == keys else { return nil }
        return rules.indices(changedSince: earlier.rules)
    }
}

/// The indices of keys, by open addressing.
final class RuleIndex: Sendable {
    let keys: [String]
    let hashes: [UInt64]
    /// An index plus one, or zero for none.
    private let slots: [UInt32]

    /// Creates an index.
    ///
    /// If keys are equal, the first one counts.
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

/// The flags of one context, each evaluated when it's read.
final class DecidedFlags: Sendable {
    let set: RuleSet
    private let index: RuleIndex
    private let decide: FlagEvaluator

    init(_ set: RuleSet, for context: EvaluationContext) {
        self.set = set
        index = set.index
        decide = set.rules.evaluator(for: context)
    }

    /// The keys of all flags, including the flags that the context doesn't have.
    var keys: [String] { index.keys }

    func flag(_ place: Int) -> EvaluatedFlag? { decide(place) }

    /// Not inlined, because a read of a snapshot would retain three more objects, which costs 70 of 1,980 instructions.
    @inline(never)
    func flag(_ key: String, hash: UInt64) -> EvaluatedFlag? { index.place(key, hash: hash).flatMap { decide($0) } }

    /// Any one of the flags that the context has, or `nil` if it has none.
    var anyFlag: EvaluatedFlag? {
        for place in keys.indices { if let flag = decide(place) { return flag } }
        return nil
    }

    /// Calls `body` with each flag that the context has.
    func forEach(_ body: (EvaluatedFlag) -> Void) {
        for place in keys.indices { if let flag = decide(place) { body(flag) } }
    }
}
