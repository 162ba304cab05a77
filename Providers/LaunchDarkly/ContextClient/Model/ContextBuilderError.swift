// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// Why there can be no ``LDContext``.
public enum ContextBuilderError: Error, Sendable, Hashable, CaseIterable {
    /// The kind has characters that kinds do not have, or is `kind`.
    case invalidKind
    /// The kind is `multi`: use an ``LDMultiContextBuilder``.
    case requiresMultiBuilder
    /// The key is empty.
    case emptyKey
    /// A context of several kinds has none.
    case emptyMultiKind
    /// A context of several kinds is within another one.
    ///
    /// It never is: ``LDMultiContextBuilder/addContext(_:)`` takes its kinds one by one.
    case nestedMultiKind
    /// A context of several kinds has one twice.
    case duplicateKinds

    init(_ error: LaunchDarklyContextError, of kind: String) {
        self =
            switch error.code {
            case .noKinds: .emptyMultiKind
            case .duplicateKind: .duplicateKinds
            case .invalidKey: .emptyKey
            case .invalidKind where kind == "multi": .requiresMultiBuilder
            case .invalidKind, .invalidReference, .invalidJSON: .invalidKind
            }
    }
}

extension ContextBuilderError: CustomStringConvertible {
    /// What is wrong as a sentence, with what to do about it.
    public var description: String {
        switch self {
        case .invalidKind:
            "This cannot be the kind of a context. Use letters, digits, \".\", \"_\" and \"-\", and not \"kind\" alone."
        case .requiresMultiBuilder: "A context of the kind \"multi\" has several kinds. Use an LDMultiContextBuilder."
        case .emptyKey: "A context's key is empty. Give it one, or none at all for a generated one."
        case .emptyMultiKind: "A context of several kinds has none. Add a context of each kind."
        case .nestedMultiKind: "A context of several kinds is within another one. Add its contexts one by one."
        case .duplicateKinds: "Two contexts have the same kind. Add one of each kind."
        }
    }
}
