// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardLaunchDarkly

@Suite("Explanations of LaunchDarkly rules")
struct LocalExplanationTests {
    private let flag = #"""
        "f":{"on":true,"variations":["a","b","c"],"offVariation":2,"salt":"s",
          "prerequisites":[{"key":"p","variation":0}],"targets":[{"variation":1,"values":["t"]}],
          "rules":[
            {"id":"gold users","variation":1,"clauses":[
              {"attribute":"plan","op":"in","values":["gold"]},{"attribute":"age","op":"greaterThan","values":[17]}]},
            {"variation":0,"clauses":[{"op":"segmentMatch","values":["beta","unknown"]}]},
            {"variation":9,"clauses":[{"attribute":"key","op":"in","values":["nine"]}]},
            {"variation":0,"clauses":[{"contextKind":"user","attribute":"/","op":"in","values":[]},{"op":"segmentMatch","values":[]}]}],
          "fallthrough":{"rollout":{"variations":[{"variation":0,"weight":50000},{"variation":1,"weight":50000}]}}},
        "p":{"on":true,"variations":[1,2],"rules":[{"variation":1,"clauses":[{"attribute":"key","op":"in","values":["q"]}]}],
          "fallthrough":{"variation":0}},
        "off":{"on":false},"needsOff":{"on":true,"prerequisites":[{"key":"off","variation":0}]},
        "needsNone":{"on":true,"prerequisites":[{"key":"none","variation":0}]},
        "cycle":{"on":true,"prerequisites":[{"key":"cycle","variation":0}]},
        "plain":{"on":true,"variations":[1],"fallthrough":{"variation":0}},"empty":{"on":true,"fallthrough":{}},
        "big":{"on":true,"variations":[1],"fallthrough":{"variation":0},"rules":[{"variation":0,"clauses":[{"op":"segmentMatch","values":["huge"]}]}]}
        """#
    private let segments = #"""
        "beta":{"included":["in"],"excluded":["out"],"rules":[{"clauses":[{"attribute":"beta","op":"in","values":[true]}]}]},
        "huge":{"unbounded":true,"generation":1}
        """#

    private static let causes: [(key: String, context: EvaluationContext, cause: String)] = [
        ("f", .user("t"), "a list of keys, which includes the context: variation 1"),
        ("f", .user("u", ["plan": "gold", "age": 18]), #"rule 1 of 4 ("gold users"), which applies: variation 1"#),
        (
            "f", .user("in"),
            #"rule 2 of 4, which applies (the segment "beta" contains the context by its included keys, the segment "unknown" is unknown): variation 0"#
        ),
        (
            "f", .user("u", ["beta": true]),
            #"rule 2 of 4, which applies (the segment "beta" contains the context by its rule 1, the segment "unknown" is unknown): variation 0"#
        ),
        ("f", .user("nine"), "rule 3 of 4, which applies, whose variation doesn't exist"),
        ("f", .user("u"), "rule 4 of 4, which has no result, because its clause 1 has a malformed attribute"),
        ("f", .user("q"), #"the prerequisite "p", which serves variation 1 instead of 0"#),
        ("f", .user(""), "the context, which LaunchDarkly doesn't accept"),
        ("off", .user("u"), "the flag's switch, which is off"),
        ("needsOff", .user("u"), #"the prerequisite "off", which is off"#),
        ("needsNone", .user("u"), #"the prerequisite "none", which is unknown"#),
        (
            "cycle", .user("u"),
            #"the prerequisite "cycle", which depends on itself, or needs more than 64 levels of prerequisites and segments, or too many of them"#
        ),
        ("plain", .user("u"), "the default rule: variation 0"),
        ("empty", .user("u"), "the default rule, whose variation doesn't exist"),
        (
            "big", .user("u"),
            #"the default rule, because no other rule applies (rule 1 of 1 doesn't apply, because its clause 1 isn't met: the segment "huge" doesn't contain the context by its rules, because the keys of big segments aren't available): variation 0"#
        ),
    ]

    @Test("Names the part that determines the value", arguments: causes.indices)
    func cause(index: Int) throws {
        let (key, context, cause) = Self.causes[index]
        let sample = try LocalSample(flags: flag, segments: segments)
        #expect(sample.explanation(key, for: context)["determinedBy"] == .string(cause))
    }

    @Test("Lists the results of prerequisites and rules")
    func results() throws {
        let sample = try LocalSample(flags: flag, segments: segments)
        let facts = sample.explanation("f", for: .user("out", ["plan": "gold", "age": 17]))
        #expect(facts["prerequisites"] == ["p: met"])
        #expect(
            facts["rules"] == [
                #"rule 1 of 4 ("gold users") doesn't apply, because its clause 2 on age isn't met"#,
                #"rule 2 of 4 doesn't apply, because its clause 1 isn't met: the segment "beta" doesn't contain the context by its excluded keys, the segment "unknown" is unknown"#,
                "rule 3 of 4 doesn't apply, because its clause 1 on key isn't met",
                "rule 4 of 4 has no result, because its clause 1 has a malformed attribute",
            ])
        #expect(sample.explanation("big")["bigSegments"] == "not configured")
    }

    @Test("Contains the position in a rollout")
    func rollout() throws {
        let sample = try LocalSample(
            flags:
                #""hashKey":{"on":true,"salt":"saltyA","variations":[0],"fallthrough":{"rollout":{"variations":[{"variation":0,"weight":100000}]}}}"#
        )
        #expect(
            sample.explanation("hashKey", for: .user("userKeyA"))["determinedBy"]
                == "the default rule: variation 0, because the context has position 42157 of 100000 in the rollout")
        #expect(
            sample.explanation("hashKey", for: .org("o"))["determinedBy"]
                == "the default rule: variation 0, because the context has no part of the rollout's kind \"user\"")
    }
}
