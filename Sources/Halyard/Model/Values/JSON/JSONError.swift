// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why a text is not JSON, and where.
public struct JSONError: Error, Sendable, Hashable {
    /// What kind of fault it is.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text breaks the grammar of RFC 8259.
        case syntax
        /// The text ends in the middle of a value.
        case unexpectedEnd
        /// A string is not valid UTF-8, or holds half of a surrogate pair.
        case encoding
        /// A number is too large for a `Double`.
        case numberOutOfRange
        /// Arrays and objects are nested deeper than allowed.
        case tooDeep
        /// The text is longer than allowed.
        case tooLarge
        /// An object has two members of one name, where that is refused.
        case duplicateMember
    }

    /// What kind of fault it is.
    public var code: Code
    /// The fault as a sentence.
    public var message: String
    /// Where the fault lies, in bytes from the start.
    public var offset: Int
    /// The line of the fault, counted from 1.
    public var line: Int
    /// The column of the fault in bytes, counted from 1.
    public var column: Int
    /// The JSON pointer (RFC 6901) of the value that holds the fault.
    public var pointer: String

    /// What to do about it; empty where the message is enough.
    public var suggestion: String {
        if message.contains(". ") { return "" }
        return switch code {
        case .syntax: "Fix the text there; JSON has no comments, trailing commas or single quotes."
        case .unexpectedEnd: "Complete the text."
        case .encoding: "Save the text as UTF-8."
        case .numberOutOfRange: "Write a smaller number."
        case .tooDeep: "Nest less deeply."
        case .tooLarge: "Split the text."
        case .duplicateMember: "Remove one of them."
        }
    }

    /// The error as a diagnostic about a file.
    public func diagnostic(file: String?) -> Diagnostic {
        Diagnostic(
            Diagnostic.Code(rawValue: "json" + code.rawValue.prefix(1).uppercased() + code.rawValue.dropFirst()),
            .error, location: .init(file: file, line: line, column: column, pointer: pointer), message,
            suggestion: suggestion)
    }
}

extension JSONError: CustomStringConvertible {
    /// One line with line, column, pointer and fault.
    public var description: String {
        var diagnostic = diagnostic(file: nil)
        diagnostic.suggestion = ""
        return diagnostic.description
    }
}
