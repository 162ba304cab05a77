// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// The members of a constraint.
struct ConstraintMembers {
    var field = ""
    var operation = ""
    var value = ""
    var values: [String] = []
    var isInverted = false
    var ignoresCase = false
}

extension FeatureReader {
    /// What a constraint's members say; nil when it cannot be tested.
    mutating func constraint(_ members: ConstraintMembers) -> Constraint? {
        if members.field.isEmpty || members.operation.isEmpty {
            add(
                "The constraint lacks \"contextName\" or \"operator\"; its strategy does not hold.",
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
            return value(of: members, "a version: 1.2.3", SemanticVersion.init).map { .version(comparison, $0) }
        }
        add(
            "The operator \"\(name)\" is not known; the strategy does not hold.", at: ["operator"],
            suggestion: "Use one of Unleash's specification 6.1.")
        return nil
    }

    private static let comparisons: [String: Constraint.Comparison] = [
        "EQ": .equal, "GT": .greater, "GTE": .greaterOrEqual, "LT": .less, "LTE": .lessOrEqual,
    ]

    /// The networks that can be read; the others are skipped and recorded.
    mutating func networks(_ texts: [String], at steps: [String]) -> [NetworkRange] {
        texts.compactMap { text in
            if let network = NetworkRange(text) { return network }
            add(
                "\"\(text)\" is no address and no network; it was skipped.", at: steps, isHarmless: true,
                suggestion: "Write 10.1.2.3, 10.1.2.0/24 or 2001:db8::/32.")
            return nil
        }
    }

    private mutating func moment(_ members: ConstraintMembers) -> PreciseMoment? {
        value(of: members, "a moment: 2026-03-01T09:30:00Z") { PreciseMoment(rfc3339: $0.utf8) }
    }

    private mutating func pattern(_ members: ConstraintMembers) -> Constraint.Test? {
        do throws(RegexParser.Fault) {
            let program = try RegexProgram(members.value, ignoresCase: members.ignoresCase)
            return .pattern(program, text: members.value)
        } catch {
            // As in Unleash's engine, no value matches an invalid pattern, so an inverted constraint is met. The matches of a pattern
            // that only the engine can run are unknown.
            let matchesNothing = error.isInvalid
            let consequence =
                matchesNothing && members.isInverted
                ? "No value matches it, so the inverted constraint is always met." : "The strategy does not hold."
            add(
                "The pattern cannot be run: \(error). \(consequence)", at: ["value"], isHarmless: matchesNothing,
                suggestion: "Write it in RE2's language.")
            return matchesNothing ? .isIn([]) : nil
        }
    }

    /// The constraint's value, if it is what the operator needs.
    private mutating func value<Value>(
        of members: ConstraintMembers, _ noun: String, _ read: (String) -> Value?
    ) -> Value? {
        if let value = read(members.value) { return value }
        add(
            "\"\(members.value)\" is not what the operator compares with; the strategy does not hold.", at: ["value"],
            suggestion: "Write \(noun).")
        return nil
    }
}
