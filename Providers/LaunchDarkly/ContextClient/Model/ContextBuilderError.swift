// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// Why an ``LDContext`` cannot be made.
public enum ContextBuilderError: Error, Sendable, Hashable, CaseIterable {
    /// The kind contains invalid characters, or is `kind`.
    case invalidKind
    /// The kind is `multi`: use an ``LDMultiContextBuilder``.
    case requiresMultiBuilder
    /// The key is empty.
    case emptyKey
    /// A context of several kinds has none.
    case emptyMultiKind
    /// A context of several kinds is within another one.
    ///
    /// This never happens: ``LDMultiContextBuilder/addContext(_:)`` takes its kinds one by one.
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
    /// The problem as a sentence, with a suggestion.
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
