// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Where a finding lies, for tools that want a line and a column of characters for each.
struct CharacterPlace {
    let file: String
    /// 1 where only the file is known.
    let line: Int
    /// In UTF-16 units, counted from 1.
    let column: Int

    init(_ finding: Diagnostic, in report: FileFindings) {
        file = finding.location?.file ?? report.path
        line = finding.location?.line ?? 1
        let before = max((finding.location?.column ?? 1) - 1, 0)
        // As in the finding, a byte order mark is no column.
        let bytes = report.bytes.dropFirst(report.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        let text = lines.indices.contains(line - 1) ? lines[line - 1].prefix(before) : []
        column = String(decoding: text, as: UTF8.self).utf16.count + 1
    }
}
