// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// An attribute of a context that rules use, in the form that they need.
struct LocalField: Hashable, Sendable {
    enum Form: Sendable {
        /// A string, number, or Boolean.
        case value
        /// Milliseconds since 1970.
        case date
        case version
        /// A string or an integer, for the position in a rollout.
        case position
    }

    /// The kind of context, which is empty for the kinds of all parts.
    let kind: String
    let path: [String]
    let form: Form

    /// Creates a field.
    ///
    /// - Parameter kind: The kind of context, or an empty string for the kind `user`.
    init(kind: String, path: [String], form: Form = .value) {
        self.kind = kind.isEmpty ? ContextKind.user.rawValue : kind
        self.path = path
        self.form = form
    }

    private init(kindsAs form: Form) {
        kind = ""
        path = []
        self.form = form
    }

    /// Returns the field with the kinds of all parts of a context.
    static func kinds(as form: Form) -> LocalField { LocalField(kindsAs: form) }

    /// Returns the field with the key of a part.
    static func key(of kind: String) -> LocalField { LocalField(kind: kind, path: ["key"]) }

    // Compared by bytes, as in all LaunchDarkly SDKs.
    static func == (left: LocalField, right: LocalField) -> Bool {
        left.form == right.form && left.kind == right.kind
            && left.path.elementsEqual(right.path) { $0.hasSameBytes(as: $1) }
    }
}
