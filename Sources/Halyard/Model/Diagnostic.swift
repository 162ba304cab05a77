// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One finding for developers: what, where, and what to do.
///
/// Everything Halyard reports is a diagnostic: an error in a configuration file, a flag that was skipped, events that
/// were dropped. It holds no secret and prints as one line.
public struct Diagnostic: Sendable, Hashable {
    /// What kind of finding it is, for programs; an open set of names in camel case.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        /// The code's name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code from a literal.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// How much it matters.
    public enum Severity: Int, Sendable, Hashable, Comparable {
        /// Good to know.
        case info
        /// Something was left out, and the rest still works.
        case warning
        /// Something does not work.
        case error

        /// Whether the left one matters less.
        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// Where a finding lies in a JSON text.
    public struct Location: Sendable, Hashable {
        /// The file, as it was named; nil for a text without one.
        public var file: String?
        /// The line, counted from 1; nil when only the path is known.
        public var line: Int?
        /// The column in bytes, counted from 1.
        public var column: Int?
        /// The JSON pointer (RFC 6901) of the value; empty for the whole document.
        public var pointer: String

        /// Makes a location.
        public init(file: String? = nil, line: Int? = nil, column: Int? = nil, pointer: String = "") {
            self.file = file
            self.line = line
            self.column = column
            self.pointer = pointer
        }
    }

    /// What kind of finding it is.
    public var code: Code
    /// How much it matters.
    public var severity: Severity
    /// The flag, provider or file it is about; nil when the message is enough.
    public var subject: String?
    /// Where it lies in a JSON text.
    public var location: Location?
    /// What is wrong, as a sentence.
    public var message: String
    /// What to do about it; empty when there is nothing to do.
    public var suggestion: String
    /// The kind of failure, such as `status 401`.
    ///
    /// Findings with the same code, subject, and cause are about the same problem, even if their messages have other figures. Nil if the
    /// message is the same each time.
    public var cause: String?

    /// Makes a diagnostic.
    public init(
        _ code: Code, _ severity: Severity, subject: String? = nil, location: Location? = nil, _ message: String,
        suggestion: String = "", cause: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.subject = subject
        self.location = location
        self.message = message
        self.suggestion = suggestion
        self.cause = cause
    }
}

extension Diagnostic: CustomStringConvertible {
    /// One line: `halyard.json:9:27: error: /providers/unleash/refreshInterval: expected … Write …`.
    public var description: String {
        let head = [location?.position, "\(severity)", location?.pointer, subject]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
        let line = suggestion.isEmpty ? "\(head): \(message)" : "\(head): \(message) \(suggestion)"
        // Names and texts in a document may contain line ends.
        return line.onOneLine
    }
}

extension Diagnostic.Location {
    /// File, line and column, as far as they are known: `halyard.json:9:27`.
    package var position: String {
        [file, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
    }
}
