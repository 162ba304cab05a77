// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension RandomSource {
    /// Returns a random version 4 UUID (RFC 9562, section 5.4) in lowercase.
    public func uuid() -> String {
        let high = next() & ~0xF000 | 0x4000
        let low = next() & ~(0xC000_0000_0000_0000) | 0x8000_0000_0000_0000
        let digits = (hexadecimal(high) + hexadecimal(low)).enumerated()
        return digits.map { [8, 12, 16, 20].contains($0.offset) ? "-\($0.element)" : "\($0.element)" }.joined()
    }

    private func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
