// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The source of Halyard's random numbers, for jitter, sampling, and identifiers.
public protocol RandomSource: Sendable {
    /// Returns 64 uniformly distributed bits.
    ///
    /// Safe to call from any thread.
    func next() -> UInt64
}

extension RandomSource {
    /// Returns a random number in `0 ..< 1`, with 53 random bits.
    public func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// The random numbers of the operating system.
public struct SystemRandom: RandomSource {
    /// Creates a source that uses the operating system's random numbers.
    public init() {}

    /// Returns the next 64 bits.
    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

/// A repeatable sequence for tests (SplitMix64).
public final class SeededRandom: RandomSource {
    private let state: Lock<UInt64>

    /// Creates a source whose numbers depend only on `seed`.
    public init(seed: UInt64) {
        state = Lock(seed)
    }

    /// Returns the next 64 bits.
    public func next() -> UInt64 {
        let counter = state.withLock { state -> UInt64 in
            state &+= 0x9E37_79B9_7F4A_7C15
            return state
        }
        var bits = (counter ^ (counter >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
