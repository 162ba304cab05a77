// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The reason why something isn't a valid context or reference.
public struct LaunchDarklyContextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The kind contains invalid characters, is empty, or is reserved by the service.
        case invalidKind
        /// The key is missing or empty.
        case invalidKey
        /// A context of several kinds is empty.
        case noKinds
        /// A context of several kinds contains a kind twice.
        case duplicateKind
        /// A reference is invalid.
        case invalidReference
        /// The input isn't JSON, or has a property of the wrong type.
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
        let characters = "Choose a kind with only letters, digits, \".\", \"_\", and \"-\"."
        let message =
            switch kind {
            case "": "The context kind is empty. \(characters)"
            case "kind", "multi": "The context kind \"\(kind)\" is reserved. Choose another kind."
            default: "The context kind \"\(kind)\" contains invalid characters. \(characters)"
            }
        return LaunchDarklyContextError(.invalidKind, message)
    }

    static let emptyKey = LaunchDarklyContextError(
        .invalidKey,
        "The context's key is empty. Set a key, or remove it for an anonymous context with a generated key.")

    static let noKey = LaunchDarklyContextError(.invalidKey, "The context has no key. Add the property \"key\".")

    static let noKinds = LaunchDarklyContextError(
        .noKinds, "The multi-kind context is empty. Add at least one context.")

    static func duplicateKind(_ kind: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.duplicateKind, "Two contexts have the kind \"\(kind)\". Use each kind only once.")
    }

    static func invalidReference(_ text: String, _ why: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.invalidReference, "\"\(text)\" isn't a valid attribute reference. \(why)")
    }

    static func invalidMember(_ name: String, _ expected: String, _ found: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.invalidJSON, "\"\(name)\": Expected \(expected), found \(found).")
    }

    static func invalidJSON(_ message: String) -> LaunchDarklyContextError {
        LaunchDarklyContextError(.invalidJSON, message)
    }
}
