// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardTool

/// Tests commands with a file of LaunchDarkly rules.
@Suite("LaunchDarkly rule files on the command line")
struct LocalRulesTests {
    private let tool = MemoryTool([
        "rules.json": #"""
        {"flags": {"new-nav": {"version": 4, "on": true, "variations": [true, false], "offVariation": 1,
          "rules": [{"id": "gold", "variation": 0, "clauses": [{"attribute": "plan", "op": "in", "values": ["gold"]}]}],
          "fallthrough": {"variation": 1}}}, "segments": {}}
        """#,
        "halyard.json": #"""
        {"version": 1, "active": "rules", "context": {"key": "ada"}, "providers": {
          "rules": {"type": "bootstrap", "file": "rules.json", "format": "launchdarkly-local"},
          "old": {"type": "memory", "flags": {"new-nav": false}}}}
        """#,
        "people.jsonl": "{\"key\": \"ada\"}\n{\"key\": \"bob\", \"attributes\": {\"plan\": \"gold\"}}\n",
    ])

    @Test("Evaluates a flag for a context")
    func eval() async {
        let outcome = await tool.run("eval", "new-nav", "--context", #"{"key": "bob", "attributes": {"plan": "gold"}}"#)
        #expect(outcome.status == .success && outcome.errors == "")
        #expect(
            outcome.output == """
                key      value  variant  reason           origin     provider  age
                new-nav  true   0        TARGETING_MATCH  bootstrap  rules     0 s

                """)
    }

    @Test("Explains the rule that determined the value")
    func explain() async {
        let gold = await tool.run("explain", "new-nav", "--context", #"{"key": "bob", "attributes": {"plan": "gold"}}"#)
        #expect(gold.output.contains(#"Determined by rule 1 of 1 ("gold"), which applies: variation 0."#))
        let other = await tool.run("explain", "new-nav")
        #expect(other.output.contains("because its clause 1 on plan isn't met): variation 1."))
    }

    @Test("Compares the rules with another provider")
    func compare() async throws {
        let outcome = await tool.run("compare", "old", "rules", "--contexts", "people.jsonl", "--json")
        let answer = try JSONReader().read(outcome.output)
        #expect(answer["contexts"] == 2 && answer["differing"] == 1)
        #expect(answer["flags"]?[0]?["counts"] == ["agrees": 1, "differs": 1])
    }
}
