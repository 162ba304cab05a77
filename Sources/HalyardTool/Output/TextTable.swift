// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Aligned columns below a heading.
struct TextTable {
    private let rows: [[String]]

    init(heading: [String], rows: [[String]]) {
        self.rows = ([heading] + rows).map { $0.map(\.asOneLine) }
    }

    /// The lines, starting with the heading, without trailing spaces.
    var lines: [OutputLine] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.enumerated().map { number, row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let text = String(cells.joined(separator: "  ").trimmingSuffix { $0 == " " })
            return OutputLine(text, number == 0 ? .heading : nil)
        }
    }
}
