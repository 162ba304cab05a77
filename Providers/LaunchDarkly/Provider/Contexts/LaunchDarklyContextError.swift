// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why something is not a context, or not a reference.
public struct LaunchDarklyContextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The kind contains invalid characters, is empty, or is reserved by the service.
        case invalidKind
        /// The key is missing or empty.
        case invalidKey
        /// A context of several kinds has none.
        case noKinds
        /// A context of several kinds has one twice.
        case duplicateKind
        /// A reference is invalid.
        case invalidReference
        /// The input is not JSON, or has a member of the wrong type.
        case invalidJSON
    }

    /// The kind of problem.
    public let code: Code
    /// The problem as a sentence, with a suggestion.
    public let message: String

    /// The message.
    public var description: String { message }

    private init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension LaunchDarklyContextError {
    static func invalidKind(_ kind: String) -> LaunchDarklyContextError {
        let what =
            switch kind {
            case "": "A context's kind is empty."
            case "kind", "multi": "A context cannot have the kind \"\(kind)\", which means something else."
            default: "\"\(kind)\" cannot be the kind of a context."
            }
        return LaunchDarklyContextError(.invalidKind, what + " Use letters, digits, \".\", \"_\" and \"-\".")
    }

    static let emptyKey = LaunchDarklyContextError(
        .invalidKey,
        "A context's key is empty. Give it one, or none at all for an anonymous context with a generated key.")

    static let noKey = LaunchDarklyContextError(.invalidKey, "The context has no key. Write {\"key\": …}.")

    static let noKinds = LaunchDarklyContextError(
        .noKinds, "A context of several kinds has none. Add a context of each kind.")

    static func duplicateKind(_ kind: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.duplicateKind, "Two contexts have the kind \"\(kind)\". Add one of each kind.")
    }

    static func invalidReference(_ text: String, _ why: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.invalidReference, "\"\(text)\" names no attribute. \(why)")
    }

    static func invalidMember(_ name: String, _ expected: String, _ found: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.invalidJSON, "\"\(name)\": Expected \(expected), found \(found).")
    }

    static func invalidJSON(_ message: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.invalidJSON, message)
    }
}
