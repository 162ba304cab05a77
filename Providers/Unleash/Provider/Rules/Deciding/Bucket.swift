// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Gives each user a place that stays the same: for rollouts and variants.
struct Bucket: Sendable {
    /// What the place depends on.
    enum Stickiness: Sendable {
        /// The user id, or else the session id, or else dice.
        case identity
        /// A field.
        case field(Int)
        /// Dice, thrown once for each view.
        case dice
    }

    let stickiness: Stickiness
    private let hash: BucketHash
    /// Makes dice independent of those of other flags and of other strategies.
    private let salt: UInt64

    /// - Parameters:
    ///   - group: Users have other places in other groups.
    ///   - seed: What the place is for.
    ///   - flag: The flag whose dice are thrown.
    ///   - number: Which of the flag's dice they are.
    init(_ stickiness: Stickiness, group: String, seed: BucketHash.Seed, flag: String, number: Int) {
        self.stickiness = stickiness
        hash = BucketHash(group: group, seed: seed)
        let start = UInt64(seed.rawValue) &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        salt = flag.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The number of the field that the place depends on, or `nil` for the default fields and for dice.
    var field: Int? { if case .field(let number) = stickiness { number } else { nil } }

    /// Whether places are drawn for a context with a user id.
    ///
    /// - Parameter elseMissing: Whether they are for one without the field that counts.
    func throwsDice(elseMissing: Bool) -> Bool {
        switch stickiness {
        case .identity: false
        case .field: elseMissing
        case .dice: true
        }
    }

    /// The context's place, from 1 to `modulus`; nil when it lacks the field.
    func place(of context: ContextValues, modulus: UInt32) -> UInt32? {
        if let place = stickyPlace(of: context, modulus: modulus) { return place }
        if case .field = stickiness { return nil }
        return drawnPlace(of: context, modulus: modulus)
    }

    /// The context's place as far as it does not depend on dice.
    func stickyPlace(of context: ContextValues, modulus: UInt32) -> UInt32? {
        switch stickiness {
        case .identity:
            place(by: ContextFields.userId, context, modulus) ?? place(by: ContextFields.sessionId, context, modulus)
        case .field(let number): place(by: number, context, modulus)
        case .dice: nil
        }
    }

    private func place(by field: Int, _ context: ContextValues, _ modulus: UInt32) -> UInt32? {
        guard case .text(let text) = context.values[field] else { return nil }
        return hash.place(of: text, in: context.texts, modulus: modulus)
    }

    /// A place by dice, from 1 to `modulus`.
    func drawnPlace(of context: ContextValues, modulus: UInt32) -> UInt32 {
        // SplitMix64's last steps.
        var bits = context.dice ^ salt
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: (bits ^ (bits >> 31)) % UInt64(modulus)) + 1
    }
}
