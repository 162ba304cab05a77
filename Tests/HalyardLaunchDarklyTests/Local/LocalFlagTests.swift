// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly flags evaluated locally")
struct LocalFlagTests {
    private let ruleMatch: FlagValue = ["kind": "RULE_MATCH", "ruleIndex": 0]

    @Test("Treats null like a missing property")
    func null() throws {
        let flag = try LocalSample(
            #""prerequisites":null,"targets":null,"contextTargets":null,"rules":[{"id":null,"clauses":null,"variation":1,"rollout":null,"trackEvents":null}],"fallthrough":null"#
        )
        #expect(flag.reason() == ruleMatch && flag.variation() == 1)
        #expect(
            flag.problems == [
                "/flags/f/fallthrough: There's neither a variation nor a rollout, so the flag has no value here."
            ])
        let off = try LocalSample(
            flags: #""f":{"on":null,"variations":["a"],"offVariation":null,"version":null,"salt":null},"g":null"#)
        #expect(off.reason() == ["kind": "OFF"] && off.variation() == nil && off.rules.keys == ["f"])
        let clause = try LocalSample(
            clause: #""contextKind":null,"attribute":"x","op":"in","values":[1],"negate":null"#)
        #expect(clause.holds(1) && !clause.holds(2))
        let segment = try LocalSample(
            clause: #""op":"segmentMatch","values":["s"]"#,
            segments:
                #""s":{"included":null,"rules":[{"clauses":null,"weight":null,"bucketBy":null,"rolloutContextKind":null}],"unbounded":null}"#
        )
        #expect(segment.variation() == 1)
    }

    @Test("Reads 1.0 as an index")
    func wholeNumbers() throws {
        let flag = try LocalSample(#""fallthrough":{"variation":1.0}"#)
        #expect(flag.variation() == 1 && flag.flag()?.value == "b")
        let rollout = try LocalSample(
            #""fallthrough":{"rollout":{"seed":61.0,"variations":[{"variation":2.0,"weight":100000.0}]}}"#)
        #expect(rollout.variation() == 2)
    }

    @Test("Serves the variation if there is also a rollout")
    func variationWins() throws {
        let both = #""variation":1,"rollout":{"variations":[{"variation":2,"weight":100000}]}"#
        #expect(try LocalSample(#""fallthrough":{\#(both)}"#).variation() == 1)
        #expect(try LocalSample(#""rules":[{\#(both)}]"#).variation() == 1)
    }

    @Test("Applies rules and segment rules without clauses")
    func withoutClauses() throws {
        #expect(
            try LocalSample(#""rules":[{"id":"r","variation":1}]"#).reason()
                == ["kind": "RULE_MATCH", "ruleIndex": 0, "ruleId": "r"])
        #expect(try LocalSample(#""rules":[{"clauses":[],"variation":1}]"#).variation() == 1)
        let clause = #""op":"segmentMatch","values":["s"]"#
        #expect(try LocalSample(clause: clause, segments: #""s":{"rules":[{}]}"#).variation() == 1)
        #expect(try LocalSample(clause: clause, segments: #""s":{"rules":[]}"#).variation() == 0)
    }

    @Test("Reads an attribute name as a path only with a context kind")
    func references() throws {
        let user = EvaluationContext.user("u", ["/a": 1, "a": 2, "//": 3, "b": ["c/d": ["~": 4]]])
        func serves(_ members: String) throws -> Int? {
            try LocalSample(clause: #""op":"in",\#(members)"#).variation(for: user)
        }
        #expect(try serves(#""attribute":"/a","values":[1]"#) == 1)
        #expect(try serves(#""attribute":"/a","contextKind":"","values":[1]"#) == 1)
        #expect(try serves(#""attribute":"/a","contextKind":"user","values":[2]"#) == 1)
        #expect(try serves(#""contextKind":"user","attribute":"/b/c~1d/~0","values":[4]"#) == 1)
        #expect(try serves(#""attribute":"//","values":[3]"#) == 1)
        let invalid = try LocalSample(clause: #""op":"in","contextKind":"user","attribute":"//","values":[3]"#)
        #expect(invalid.reason(for: user) == LocalSample.malformed && invalid.variation(for: user) == nil)
        #expect(
            invalid.problems == [
                "/flags/f/rules/0/clauses/0/attribute: \"//\" isn't an attribute. Flags that need the clause have no value."
            ])
        let missing = try LocalSample(clause: #""op":"in","values":[3]"#)
        #expect(missing.reason() == LocalSample.malformed)
    }

    @Test("Serves a variation that contains null")
    func nestedNull() throws {
        let flag = try LocalSample(flags: #""f":{"on":true,"variations":[{"a":null}],"fallthrough":{"variation":0}}"#)
        #expect(flag.flag()?.value == ["a": .null])
    }

    @Test("Serves null as a variation without a value")
    func nullVariation() throws {
        let flag = try LocalSample(flags: #""f":{"on":true,"variations":[1,null],"fallthrough":{"variation":1}}"#)
        #expect(flag.flag()?.value == .null && flag.variation() == 1 && flag.flag()?.error == nil)
    }

    @Test("Ignores other kinds of objects in the document")
    func otherKinds() throws {
        #expect(LocalChanges(["flags": [:], "segments": [:], "metrics": [:]]) != nil)
    }

    @Test("Reports a malformed flag when a rule serves a missing variation")
    func missingVariation() throws {
        let flag = try LocalSample(
            #""rules":[{"variation":9,"clauses":[{"attribute":"x","op":"in","values":[1]}]}],"fallthrough":{"variation":0}"#
        )
        let served = flag.flag(for: .user("u", ["x": 1]))
        #expect(served?.metadata["vendorReason"] == LocalSample.malformed && served?.variant == nil)
        #expect(served?.reason == .error && served?.error?.code == .parseError && served?.version == 7)
        #expect(flag.problems == ["/flags/f/rules/0/variation: The flag has no variation 9, so it has no value here."])
    }

    @Test("Ignores a missing variation of a rule that doesn't apply")
    func unreachedVariation() throws {
        let flag = try LocalSample(
            #""rules":[{"variation":9,"clauses":[{"attribute":"x","op":"in","values":[1]}]}],"fallthrough":{"variation":0}"#
        )
        #expect(flag.reason() == ["kind": "FALLTHROUGH"] && flag.variation() == 0)
    }

    @Test(
        "Reports a malformed flag when the fallthrough serves nothing",
        arguments: [#""fallthrough":{}"#, #""targets":[]"#])
    func emptyFallthrough(member: String) throws {
        let flag = try LocalSample(member)
        #expect(flag.reason() == LocalSample.malformed && flag.variation() == nil)
    }

    @Test("Serves no value when a flag without an off variation is off")
    func offWithoutVariation() throws {
        let flag = try LocalSample(flags: #""f":{"on":false,"variations":["a"],"fallthrough":{"variation":0}}"#)
        #expect(flag.reason() == ["kind": "OFF"] && flag.variation() == nil && flag.flag()?.value == .null)
        #expect(flag.flag()?.error == nil && flag.flag()?.reason == .disabled)
    }

    @Test("Reports a malformed flag when a rollout has no variations")
    func emptyRollout() throws {
        #expect(try LocalSample(#""fallthrough":{"rollout":{"variations":[]}}"#).reason() == LocalSample.malformed)
        #expect(try LocalSample(#""rules":[{"rollout":{}}]"#).reason() == LocalSample.malformed)
    }

    @Test("Serves the off variation of a flag that is off")
    func off() throws {
        let flag = try LocalSample(flags: #""f":{"on":false,"variations":["a","b"],"offVariation":1,"version":3}"#)
        #expect(flag.flag()?.value == "b" && flag.flag()?.version == 3 && flag.reason() == ["kind": "OFF"])
        let missing = try LocalSample(flags: #""f":{"on":false,"variations":["a","b"],"offVariation":2}"#)
        #expect(missing.reason() == LocalSample.malformed)
    }

    @Test("Leaves out deleted flags and segments")
    func deleted() throws {
        let flag = try LocalSample(
            flags:
                #""f":{"version":2,"deleted":true},"g":{\#(LocalSample.start),"rules":[{"variation":1,"clauses":[{"op":"segmentMatch","values":["s"]}]}],"fallthrough":{"variation":0}}"#,
            segments: #""s":{"deleted":true,"included":["u"]}"#)
        #expect(flag.rules.keys == ["g"] && flag.variation("g") == 0)
    }

    @Test("Rejects contexts that LaunchDarkly doesn't accept")
    func invalidContexts() throws {
        let flag = try LocalSample(#""fallthrough":{"variation":0}"#)
        for context in [EvaluationContext.user(""), EvaluationContext("a kind", key: "k"), .both("u", "")] {
            let served = flag.flag(for: context)
            #expect(served?.metadata["vendorReason"] == ["kind": "ERROR", "errorKind": "USER_NOT_SPECIFIED"])
            #expect(served?.error?.code == .targetingKeyMissing && served?.value == .null)
        }
    }

    @Test("Serves the same object for the same outcome")
    func identity() throws {
        let flag = try LocalSample(
            #""targets":[{"variation":1,"values":["a"]},{"variation":1,"values":["b"]}],"fallthrough":{"variation":9}"#)
        let rules = flag.rules
        let served = ["a", "b", "c", "d", ""].map { rules.evaluator(for: .user($0))(0) }
        #expect(served[0] === served[1] && served[2] === served[3] && served[0] !== served[2])
        #expect(served[4] === rules.evaluator(for: .user(""))(0) && served[4] !== served[3])
    }

    @Test("Reports each read of a tracked outcome")
    func tracking() throws {
        let flag = try LocalSample(
            #""rules":[{"variation":1,"trackEvents":true,"clauses":[{"attribute":"key","op":"in","values":["a"]}]}],"fallthrough":{"variation":0}"#
        )
        let tracked = try #require(flag.flag(for: .user("a")))
        #expect(tracked.reporting == .each)
        #expect(
            tracked.vendor == [
                "version": 7, "variation": 1, "trackEvents": true, "trackReason": true,
                "reason": ["kind": "RULE_MATCH", "ruleIndex": 0],
            ])
        let other = try #require(flag.flag(for: .user("b")))
        #expect(other.reporting == [] && other.vendor == .null)
        let whole = try LocalSample(
            #""trackEvents":true,"debugEventsUntilDate":1700000000000.0,"fallthrough":{"variation":0}"#)
        #expect(
            whole.flag()?.vendor == [
                "version": 7, "variation": 0, "trackEvents": true, "debugEventsUntilDate": 1_700_000_000_000,
                "reason": ["kind": "FALLTHROUGH"],
            ])
        let old = try LocalSample(#""trackEventsFallthrough":true,"fallthrough":{"variation":0}"#)
        #expect(old.flag()?.reporting == .each && old.flag()?.vendor["trackReason"] == true)
    }
}
