// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardLaunchDarkly

/// Rules from JSON, and the flags that they evaluate to.
struct LocalSample {
    private(set) var book = LaunchDarklyRuleBook(origin: Origin(.bootstrap, provider: "rules"))
    private(set) var diagnostics: [Diagnostic] = []
    var mapper = LaunchDarklyContextMapper()

    /// Creates rules from the properties of `flags` and `segments`.
    init(flags: String, segments: String = "") throws { try apply(flags: flags, segments: segments) }

    /// Creates rules for the flag `f`, which has three variations, is on, and has the given properties.
    init(_ members: String, segments: String = "") throws {
        try self.init(flags: #""f":{\#(Self.start),\#(members)}"#, segments: segments)
    }

    /// Creates rules for the flag `f`, which serves variation 1 to contexts that meet a clause, and variation 0 to others.
    init(clause: String, segments: String = "") throws {
        try self.init(
            #""fallthrough":{"variation":0},"rules":[{"variation":1,"clauses":[{\#(clause)}]}]"#, segments: segments)
    }

    /// The first properties of a flag with three variations that is on.
    static let start = #""version":7,"on":true,"variations":["a","b","c"],"offVariation":2,"salt":"s""#

    mutating func apply(flags: String, segments: String = "") throws {
        let document = try JSONReader().read(#"{"flags":{\#(flags)},"segments":{\#(segments)}}"#)
        diagnostics = book.apply(try #require(LocalChanges(document)))
    }

    var rules: LaunchDarklyRules { LaunchDarklyRules(book, mapper: mapper) }

    /// Returns the evaluated flag for a context, or `nil` if the flag is unknown.
    func flag(_ key: String = "f", for context: EvaluationContext = .user("u")) -> EvaluatedFlag? {
        let rules = rules
        return rules.keys.firstIndex(of: key).flatMap { rules.evaluator(for: context)($0) }
    }

    /// Returns the index of the variation, or `nil` if there is none.
    func variation(_ key: String = "f", for context: EvaluationContext = .user("u")) -> Int? {
        flag(key, for: context)?.variant.flatMap { Int($0) }
    }

    /// Returns LaunchDarkly's reason.
    func reason(_ key: String = "f", for context: EvaluationContext = .user("u")) -> FlagValue? {
        flag(key, for: context)?.metadata["vendorReason"]
    }

    /// Returns whether the rule of the flag with one clause applies to a user with an attribute.
    func holds(_ value: FlagValue?) -> Bool {
        variation(for: value.map { .user("u", ["x": $0]) } ?? .user("u")) == 1
    }

    /// Returns the facts of an explanation.
    func explanation(_ key: String = "f", for context: EvaluationContext = .user("u")) -> [String: FlagValue] {
        let rules = rules
        return rules.keys.firstIndex(of: key).map { rules.explanation(of: $0, for: context) } ?? [:]
    }

    /// The messages of the diagnostics, with their locations.
    var problems: [String] { diagnostics.map { "\($0.location?.pointer ?? "-"): \($0.message)" } }

    static let malformed: FlagValue = ["kind": "ERROR", "errorKind": "MALFORMED_FLAG"]
}

extension EvaluationContext {
    /// Returns a context for an organization with attributes.
    static func org(_ key: String, _ attributes: [String: FlagValue] = [:]) -> EvaluationContext {
        EvaluationContext("org", key: key, attributes: attributes)
    }

    /// Returns a context for a user and an organization.
    static func both(_ user: String, _ org: String) -> EvaluationContext {
        .user(user).adding(EvaluationContext.Part("org", key: org))
    }
}
