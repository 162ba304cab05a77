// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Colours for a terminal, which never say more than the words.
struct TextStyle: Sendable {
    let isColoured: Bool

    func error(_ text: String) -> String { paint(text, "1;31") }
    func warning(_ text: String) -> String { paint(text, "1;33") }
    func heading(_ text: String) -> String { paint(text, "1") }

    /// A finding on one line, with its severity in colour.
    func line(_ finding: Diagnostic) -> String {
        let text = finding.description.printable
        let severity = "\(finding.severity):"
        let place = (finding.location?.position).map { $0.isEmpty ? "" : "\($0.onOneLine): ".printable } ?? ""
        guard isColoured, text.hasPrefix(place + severity) else { return text }
        let rest = text.dropFirst(place.count + severity.count)
        return place + (finding.severity >= .error ? error(severity) : warning(severity)) + rest
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
