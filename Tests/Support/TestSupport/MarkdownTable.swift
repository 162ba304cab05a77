// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// A Markdown table with the trimmed cells of its heading and rows.
package struct MarkdownTable {
    package let heading: [String]
    package let rows: [[String]]

    /// Creates a table from the first table in a document, or returns `nil` if there is no table.
    package init?(_ text: String) {
        let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("|") }) else { return nil }
        let table = lines[start...].prefix { $0.hasPrefix("|") }.map(Self.cells)
        guard table.count >= 2 else { return nil }
        heading = table[0]
        rows = Array(table.dropFirst(2))
    }

    /// Returns the rows of all tables in a document that have the given heading.
    package static func rows(in text: String, heading: [String]) -> [[String]] {
        var rest = text[...]
        var rows: [[String]] = []
        while let range = rest.range(of: "\n| " + heading.joined(separator: " | ") + " |\n") {
            if let table = MarkdownTable(String(rest[range.lowerBound...])) { rows += table.rows }
            rest = rest[range.upperBound...]
        }
        return rows
    }

    /// Returns the cells of a line.
    ///
    /// An escaped `\|` doesn't separate cells.
    private static func cells(_ line: String) -> [String] {
        let border = "\u{1}"
        return line.replacingOccurrences(of: "\\|", with: border).split(
            separator: "|", omittingEmptySubsequences: false
        )
        .dropFirst().dropLast()
        .map { $0.replacingOccurrences(of: border, with: "|").trimmingCharacters(in: .whitespaces) }
    }
}
