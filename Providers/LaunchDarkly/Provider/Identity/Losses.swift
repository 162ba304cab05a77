// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Collects what a user, or LaunchDarkly's context, cannot express of a neutral context.
struct Losses {
    private(set) var findings: [Diagnostic] = []

    /// Notes that something was left out or changed.
    mutating func add(_ subject: String, _ message: String, suggestion: String) {
        findings.append(Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion))
    }

    /// Notes the parts that are left out, and one that is sent as a user without being one.
    mutating func noteKinds(of context: EvaluationContext) {
        let primary = context.primary.kind
        if primary != .user {
            add(
                primary.rawValue, "LaunchDarkly's users have one kind: this part is sent as a user.",
                suggestion: "Make sure that its keys are no user's, or add a part of the kind \"user\".")
        }
        for kind in context.kinds where kind != primary {
            add(
                kind.rawValue, "LaunchDarkly's users have one kind: this part was left out.",
                suggestion: "Say what matters of it as attributes of the user.")
        }
    }

    /// The part of a value that a custom attribute can express; nil for nothing.
    mutating func expressible(_ value: FlagValue, _ name: String) -> FlagValue? {
        guard case .array(let elements) = value else {
            if isScalar(value) { return value }
            add(
                name, "A user's attribute cannot be \(noun(value)); it was left out.",
                suggestion: "Give what matters of it as attributes of their own, or drop it.")
            return nil
        }
        let scalars = elements.filter(isScalar)
        if let other = elements.first(where: { !isScalar($0) }) {
            add(
                name, "A list among a user's attributes cannot hold \(noun(other)); \(lost(elements, scalars)).",
                suggestion: "Give only texts, numbers and truth values in it.")
        }
        return .array(scalars)
    }

    /// The part of a value that a context can express: everything but numbers that are not finite; nil for nothing.
    mutating func finite(_ value: FlagValue, _ name: String) -> FlagValue? {
        guard let finite = Self.finite(value) else {
            add(
                name, "LaunchDarkly cannot take \(noun(value)); it was left out.",
                suggestion: "Give a number, or drop it."
            )
            return nil
        }
        if !value.isFinite {
            add(
                name, "LaunchDarkly cannot take numbers that are none or infinite; they were left out.",
                suggestion: "Give numbers, or drop them.")
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
        "\(elements.count - kept.count) of \(elements.count) elements were left out"
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
            number.isNaN ? "a number that is none" : "an infinite number"
        } else {
            value.noun
        }
    }
}
