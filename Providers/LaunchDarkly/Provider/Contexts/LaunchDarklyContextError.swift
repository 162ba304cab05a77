// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why something is no context, or no reference.
public struct LaunchDarklyContextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The kind has characters that kinds do not have, is empty, or is one that the service keeps for itself.
        case invalidKind
        /// The key is missing or empty.
        case invalidKey
        /// A context of several kinds has none.
        case noKinds
        /// A context of several kinds has one twice.
        case duplicateKind
        /// A reference leads nowhere.
        case invalidReference
        /// What was read is no JSON, or has a member of a wrong type.
        case invalidJSON
    }

    /// What is wrong.
    public let code: Code
    /// The same as a sentence, with what to do about it.
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
