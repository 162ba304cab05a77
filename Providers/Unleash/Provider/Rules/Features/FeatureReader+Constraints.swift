// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The properties of a constraint.
struct ConstraintMembers {
    var field = ""
    var operation = ""
    var value = ""
    var values: [String] = []
    var isInverted = false
    var ignoresCase = false
}

extension RuleReader {
    /// Returns the constraint with some properties, or `nil` if it can't be tested.
    mutating func constraint(_ members: ConstraintMembers) -> Constraint? {
        if members.field.isEmpty || members.operation.isEmpty {
            add(
                "The constraint has no \"contextName\" or no \"operator\", so its strategy doesn't apply.",
                suggestion: "Add both.")
            return nil
        }
        guard let test = test(members) else { return nil }
        return Constraint(
            field: members.field, test: test, isInverted: members.isInverted != (members.operation == "NOT_IN"),
            ignoresCase: members.ignoresCase)
    }

    private mutating func test(_ members: ConstraintMembers) -> Constraint.Test? {
        let name = members.operation
        switch name {
        case "IN", "NOT_IN": return .isIn(members.values)
        case "STR_STARTS_WITH": return .startsWith(members.values)
        case "STR_ENDS_WITH": return .endsWith(members.values)
        case "STR_CONTAINS": return .contains(members.values)
        case "IN_CIDR": return .isInNetwork(networks(members.values, at: ["values"]))
        case "DATE_AFTER": return moment(members).map(Constraint.Test.isAfter)
        case "DATE_BEFORE": return moment(members).map(Constraint.Test.isBefore)
        case "REGEX": return pattern(members)
        default: break
        }
        if name.hasPrefix("NUM_"), let comparison = Self.comparisons[String(name.dropFirst(4))] {
            return value(of: members, "a number", RuleNumber.plain).map { .number(comparison, $0) }
        }
        if name.hasPrefix("SEMVER_"), let comparison = Self.comparisons[String(name.dropFirst(7))] {
            return value(of: members, "a version like 1.2.3", { SemanticVersion($0) }).map { .version(comparison, $0) }
        }
        add(
            "Unknown operator \"\(name)\". The strategy doesn't apply.", at: ["operator"],
            suggestion: "Use an operator of Unleash's client specification 6.1.")
        return nil
    }

    private static let comparisons: [String: Constraint.Comparison] = [
        "EQ": .equal, "GT": .greater, "GTE": .greaterOrEqual, "LT": .less, "LTE": .lessOrEqual,
    ]

    /// Returns the readable networks, and records a problem for each of the other texts.
    mutating func networks(_ texts: [String], at steps: [String]) -> [NetworkRange] {
        texts.compactMap { text in
            if let network = NetworkRange(text) { return network }
            add(
                "\"\(text)\" isn't an address or a network, so it was skipped.", at: steps, isHarmless: true,
                suggestion: "Use a value like 10.1.2.3, 10.1.2.0/24, or 2001:db8::/32.")
            return nil
        }
    }

    private mutating func moment(_ members: ConstraintMembers) -> PreciseMoment? {
        value(of: members, "a date like 2026-03-01T09:30:00Z") { PreciseMoment(rfc3339: $0.utf8) }
    }

    private mutating func pattern(_ members: ConstraintMembers) -> Constraint.Test? {
        do throws(RegexParser.Fault) {
            let program = try RegexProgram(members.value, ignoresCase: members.ignoresCase)
            return .pattern(program, text: members.value)
        } catch {
            // In the Unleash engine, no value matches an invalid pattern, so an inverted constraint is met. If only the engine
            // supports a pattern, its matches are unknown.
            let matchesNothing = error.isInvalid
            let consequence =
                matchesNothing && members.isInverted
                ? "No value matches it, so the inverted constraint is always met." : "The strategy doesn't apply."
            add(
                "The pattern can't be used: \(error). \(consequence)", at: ["value"], isHarmless: matchesNothing,
                suggestion: "Use RE2 syntax.")
            return matchesNothing ? .isIn([]) : nil
        }
    }

    /// Returns the constraint's value, or `nil` if it isn't valid for the operator.
    private mutating func value<Value>(
        of members: ConstraintMembers, _ noun: String, _ read: (String) -> Value?
    ) -> Value? {
        if let value = read(members.value) { return value }
        add(
            "\"\(members.value)\" isn't valid for the operator, so the strategy doesn't apply.", at: ["value"],
            suggestion: "Use \(noun).")
        return nil
    }
}
