// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The tables of a stored snapshot as bytes.
///
/// A table is the number of its flags; for each flag, in the order of the names, the length of its name and the length of
/// its text; then each name (UTF-8) followed by its text (JSON). Numbers are 32 bits long, little-endian.
struct StoredTables {
    /// A flag's name and its JSON.
    typealias Row = (key: String, text: JSONText)

    /// All tables, one after the other.
    private(set) var bytes: [UInt8] = []
    private var count = 0

    /// Writes a table.
    ///
    /// - Returns: Its number.
    mutating func add(_ table: FlagTable) -> FlagValue {
        // Keys that are canonically equivalent in Unicode are one name in a record, and two in a table.
        var texts: [String: [UInt8]] = [:]
        texts.reserveCapacity(table.count)
        for flag in table { texts[flag.key] = JSONWriter.bytes(flag.stored) }
        let flags = texts.sorted { $0.key < $1.key }
        Self.append(flags.count, to: &bytes)
        for (key, text) in flags {
            Self.append(key.utf8.count, to: &bytes)
            Self.append(text.count, to: &bytes)
        }
        for (key, text) in flags {
            bytes.append(contentsOf: key.utf8)
            bytes.append(contentsOf: text)
        }
        defer { count += 1 }
        return .int(Int64(count))
    }

    /// Finds the flags of all tables; nil where the bytes are not exactly those of tables.
    static func read(_ bytes: [UInt8], from start: Int) -> [[Row]]? {
        var offset = start
        var tables: [[Row]] = []
        while offset < bytes.count {
            guard let table = rows(bytes, &offset) else { return nil }
            tables.append(table)
        }
        return tables
    }

    static func append(_ number: Int, to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// The number at a place; nil beyond the end.
    static func number(in bytes: [UInt8], at offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        let slice = bytes[...]
        return Int(UInt32(littleEndian: slice.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    private static func rows(_ bytes: [UInt8], _ offset: inout Int) -> [Row]? {
        guard let count = number(in: bytes, at: offset) else { return nil }
        var lengths = offset + 4
        var place = lengths + 8 * count
        guard place <= bytes.count else { return nil }
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for _ in 0..<count {
            guard let keyLength = number(in: bytes, at: lengths), let length = number(in: bytes, at: lengths + 4),
                place + keyLength + length <= bytes.count
            else { return nil }
            let text = place + keyLength
            let key = String(decoding: bytes[place..<text], as: UTF8.self)
            rows.append((key, JSONText(bytes[text..<text + length])))
            lengths += 8
            place = text + length
        }
        offset = place
        return rows
    }
}
