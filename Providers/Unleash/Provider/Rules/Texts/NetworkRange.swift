// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An IP address, or all addresses of a network.
struct NetworkRange: Sendable, Hashable {
    private let address: NetworkAddress
    private let bits: Int

    /// Creates a range from a string, or returns `nil` if it isn't valid.
    ///
    /// Examples are `10.1.2.3`, `10.1.2.0/24`, `10.0.0.0/255.0.0.0`, and `2001:db8::/32`. Address bits after the network prefix
    /// are ignored.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ NetworkAddress($0) }), parts.count <= 2 else { return nil }
        self.address = address
        guard parts.count == 2 else {
            bits = address.bitCount
            return
        }
        guard let bits = Self.bits(parts[1], of: address) else { return nil }
        self.bits = bits
    }

    private static func bits(_ text: some StringProtocol, of address: NetworkAddress) -> Int? {
        if let mask = NetworkAddress(text) {
            return mask.bitCount == address.bitCount ? mask.maskBits : nil
        }
        let digits = text.utf8
        guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }), let bits = Int(text),
            bits <= address.bitCount, digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return bits
    }

    /// Returns whether the network contains an address.
    ///
    /// Addresses of the other IP version are never contained.
    func contains(_ other: NetworkAddress) -> Bool {
        other.bitCount == address.bitCount && other.prefix(bits) == address.prefix(bits)
    }
}

/// An IPv4 or IPv6 address.
struct NetworkAddress: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64
    /// The number of bits, 32 or 128.
    let bitCount: Int

    private init(high: UInt64, low: UInt64, bitCount: Int) {
        (self.high, self.low, self.bitCount) = (high, low, bitCount)
    }

    /// Creates an address from a string, or returns `nil` if it isn't valid.
    ///
    /// Leading zeros, spaces, and zones aren't valid.
    init?(_ text: some StringProtocol) {
        guard let found = text.contains(":") ? Self.version6(text) : Self.version4(text) else { return nil }
        self = found
    }

    private static func version4(_ text: some StringProtocol) -> NetworkAddress? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            let digits = part.utf8
            guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }),
                digits.count == 1 || digits.first != UInt8(ascii: "0"), let number = UInt64(part), number < 256
            else { return nil }
            value = value << 8 | number
        }
        return NetworkAddress(high: value << 32, low: 0, bitCount: 32)
    }

    private static func version6(_ text: some StringProtocol) -> NetworkAddress? {
        let halves = text.components(separatedByDoubleColon: ())
        guard let halves, halves.count <= 2, let first = groups(halves[0], isLast: halves.count == 1) else {
            return nil
        }
        var all = first
        if halves.count == 2 {
            guard let second = groups(halves[1], isLast: true), first.count + second.count < 8 else { return nil }
            all += [UInt64](repeating: 0, count: 8 - first.count - second.count) + second
        }
        guard all.count == 8 else { return nil }
        return NetworkAddress(
            high: all[..<4].reduce(0) { $0 << 16 | $1 }, low: all[4...].reduce(0) { $0 << 16 | $1 }, bitCount: 128)
    }

    /// Reads groups of hexadecimal digits, or returns `nil` for anything else.
    ///
    /// The last group can be an IPv4 address.
    private static func groups(_ text: some StringProtocol, isLast: Bool) -> [UInt64]? {
        if text.isEmpty { return [] }
        var groups: [UInt64] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if isLast, number == parts.count - 1, part.contains(".") {
                guard let embedded = version4(part) else { return nil }
                groups += [embedded.high >> 48, embedded.high >> 32 & 0xFFFF]
            } else {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexDigit),
                    let group = UInt64(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }

    /// Returns an address that keeps the first bits and sets all other bits to zero.
    func prefix(_ bits: Int) -> NetworkAddress {
        let highMask: UInt64 = bits >= 64 ? .max : bits == 0 ? 0 : .max << UInt64(64 - bits)
        let lowMask: UInt64 = bits <= 64 ? 0 : .max << UInt64(128 - bits)
        return NetworkAddress(high: high & highMask, low: low & lowMask, bitCount: bitCount)
    }

    /// The number of one bits in a network mask, or `nil` if the address isn't a mask.
    fileprivate var maskBits: Int? {
        let bits = high.nonzeroBitCount + low.nonzeroBitCount
        let whole = NetworkAddress(high: .max, low: .max, bitCount: bitCount)
        return whole.prefix(bits).high == high && whole.prefix(bits).low == low ? bits : nil
    }
}

extension StringProtocol {
    /// Returns the parts around `::`, or `nil` if it occurs more than once.
    fileprivate func components(separatedByDoubleColon: Void) -> [SubSequence]? {
        guard let range = firstRange(of: "::") else { return [self[...]] }
        let rest = self[range.upperBound...]
        if rest.firstRange(of: "::") != nil || rest.hasPrefix(":") { return nil }
        return [self[..<range.lowerBound], rest]
    }
}
