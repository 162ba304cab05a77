// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import Testing

@testable import HalyardUnleash

/// Rules from JSON, and the flags that they evaluate to.
struct RulesSample {
    var book: UnleashRuleBook
    private(set) var diagnostics: [Diagnostic]
    let time = ManualTime()
    var random: any RandomSource = SeededRandom(seed: 1)
    var sessionId: String?
    var mapper: any ContextMapper<UnleashContext> = UnleashContextMapper(appName: "app")

    init(
        _ json: String, strategies: [String: @Sendable ([String: String]) -> FeatureRules.Custom] = [:],
        hostName: String = "lovelace", report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
    ) throws {
        book = UnleashRuleBook(
            FeatureCompiler.Dependencies(
                origin: Origin(.network, provider: "unleash"), strategies: strategies, hostName: hostName,
                report: report))
        diagnostics = book.apply(try #require(FeatureChanges(Array(json.utf8))))
    }

    /// Creates rules for one feature with the given properties.
    init(feature: String, hostName: String = "lovelace") throws {
        try self.init(#"{"version":2,"features":[{"name":"f",\#(feature)}]}"#, hostName: hostName)
    }

    /// Creates rules for one feature with one constraint, which has the given properties.
    init(constraint: String, of field: String = "f") throws {
        try self.init(
            feature: #"""
                "enabled":true,"strategies":[{"name":"default","constraints":[{"contextName":"\#(field)",\#(constraint)}]}]
                """#)
    }

    mutating func apply(_ json: String) throws {
        diagnostics = book.apply(try #require(FeatureChanges(Array(json.utf8))))
    }

    var rules: UnleashRules {
        UnleashRules(
            book, UnleashRules.Dependencies(mapper: mapper, sessionId: sessionId, time: time, random: random))
    }

    /// Returns the evaluated flag for a context, or `nil` if the flag is unknown.
    func flag(_ name: String = "f", for context: EvaluationContext = .anonymous) -> EvaluatedFlag? {
        let rules = rules
        return rules.keys.firstIndex(of: name).flatMap { rules.evaluator(for: context)($0) }
    }

    func isOn(_ name: String = "f", for context: EvaluationContext = .anonymous) -> Bool? {
        flag(name, for: context).map { $0.value == true }
    }

    /// Returns the Boolean value of the flag for a value of its constraint's field.
    func holds(_ value: FlagValue) -> Bool? { isOn(for: EvaluationContext(key: nil, attributes: ["f": value])) }

    /// The messages of the diagnostics, with their locations.
    var problems: [String] {
        diagnostics.map { "\($0.location?.pointer ?? "-"): \($0.message)" }
    }
}
