// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Aligned columns below a heading.
struct TextTable {
    private let rows: [[String]]

    init(heading: [String], rows: [[String]]) {
        self.rows = ([heading] + rows).map { $0.map { $0.onOneLine.printable } }
    }

    /// The lines, the heading first, without spaces at their ends.
    func text(_ style: TextStyle) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").trimmingSuffix { $0 == " " })
        }
        return ([style.heading(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    }
}
