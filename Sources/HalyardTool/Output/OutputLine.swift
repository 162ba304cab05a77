// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One line of text for people.
///
/// A flag key comes from a server or a file, so it can contain anything. It can't end the line, control a terminal,
/// or write a command to a build log.
struct OutputLine: Sendable, ExpressibleByStringInterpolation {
    /// A style on a terminal, which only repeats information from the text.
    enum Style: String {
        case error = "1;31"
        case warning = "1;33"
        case heading = "1"
    }

    private var parts: [(text: String, style: Style?)]

    init(_ text: String, _ style: Style? = nil) { parts = [(text, style)] }

    init(stringLiteral text: String) { self.init(text) }

    /// Creates a line for a diagnostic, with its severity in a style.
    init(_ diagnostic: Diagnostic) {
        let text = diagnostic.description
        let place = (diagnostic.location?.position).map { $0.isEmpty ? "" : "\($0): ".onOneLine } ?? ""
        let severity = "\(diagnostic.severity):"
        guard text.hasPrefix(place + severity) else {
            parts = [(text, nil)]
            return
        }
        let rest = String(text.dropFirst(place.count + severity.count))
        let style: Style? =
            switch diagnostic.severity {
            case .info: nil
            case .warning: .warning
            case .error: .error
            }
        parts = [(place, nil), (severity, style), (rest, nil)]
    }

    /// Returns a line with an error message, after the prefix `error:`.
    static func error(_ message: String) -> OutputLine {
        var line = OutputLine("error:", .error)
        line.parts.append((" " + message, nil))
        return line
    }

    /// Returns the text of the line, without a line break.
    func text(isColored: Bool) -> String {
        guard isColored else { return parts.map(\.text).joined().asOneLine }
        return parts.map { text, style in
            style.map { "\u{1B}[\($0.rawValue)m\(text.asOneLine)\u{1B}[0m" } ?? text.asOneLine
        }.joined()
    }
}

extension String {
    /// The text, escaped for a line of text output.
    var asOneLine: String { onOneLine.printable.withoutWorkflowCommand }

    /// The text with an escaped `::` at its start, after spaces or invisible characters.
    ///
    /// GitHub would read it as a workflow command.
    private var withoutWorkflowCommand: String {
        let start = unicodeScalars.firstIndex {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
                && $0.properties.generalCategory != .format
        }
        guard let start,
            unicodeScalars[start...].starts(with: "::".unicodeScalars)
        else { return self }
        var text = self
        text.unicodeScalars.replaceSubrange(start...start, with: "\\u{3a}".unicodeScalars)
        return text
    }
}
