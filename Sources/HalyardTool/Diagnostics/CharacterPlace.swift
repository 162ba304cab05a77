// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The location of a diagnostic, for tools that require a line and a character column.
struct CharacterPlace {
    let file: String
    /// The line number, or 1 if only the file is known.
    let line: Int
    /// The column in UTF-16 units, starting with 1.
    let column: Int

    init(_ diagnostic: Diagnostic, in report: FileDiagnostics) {
        file = diagnostic.location?.file ?? report.path
        line = diagnostic.location?.line ?? 1
        let byteColumn = diagnostic.location?.column ?? 1
        // A diagnostic in another file has a column in bytes, which is the same for ASCII.
        column = file == report.path ? report.columns.column(line: line, byteColumn: byteColumn) : byteColumn
    }
}

/// Converts columns in bytes to columns in UTF-16 units.
///
/// It reads the text once, so looking up many columns is fast, even in one long line.
struct CharacterColumns {
    private let bytes: [UInt8]
    private let lines: TextLines
    /// The number of UTF-16 units before each block of bytes.
    private var unitsBeforeBlock: [Int] = []

    private static let blockLength = 512

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = TextLines(bytes)
        var units = 0
        for (offset, byte) in bytes.enumerated() {
            if offset.isMultiple(of: Self.blockLength) { unitsBeforeBlock.append(units) }
            units += Self.units(beginningWith: byte)
        }
        unitsBeforeBlock.append(units)
    }

    /// Returns the column in UTF-16 units for a column in bytes, both starting with 1.
    ///
    /// Returns the end of the line for a column after it.
    func column(line: Int, byteColumn: Int) -> Int {
        guard let range = lines.range(ofLine: line, in: bytes) else { return 1 }
        let end = min(range.lowerBound + max(byteColumn - 1, 0), range.upperBound)
        return units(before: end) - units(before: range.lowerBound) + 1
    }

    private func units(before offset: Int) -> Int {
        let block = offset / Self.blockLength
        return bytes[block * Self.blockLength..<offset].reduce(unitsBeforeBlock[block]) { units, byte in
            units + Self.units(beginningWith: byte)
        }
    }

    /// Returns the number of UTF-16 units of the character that starts with a byte, or 0 for any other byte of a character.
    private static func units(beginningWith byte: UInt8) -> Int {
        if byte & 0xC0 == 0x80 { return 0 }
        return byte >= 0xF0 ? 2 : 1
    }
}
