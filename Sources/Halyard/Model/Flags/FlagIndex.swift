// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The place of each flag in some bytes, looked up by name: what is needed to make a flag on demand.
///
/// Costs the bytes, which are kept, and about 36 bytes per flag. Immutable; may be read from any thread.
package final class FlagIndex: Sendable {
    /// A flag's place.
    struct Row: Sendable {
        /// ``KeyHash`` of the name.
        var hash: UInt64
        var keyStart: UInt32
        var keyEnd: UInt32
        var start: UInt32
        var end: UInt32

        /// Makes a row from places in bytes, of which there are fewer than 4 GiB.
        init(key: Range<Int>, text: Range<Int>, in bytes: [UInt8]) {
            hash = bytes.withUnsafeBytes { KeyHash.of(UnsafeRawBufferPointer(rebasing: $0[key])) }
            (keyStart, keyEnd) = (UInt32(key.lowerBound), UInt32(key.upperBound))
            (start, end) = (UInt32(text.lowerBound), UInt32(text.upperBound))
        }
    }

    /// The bytes that the rows point into.
    let bytes: [UInt8]
    let rows: [Row]
    /// The rows whose flags do not have the usual shape, in ascending order.
    package let unusual: [Int]
    /// The document's other members, where the rows are a list that is one of them.
    package let otherMembers: [String: JSONPart]
    /// Open addressing: a row's number plus one, or zero for none.
    private let places: [UInt32]

    /// Makes an index; nil when two rows have one name.
    init?(_ bytes: [UInt8], _ rows: [Row], unusual: [Int] = [], otherMembers: [String: JSONPart] = [:]) {
        var size = 8
        while size < rows.count + rows.count / 2 { size *= 2 }
        var places = [UInt32](repeating: 0, count: size)
        for number in rows.indices {
            let row = rows[number]
            var place = Int(truncatingIfNeeded: row.hash) & (size - 1)
            while places[place] != 0 {
                let other = rows[Int(places[place]) - 1]
                if other.hash == row.hash,
                    bytes[Int(other.keyStart)..<Int(other.keyEnd)] == bytes[Int(row.keyStart)..<Int(row.keyEnd)]
                {
                    return nil
                }
                place = (place + 1) & (size - 1)
            }
            places[place] = UInt32(number + 1)
        }
        (self.bytes, self.rows, self.unusual, self.places) = (bytes, rows, unusual, places)
        self.otherMembers = otherMembers
    }

    /// How many rows there are.
    package var count: Int { rows.count }

    /// The name in a row.
    package func key(_ row: Int) -> String {
        String(decoding: bytes[Int(rows[row].keyStart)..<Int(rows[row].keyEnd)], as: UTF8.self)
    }

    /// The text in a row.
    func text(_ row: Int) -> JSONPart { JSONPart(bytes, rows[row].start, rows[row].end) }

    /// The text in a row, as a copy.
    package func string(_ row: Int) -> String {
        String(decoding: bytes[Int(rows[row].start)..<Int(rows[row].end)], as: UTF8.self)
    }

    /// The text in a row, read as JSON.
    package func json(_ row: Int) -> FlagValue {
        // Checked when the index was made.
        text(row).value ?? .null
    }

    /// The row of a name; nil when there is none.
    func row(_ key: String, hash: UInt64) -> Int? {
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if rows[number].hash == hash, hasKey(number, key) { return number }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private func hasKey(_ row: Int, _ key: String) -> Bool {
        bytes[Int(rows[row].keyStart)..<Int(rows[row].keyEnd)].elementsEqual(key.utf8)
    }

    /// Whether two rows are the same, byte for byte.
    func isSame(_ row: Int, as other: Int, in index: FlagIndex) -> Bool {
        let (own, others) = (rows[row], index.rows[other])
        guard own.end - own.start == others.end - others.start else { return false }
        if self === index, own.start == others.start { return true }
        return bytes.withUnsafeBytes { bytes in
            index.bytes.withUnsafeBytes { otherBytes in
                let text = bytes[Int(own.start)..<Int(own.end)]
                return text.elementsEqual(otherBytes[Int(others.start)..<Int(others.end)])
            }
        }
    }
}
