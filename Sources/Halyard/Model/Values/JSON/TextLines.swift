// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A line and a column of a text, both counted from 1.
///
/// Columns are bytes. A byte order mark doesn't count as a column.
package struct TextPosition: Sendable, Hashable, Comparable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// The offsets at which the lines of a text start, to convert many offsets to positions.
package struct TextLines {
    private var starts: [Int]

    package init(_ bytes: [UInt8]) {
        starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    }

    /// Returns the position of an offset.
    package func position(of offset: Int) -> TextPosition {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPosition(line: low + 1, column: max(offset - starts[low], 0) + 1)
    }

    /// Returns the offsets of a line of the text without its line feed, or `nil` if the text has fewer lines.
    package func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int>? {
        guard starts.indices.contains(line - 1) else { return nil }
        let end = line < starts.count ? starts[line] - 1 : bytes.count
        return starts[line - 1]..<max(end, starts[line - 1])
    }
}
