// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A place in a text: line and column, counted from 1; columns in bytes.
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

/// Where the lines of a text begin, so that many offsets can be turned into positions.
struct TextLines {
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        // A byte order mark is no column.
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        starts = [first] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    func position(of offset: Int) -> TextPosition {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPosition(line: low + 1, column: max(offset - starts[low], 0) + 1)
    }
}
