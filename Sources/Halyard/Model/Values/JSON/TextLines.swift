// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A position in a text, counted from 1; columns in bytes.
///
/// A byte order mark does not count as a column.
struct TextPosition: Sendable, Hashable {
    var line: Int
    var column: Int
}

/// Where the lines of a text begin, so that many offsets can be turned into positions.
struct TextLines {
    private var starts: [Int]

    init(_ bytes: [UInt8]) {
        starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }

    /// The position of an offset.
    func position(of offset: Int) -> TextPosition {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPosition(line: low + 1, column: max(offset - starts[low], 0) + 1)
    }
}
