// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// A collector of the parts of a vendor-neutral context that a LaunchDarkly user or context can't express.
struct Losses {
    private(set) var diagnostics: [Diagnostic] = []

    /// Records that something was left out or changed.
    mutating func add(_ subject: String, _ message: String, suggestion: String) {
        diagnostics.append(Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion))
    }

    /// Records parts that are left out, and a primary part of another kind that is sent as a user.
    mutating func noteKinds(of context: EvaluationContext) {
        let primary = context.primary.kind
        if primary != .user {
            add(
                primary.rawValue, "LaunchDarkly users have only one kind. Halyard sends this part as a user.",
                suggestion: "Check that its keys differ from all user keys, or add a part of the kind \"user\".")
        }
        for kind in context.kinds where kind != primary {
            add(
                kind.rawValue, "LaunchDarkly users have only one kind. Halyard left this part out.",
                suggestion: "Add the important values as attributes of the user.")
        }
    }

    /// Returns the part of a value that a custom attribute can express, or `nil` if it can't express any.
    mutating func expressible(_ value: FlagValue, _ name: String) -> FlagValue? {
        guard case .array(let elements) = value else {
            if isScalar(value) { return value }
            add(
                name, "A user attribute can't be \(noun(value)). Halyard left it out.",
                suggestion: "Use separate attributes for the important values, or remove it.")
            return nil
        }
        let scalars = elements.filter(isScalar)
        if let other = elements.first(where: { !isScalar($0) }) {
            add(
                name, "A list in a user attribute can't contain \(noun(other)). \(lost(elements, scalars)).",
                suggestion: "Use only strings, numbers, and Booleans in it.")
        }
        return .array(scalars)
    }

    /// Returns the value without numbers that aren't finite, which a context can't express, or `nil` if nothing remains.
    mutating func finite(_ value: FlagValue, _ name: String) -> FlagValue? {
        guard let finite = Self.finite(value) else {
            add(
                name, "LaunchDarkly doesn't accept \(noun(value)). Halyard left it out.",
                suggestion: "Use a finite number, or remove it."
            )
            return nil
        }
        if !value.isFinite {
            add(
                name, "LaunchDarkly doesn't accept NaN or infinite numbers. Halyard left them out.",
                suggestion: "Use finite numbers, or remove them.")
        }
        return finite
    }

    private static func finite(_ value: FlagValue) -> FlagValue? {
        switch value {
        case .null, .bool, .int, .string: value
        case .double(let number): number.isFinite ? value : nil
        case .array(let elements): .array(elements.compactMap(finite))
        case .object(let members): .object(members.compactMapValues(finite))
        }
    }

    private func lost(_ elements: [FlagValue], _ kept: [FlagValue]) -> String {
        "Halyard left out \(elements.count - kept.count) of \(elements.count) elements"
    }

    private func isScalar(_ value: FlagValue) -> Bool {
        switch value {
        case .bool, .int, .string: true
        case .double(let number): number.isFinite
        case .null, .array, .object: false
        }
    }

    private func noun(_ value: FlagValue) -> String {
        if case .double(let number) = value {
            number.isNaN ? "NaN" : "an infinite number"
        } else {
            value.noun
        }
    }
}
