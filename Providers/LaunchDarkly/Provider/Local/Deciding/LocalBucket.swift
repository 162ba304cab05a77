// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Assigns each context a fixed position in a rollout.
struct LocalBucket: Sendable {
    /// The range of the bytes that make positions independent of other rollouts.
    let prefix: Range<Int>
    /// The number of the field that determines the position.
    let field: Int
    /// The number of the field with the key of the part.
    let part: Int

    /// Returns whether the context has a part of the rollout's kind.
    func hasPart(_ context: LocalValues) -> Bool { !context.values[part].isMissing }

    /// Returns the context's position from 0 to 1, both included.
    ///
    /// The position is 0 if the context doesn't have a string or integer in the field.
    func position(of context: LocalValues, _ bytes: [UInt8]) -> Double {
        guard case .text(let text) = context.values[field] else { return 0 }
        return Self.position(of: SHA1.first64Bits(of: prefix, of: bytes, then: text, of: context.texts))
    }

    /// Returns the position of a hash, of which LaunchDarkly uses the first 15 hexadecimal digits.
    static func position(of hash: UInt64) -> Double { Double(hash >> 4) / Double(0xFFF_FFFF_FFFF_FFFF as UInt64) }
}
