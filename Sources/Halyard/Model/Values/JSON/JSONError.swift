// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An error in a JSON document, with its location.
public struct JSONError: Error, Sendable, Hashable {
    /// A kind of error.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The document breaks the grammar of RFC 8259.
        case syntax
        /// The document ends in the middle of a value.
        case unexpectedEnd
        /// A string isn't valid UTF-8, or contains half of a surrogate pair.
        case encoding
        /// A number is too large for a `Double`.
        case numberOutOfRange
        /// Arrays and objects are nested more deeply than allowed.
        case tooDeep
        /// The document is longer than allowed.
        case tooLarge
        /// An object has two properties with the same name, and the options reject that.
        case duplicateMember
    }

    /// The kind of error.
    public var code: Code
    /// The error, as a sentence.
    public var message: String
    /// The offset of the error, in bytes from the start.
    public var offset: Int
    /// The line of the error, counted from 1.
    public var line: Int
    /// The column of the error in bytes, counted from 1.
    public var column: Int
    /// The JSON pointer (RFC 6901) of the value that contains the error.
    public var pointer: String

    /// The suggested fix, which is empty if the message is enough.
    public var suggestion: String {
        if message.contains(". ") { return "" }
        return switch code {
        case .syntax: "Fix the text. JSON has no comments, trailing commas, or single quotes."
        case .unexpectedEnd: "Complete the JSON."
        case .encoding: "Encode the text as UTF-8."
        case .numberOutOfRange: "Use a smaller number."
        case .tooDeep: "Reduce the nesting."
        case .tooLarge: "Split the JSON."
        case .duplicateMember: "Remove one of them."
        }
    }

    /// Returns the error as a diagnostic about a file.
    public func diagnostic(file: String?) -> Diagnostic {
        Diagnostic(
            Diagnostic.Code(rawValue: "json" + code.rawValue.prefix(1).uppercased() + code.rawValue.dropFirst()),
            .error, location: .init(file: file, line: line, column: column, pointer: pointer), message,
            suggestion: suggestion)
    }
}

extension JSONError: CustomStringConvertible {
    /// The error on one line, with line, column, pointer, and message.
    public var description: String {
        var diagnostic = diagnostic(file: nil)
        diagnostic.suggestion = ""
        return diagnostic.description
    }
}
