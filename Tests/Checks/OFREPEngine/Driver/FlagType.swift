// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The type with which an app reads a flag.
enum FlagType: String, Sendable, CaseIterable, FlagValueConvertible {
    case boolean, string, integer, float, object, list

    /// Reads a flag like an app that knows its type.
    ///
    /// The default value is a value that the flag doesn't have, so that it can't be mistaken for the flag's value.
    func read(_ key: String, expecting value: FlagValue?, from flags: some FlagReading) -> Reading {
        switch self {
        case .boolean: Reading(of: key, value != true, from: flags)
        case .string: Reading(of: key, "the caller's default", from: flags)
        case .integer: Reading(of: key, Int64(-987_654_321), from: flags)
        case .float: Reading(of: key, -98765.4321, from: flags)
        case .object: Reading(of: key, ["the caller's": FlagValue.string("default")], from: flags)
        case .list: Reading(of: key, [FlagValue.string("the caller's default")], from: flags)
        }
    }
}

/// A flag as an app reads it.
struct Reading: Sendable, Hashable {
    /// The value with whole numbers as integers, or `nil` if the caller's default value applies.
    var value: FlagValue?
    var variant: String?
    var reason: String
    var metadata: [String: FlagValue]
    var error: FlagError?

    fileprivate init<Value: FlagValueConvertible & Equatable>(
        of key: String, _ fallback: Value, from flags: some FlagReading
    ) {
        let details = flags.details(of: FlagKey(key, default: fallback))
        value = details.value == fallback ? nil : details.value.flagValue.withWholeNumbers
        variant = details.variant
        reason = details.reason.rawValue
        metadata = details.metadata
        error = details.error
    }

    /// Returns the difference from the engine's decision, or `nil` if there is none.
    func difference(from decision: EngineDecision) -> String? {
        let expected = decision.value?.withWholeNumbers
        let facts: [(String, Bool)] = [
            ("value \(shown(value)) instead of \(shown(expected))", value == expected),
            (
                "variant \(variant ?? "none") instead of \(decision.variant ?? "none")",
                variant.map { Array($0.utf8) } == decision.variant.map { Array($0.utf8) }
            ),
            ("reason \(reason) instead of \(decision.reason)", reason == decision.reason),
            (
                "error \(error.map { "\($0)" } ?? "none") instead of \(decision.failure.map { "\($0)" } ?? "none")",
                error.map { decision.failure?.isShown(by: $0) == true } ?? (decision.failure == nil)
            ),
            (
                "metadata \(FlagValue.object(metadata)) without \(FlagValue.object(decision.metadata))",
                decision.metadata.allSatisfy { metadata[$0]?.withWholeNumbers == $1.withWholeNumbers }
            ),
        ]
        let differing = facts.filter { !$0.1 }.map(\.0)
        return differing.isEmpty ? nil : differing.joined(separator: ", ")
    }

    private func shown(_ value: FlagValue?) -> String { value.map { "\($0)" } ?? "the caller's default" }
}
