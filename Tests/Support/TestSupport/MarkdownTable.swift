// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// A Markdown table: the cells of each row below its heading, without the spaces around them.
package struct MarkdownTable {
    package let heading: [String]
    package let rows: [[String]]

    /// The first table of a text; nil when it has none.
    package init?(_ text: String) {
        let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("|") }) else { return nil }
        let table = lines[start...].prefix { $0.hasPrefix("|") }.map(Self.cells)
        guard table.count >= 2 else { return nil }
        heading = table[0]
        rows = Array(table.dropFirst(2))
    }

    /// All tables of a text that have the given heading, as one.
    package static func rows(in text: String, heading: [String]) -> [[String]] {
        var rest = text[...]
        var rows: [[String]] = []
        while let range = rest.range(of: "\n| " + heading.joined(separator: " | ") + " |\n") {
            if let table = MarkdownTable(String(rest[range.lowerBound...])) { rows += table.rows }
            rest = rest[range.upperBound...]
        }
        return rows
    }

    /// The cells of a line; `\|` is no border.
    private static func cells(_ line: String) -> [String] {
        let border = "\u{1}"
        return line.replacingOccurrences(of: "\\|", with: border).split(
            separator: "|", omittingEmptySubsequences: false
        )
        .dropFirst().dropLast()
        .map { $0.replacingOccurrences(of: border, with: "|").trimmingCharacters(in: .whitespaces) }
    }
}
