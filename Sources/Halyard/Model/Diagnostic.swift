// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A message for developers: the problem, its location, and a suggested fix.
///
/// ```swift
/// var options = FlagClient.Options()
/// options.diagnosticHandler = { print($0) }
/// ```
/// Everything that Halyard reports is a diagnostic: an error in a configuration file, a skipped flag, dropped events.
/// It contains no secret and prints as one line.
public struct Diagnostic: Sendable, Hashable {
    /// The kind of diagnostic, for programs.
    ///
    /// The set of codes is open. Their names are in camel case.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a code from a literal.
        public init(stringLiteral value: String) { rawValue = value }

        /// The code's name.
        public var description: String { rawValue }
    }

    /// The severity of a diagnostic.
    public enum Severity: Int, Sendable, Hashable, Comparable {
        /// For information.
        case info
        /// Something was left out, and the rest still works.
        case warning
        /// Something doesn't work.
        case error

        /// Returns true if the left severity is lower.
        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// The location of a problem in a JSON document.
    public struct Location: Sendable, Hashable {
        /// The file name as it was given, or `nil` for JSON that isn't from a file.
        public var file: String?
        /// The line, counted from 1, or `nil` if only the path is known.
        public var line: Int?
        /// The column in bytes, counted from 1.
        public var column: Int?
        /// The JSON pointer (RFC 6901) of the value, which is empty for the whole document.
        public var pointer: String

        /// Creates a location.
        public init(file: String? = nil, line: Int? = nil, column: Int? = nil, pointer: String = "") {
            self.file = file
            self.line = line
            self.column = column
            self.pointer = pointer
        }
    }

    /// The kind of diagnostic.
    public var code: Code
    /// The severity.
    public var severity: Severity
    /// The flag, provider, or file that has the problem, or `nil` if the message is enough.
    public var subject: String?
    /// The location in a JSON document.
    public var location: Location?
    /// The problem, as a sentence.
    public var message: String
    /// The suggested fix, which is empty if no action is needed.
    public var suggestion: String
    /// The kind of failure, such as `status 401`.
    ///
    /// Diagnostics with the same code, subject, and cause are about the same problem, even if their messages contain
    /// different numbers. The cause is `nil` if the message is the same each time.
    public var cause: String?

    /// Creates a diagnostic.
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
    /// The diagnostic on one line: `halyard.json:9:27: error: /providers/unleash/refreshInterval: Expected … Use …`.
    public var description: String {
        let head = [location?.position, "\(severity)", location?.pointer, subject]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
        let line = suggestion.isEmpty ? "\(head): \(message)" : "\(head): \(message) \(suggestion)"
        // Names and strings in a document can contain line breaks.
        return line.onOneLine
    }
}

extension Diagnostic.Location {
    /// The known parts of file, line, and column: `halyard.json:9:27`.
    package var position: String {
        [file, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
    }
}
