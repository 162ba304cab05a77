// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A writer of one block in the deflate format with its fixed codes (RFC 1951).
struct Deflater {
    private(set) var output: [UInt8] = []
    private var bits: UInt64 = 0
    private var bitCount = 0

    private static let shortestMatch = 3
    private static let longestMatch = 258
    private static let window = 32_768
    /// The maximum number of earlier matches with the same beginning that the search compares.
    private static let effort = 32

    /// Writes all bytes, and must be called only once.
    mutating func write(_ bytes: [UInt8]) {
        // This is the last block, with fixed codes.
        add(0b011, count: 3)
        // The last index of each beginning, and for each index the previous index with the same beginning.
        var last = [Int](repeating: -1, count: 1 << 15)
        var previous = [Int](repeating: -1, count: bytes.count)
        var index = 0
        while index < bytes.count {
            let match = longestMatch(bytes, at: index, last, previous)
            let length = match?.length ?? 1
            if let match {
                addLength(match.length)
                addDistance(match.distance)
            } else {
                addSymbol(Int(bytes[index]))
            }
            for place in index..<(index + length) where place + Self.shortestMatch <= bytes.count {
                let hash = Self.hash(bytes, place)
                previous[place] = last[hash]
                last[hash] = place
            }
            index += length
        }
        addSymbol(256)
        if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
    }

    private func longestMatch(
        _ bytes: [UInt8], at index: Int, _ last: [Int], _ previous: [Int]
    ) -> (length: Int, distance: Int)? {
        guard index + Self.shortestMatch <= bytes.count else { return nil }
        let limit = min(Self.longestMatch, bytes.count - index)
        var best: (length: Int, distance: Int)?
        var candidate = last[Self.hash(bytes, index)]
        var tries = Self.effort
        while candidate >= 0, index - candidate <= Self.window, tries > 0 {
            var length = 0
            while length < limit, bytes[candidate + length] == bytes[index + length] { length += 1 }
            if length >= Self.shortestMatch, length > best?.length ?? 0 { best = (length, index - candidate) }
            if length == limit { break }
            candidate = previous[candidate]
            tries -= 1
        }
        return best
    }

    private static func hash(_ bytes: [UInt8], _ index: Int) -> Int {
        let three = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
        return (three &* 2_654_435_761) >> 12 & 0x7FFF
    }

    // MARK: Codes

    /// Adds a literal, the end, or a length's code, according to section 3.2.6.
    private mutating func addSymbol(_ symbol: Int) {
        switch symbol {
        case ...143: addCode(0b0011_0000 + symbol, count: 8)
        case 144...255: addCode(0b1_1001_0000 + symbol - 144, count: 9)
        case 256...279: addCode(symbol - 256, count: 7)
        default: addCode(0b1100_0000 + symbol - 280, count: 8)
        }
    }

    private mutating func addLength(_ length: Int) {
        if length == Self.longestMatch { return addSymbol(285) }
        let index = Self.lengths.lastIndex { $0.base <= length } ?? 0
        addSymbol(257 + index)
        add(UInt64(length - Self.lengths[index].base), count: Self.lengths[index].extra)
    }

    private mutating func addDistance(_ distance: Int) {
        let index = Self.distances.lastIndex { $0.base <= distance } ?? 0
        addCode(index, count: 5)
        add(UInt64(distance - Self.distances[index].base), count: Self.distances[index].extra)
    }

    /// Adds a code.
    ///
    /// Codes begin with their highest bit, and everything else begins with its lowest bit.
    private mutating func addCode(_ code: Int, count: Int) {
        var reversed: UInt64 = 0
        for bit in 0..<count where code >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
        add(reversed, count: count)
    }

    private mutating func add(_ value: UInt64, count: Int) {
        bits |= value << bitCount
        bitCount += count
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
    }

    /// The smallest length of each code starting with 257, and the number of extra bits that add to it.
    private static let lengths = ranges(
        from: 3, extra: [0, 0, 0, 0, 0, 0, 0, 0] + (1...5).flatMap { [$0, $0, $0, $0] })
    /// The smallest distance of each code, and the number of extra bits that add to it.
    private static let distances = ranges(from: 1, extra: [0, 0, 0, 0] + (1...13).flatMap { [$0, $0] })

    private static func ranges(from start: Int, extra: [Int]) -> [(base: Int, extra: Int)] {
        var base = start
        return extra.map { extra in
            defer { base += 1 << extra }
            return (base, extra)
        }
    }
}
