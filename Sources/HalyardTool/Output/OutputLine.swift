// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// One line of text for people.
///
/// A flag key comes from a server or a file, so it can contain anything. It can't end the line, control a terminal,
/// or write a command to a build log.
struct OutputLine: Sendable, ExpressibleByStringInterpolation {
    /// A style on a terminal, which never says more than the words.
    enum Style: String {
        case error = "1;31"
        case warning = "1;33"
        case heading = "1"
    }

    private var parts: [(text: String, style: Style?)]

    init(_ text: String, _ style: Style? = nil) { parts = [(text, style)] }

    init(stringLiteral text: String) { self.init(text) }

    /// A diagnostic on one line, with its severity in its style.
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

    /// An error message, after the word that begins all of them.
    static func error(_ message: String) -> OutputLine {
        var line = OutputLine("error:", .error)
        line.parts.append((" " + message, nil))
        return line
    }

    /// The line as it's written, without its end.
    func text(isColored: Bool) -> String {
        guard isColored else { return parts.map(\.text).joined().asOneLine }
        return parts.map { text, style in
            style.map { "\u{1B}[\($0.rawValue)m\(text.asOneLine)\u{1B}[0m" } ?? text.asOneLine
        }.joined()
    }
}

extension String {
    /// The text as a line, or a part of a line, of output for people.
    var asOneLine: String { onOneLine.printable.withoutWorkflowCommand }

    /// The text with two colons escaped that GitHub reads as a command at the start of a line, after spaces or invisible characters.
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
