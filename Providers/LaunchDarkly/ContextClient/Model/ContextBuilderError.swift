// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardLaunchDarkly

/// The reason why an ``LDContext`` is invalid.
public enum ContextBuilderError: Error, Sendable, Hashable, CaseIterable {
    /// The kind contains invalid characters, or is `kind`.
    case invalidKind
    /// The kind is `multi`, which requires an ``LDMultiContextBuilder``.
    case requiresMultiBuilder
    /// The key is empty.
    case emptyKey
    /// A context with several kinds doesn't contain any kind.
    case emptyMultiKind
    /// A context with several kinds is inside another such context.
    ///
    /// This never happens, because ``LDMultiContextBuilder/addContext(_:)`` adds its kinds one by one.
    case nestedMultiKind
    /// A context with several kinds contains one kind twice.
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
    /// A description of the problem, with a suggestion.
    public var description: String {
        switch self {
        case .invalidKind:
            "Invalid context kind. Use letters, digits, \".\", \"_\", and \"-\", but not \"kind\" alone."
        case .requiresMultiBuilder:
            "A context of the kind \"multi\" contains several kinds. Use an LDMultiContextBuilder."
        case .emptyKey: "The context key is empty. Set a key, or use LDContextBuilder() for a generated key."
        case .emptyMultiKind: "The context with several kinds is empty. Add a context for each kind."
        case .nestedMultiKind: "A context with several kinds is inside another one. Add its contexts one by one."
        case .duplicateKinds: "Two contexts have the same kind. Add only one context for each kind."
        }
    }
}
