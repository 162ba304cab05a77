// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct RandomSourceTests {
    /// A source that always returns the same bits.
    private struct Constant: RandomSource {
        let bits: UInt64
        func next() -> UInt64 { bits }
    }

    @Test("Generates the numbers of SplitMix64 for a seed")
    func knownValues() {
        let zero = SeededRandom(seed: 0)
        #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
        #expect(zero.next() == 0x6E78_9E6A_A1B9_65F4)
        let other = SeededRandom(seed: 1_234_567)
        #expect(other.next() == 6_457_827_717_110_365_317)
        #expect(other.next() == 3_203_168_211_198_807_973)
        #expect(other.next() == 9_817_491_932_198_370_423)
    }

    @Test("Generates the same sequence only for the same seed")
    func repeatable() {
        let (first, second, other) = (SeededRandom(seed: 42), SeededRandom(seed: 42), SeededRandom(seed: 43))
        let numbers = (0..<100).map { _ in first.next() }
        #expect((0..<100).map { _ in second.next() } == numbers)
        #expect((0..<100).map { _ in other.next() } != numbers)
        #expect(Set(numbers).count == 100)
    }

    @Test("Returns each number once across threads")
    func threads() async {
        let random = SeededRandom(seed: 7)
        let alone = SeededRandom(seed: 7)
        let numbers = await withTaskGroup(of: [UInt64].self, returning: Set<UInt64>.self) { group in
            for _ in 0..<4 { group.addTask { (0..<1000).map { _ in random.next() } } }
            return await group.reduce(into: []) { $0.formUnion($1) }
        }
        #expect(numbers == Set((0..<4000).map { _ in alone.next() }))
    }

    @Test("Returns unit numbers from 0 up to, but not including, 1")
    func unit() {
        let random = SeededRandom(seed: 1)
        let numbers = (0..<10_000).map { _ in random.unit() }
        #expect(numbers.allSatisfy { (0..<1).contains($0) })
        #expect(numbers.contains { $0 < 0.01 })
        #expect(numbers.contains { $0 > 0.99 })
        #expect(Constant(bits: 0).unit() == 0)
        #expect(Constant(bits: 1 << 63).unit() == 0.5)
        #expect(Constant(bits: .max).unit() == 0x1.fffffffffffffp-1)
        #expect(Constant(bits: .max).unit() < 1)
    }

    @Test("Returns different numbers from the operating system")
    func system() {
        let random = SystemRandom()
        #expect(Set((0..<64).map { _ in random.next() }).count > 1)
    }

    @Test("Creates UUIDs of version 4 from the source's bits")
    func uuids() {
        #expect(Constant(bits: 0).uuid() == "00000000-0000-4000-8000-000000000000")
        #expect(Constant(bits: .max).uuid() == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(SeededRandom(seed: 0).uuid() == "e220a839-7b1d-4daf-ae78-9e6aa1b965f4")
    }
}
