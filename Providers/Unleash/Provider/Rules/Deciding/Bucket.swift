// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Assigns each user a fixed position, for rollouts and variants.
struct Bucket: Sendable {
    /// The value that determines the position.
    enum Stickiness: Sendable {
        /// The user ID, or else the session ID, or else a random value.
        case identity
        /// A field of the context.
        case field(Int)
        /// A random value, which is drawn once for each snapshot.
        case dice
    }

    let stickiness: Stickiness
    private let hash: BucketHash
    /// A salt that makes random values independent of other flags and strategies.
    private let salt: UInt64

    /// - Parameters:
    ///   - group: The group. A user's position is different in each group.
    ///   - seed: The purpose of the position.
    ///   - flag: The key of the flag that random values are drawn for.
    ///   - number: The number of the random value within the flag.
    init(_ stickiness: Stickiness, group: String, seed: BucketHash.Seed, flag: String, number: Int) {
        self.stickiness = stickiness
        hash = BucketHash(group: group, seed: seed)
        let start = UInt64(seed.rawValue) &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        salt = flag.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The number of the field that determines the position, or `nil` for the default fields and for random values.
    var field: Int? { if case .field(let number) = stickiness { number } else { nil } }

    /// Returns whether positions are random for a context with a user ID.
    ///
    /// - Parameter elseMissing: A Boolean value that indicates whether they are random for a context without the field.
    func throwsDice(elseMissing: Bool) -> Bool {
        switch stickiness {
        case .identity: false
        case .field: elseMissing
        case .dice: true
        }
    }

    /// Returns the context's position, from 1 to `modulus`, or `nil` if the context doesn't have the field.
    func place(of context: ContextValues, modulus: UInt32) -> UInt32? {
        if let place = stickyPlace(of: context, modulus: modulus) { return place }
        if case .field = stickiness { return nil }
        return drawnPlace(of: context, modulus: modulus)
    }

    /// Returns the context's position, or `nil` if it depends on a random value.
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

    /// Returns a random position, from 1 to `modulus`.
    func drawnPlace(of context: ContextValues, modulus: UInt32) -> UInt32 {
        // The last steps of SplitMix64.
        var bits = context.dice ^ salt
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: (bits ^ (bits >> 31)) % UInt64(modulus)) + 1
    }
}
