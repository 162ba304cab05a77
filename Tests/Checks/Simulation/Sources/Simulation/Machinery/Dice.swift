// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTransport
import Halyard

/// A generator of random numbers from a seed (SplitMix64).
struct Dice {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// Each stream of a seed produces different numbers.
    init(_ seed: UInt64, _ stream: UInt64 = 0) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ stream &* 0xD1B5_4A32_D192_ED03
        for _ in 0..<2 { _ = next() }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func chance(_ share: Double) -> Bool { Double(next() >> 11) * 0x1p-53 < share }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Returns a random number of milliseconds.
    ///
    /// Small numbers are more frequent than large ones.
    mutating func pause(upTo longest: Int) -> Duration {
        let scale = below(4)
        let limit = max(1, longest >> (scale * 3))
        return .milliseconds(below(limit + 1))
    }
}

/// The library's source of random numbers.
final class SimRandom: RandomSource, @unchecked Sendable {
    // Only the simulation's thread uses it.
    private var dice: Dice

    init(_ dice: Dice) { self.dice = dice }

    func next() -> UInt64 { dice.next() }
}
