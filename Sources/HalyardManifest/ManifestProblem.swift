// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// One finding about a manifest: what, where, and what to do.
package struct ManifestProblem: Error, Sendable, Hashable {
    /// What kind of finding it is.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text breaks the grammar of JSON.
        case syntax
        /// A string is not valid UTF-8, or holds half of a surrogate pair.
        case encoding
        /// Arrays and objects are nested deeper than allowed.
        case tooDeep
        /// The text is longer than allowed.
        case tooLarge
        /// An object has two members of one name.
        case duplicateName
        /// A member that is needed does not exist.
        case missingMember
        /// A value has another type than the one that is needed there.
        case wrongType
        /// A number is too large for its type.
        case numberOutOfRange
        /// A `flagType` that does not exist.
        case unknownType
        /// A flag without a name.
        case emptyKey
        /// A default that is none of the cases.
        case notACase
        /// A name that cannot be one in Swift.
        case badName
        /// Two names in Swift that are the same.
        case collision
        /// A member that has no meaning, near one that has.
        case unknownMember
        /// A deadline that is not a date.
        case badDate
    }

    /// Whether keys can be generated all the same.
    package enum Severity: String, Sendable, Hashable {
        case error
        case warning
    }

    package var code: Code
    package var severity: Severity
    package var position: TextPosition
    /// The JSON pointer (RFC 6901) of the value; empty for the whole text.
    package var pointer: String
    package var message: String
    /// What to do about it.
    package var suggestion: String
}

extension ManifestProblem: CustomStringConvertible {
    /// One line with place, message and suggestion.
    ///
    /// For example `3:5: error: /flags/new-nav/defaultValue: Expected a boolean, found "no". Write true or false.`
    package var description: String {
        let place = pointer.isEmpty ? "" : "\(SwiftLiteral.escaped(pointer)): "
        return "\(position.line):\(position.column): \(severity.rawValue): \(place)\(message) \(suggestion)"
    }
}

extension ManifestProblem {
    /// Creates the problem for an error of the core's reader.
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
