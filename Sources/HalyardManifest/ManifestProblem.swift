// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A problem in a manifest, with its location and a suggestion.
package struct ManifestProblem: Error, Sendable, Hashable {
    /// The kind of the problem.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not valid JSON.
        case syntax
        /// A string is not valid UTF-8, or contains half of a surrogate pair.
        case encoding
        /// Arrays and objects are nested deeper than allowed.
        case tooDeep
        /// The text is longer than allowed.
        case tooLarge
        /// An object has two properties with the same name.
        case duplicateName
        /// A required property is missing.
        case missingMember
        /// A value has the wrong type.
        case wrongType
        /// A number is too large for its type.
        case numberOutOfRange
        /// The `flagType` is unknown.
        case unknownType
        /// A flag key is empty.
        case emptyKey
        /// The default value is not one of the cases.
        case notACase
        /// A name is not a valid name in Swift.
        case badName
        /// Two flags or cases have the same name in Swift.
        case collision
        /// The name of an unknown property is similar to a known one.
        case unknownMember
        /// A deadline is not a date.
        case badDate
    }

    /// The severity.
    ///
    /// Keys can be generated only without errors.
    package enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    package var code: Code
    package var severity: Severity
    package var position: TextPosition
    /// The JSON pointer (RFC 6901) of the value, or an empty string for the whole text.
    package var pointer: String
    package var message: String
    /// A sentence that describes the fix.
    package var suggestion: String
}

extension ManifestProblem: CustomStringConvertible {
    /// One line with the location, message, and suggestion.
    ///
    /// For example `3:5: error: /flags/new-nav/defaultValue: Expected a Boolean, found "no". Use true or false.`
    package var description: String {
        let place = pointer.isEmpty ? "" : "\(SwiftLiteral.escaped(pointer)): "
        return "\(position.line):\(position.column): \(severity.rawValue): \(place)\(message) \(suggestion)"
    }
}

extension ManifestProblem {
    /// Creates a problem from an error of the core's JSON reader.
    init(_ error: JSONError) {
        var message = error.message
        var suggestion = error.suggestion
        // Some messages end with the suggestion.
        if let end = message.firstRange(of: ". ") {
            suggestion = String(message[end.upperBound...])
            message = message[..<end.lowerBound] + "."
        }
        self.init(
            code: Code(error.code), severity: .error, position: TextPosition(line: error.line, column: error.column),
            pointer: error.pointer, message: message, suggestion: suggestion)
    }
}

extension ManifestProblem.Code {
    fileprivate init(_ code: JSONError.Code) {
        switch code {
        case .syntax, .unexpectedEnd: self = .syntax
        case .encoding: self = .encoding
        case .numberOutOfRange: self = .numberOutOfRange
        case .tooDeep: self = .tooDeep
        case .tooLarge: self = .tooLarge
        case .duplicateMember: self = .duplicateName
        }
    }
}
