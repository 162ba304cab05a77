// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Assigns each identity a fixed position between 0 and 1, so that a growing share only adds identities.
///
/// The standard library's `Hasher` has a different seed in every run, and a SHA-256 digest costs as much as merging ten flags.
enum StableShare {
    /// Returns the position of an identity, at least 0 and below 1.
    ///
    /// It's the same in every run and on every machine, for the same seed.
    static func place(of identity: String, seed: String) -> Double {
        // FNV-1a, followed by the finalizer of SplitMix64, which spreads small differences over all bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
        for byte in identity.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        return Double(hash >> 11) * 0x1p-53
    }
}
