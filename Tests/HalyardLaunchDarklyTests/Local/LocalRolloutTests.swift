// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly prerequisites, rollouts, and segments")
struct LocalRolloutTests {
    private func flag(_ key: String, _ members: String) -> String { "\"\(key)\":{\(LocalSample.start),\(members)}" }

    private func needs(_ keys: String...) -> String {
        let list = keys.map { #"{"key":"\#($0)","variation":0}"# }.joined(separator: ",")
        return #""prerequisites":[\#(list)],"fallthrough":{"variation":0}"#
    }

    // MARK: Prerequisites

    @Test("Fails a prerequisite that is off and serves the required variation")
    func prerequisiteOff() throws {
        let flag = try LocalSample(
            flags: flag("f", needs("g")) + #","g":{"on":false,"variations":[1],"offVariation":0}"#)
        #expect(flag.reason() == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "g"] && flag.variation() == 2)
        #expect(flag.flag()?.vendor["prerequisites"] == ["g"])
    }

    @Test("Reports a malformed flag for prerequisites in a cycle")
    func prerequisiteCycle() throws {
        let flags = try LocalSample(flags: flag("f", needs("g")) + "," + flag("g", needs("f")))
        #expect(
            flags.problems == [
                "/flags/f: A flag depends on itself: \"f\", \"g\", \"f\". Flags that need it have no value."
            ])
        #expect(flags.flag("f")?.error?.message.contains("depends on itself") == true)
        #expect(flags.reason("f") == LocalSample.malformed && flags.reason("g") == LocalSample.malformed)
        #expect(try LocalSample(needs("f")).reason() == LocalSample.malformed)
    }

    @Test("Doesn't reach a cycle behind a failed prerequisite")
    func unreachedCycle() throws {
        let flag = try LocalSample(needs("missing", "f"))
        #expect(flag.reason() == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "missing"])
        #expect(flag.flag()?.vendor["prerequisites"] == ["missing"])
        #expect(
            flag.problems == [
                "/flags/f/prerequisites: Unknown prerequisite \"missing\", so the flag serves its off variation.",
                "/flags/f: A flag depends on itself: \"f\", \"f\". Flags that need it have no value.",
            ])
    }

    @Test("Evaluates prerequisites of prerequisites")
    func nestedPrerequisites() throws {
        let flags = try LocalSample(
            flags: [
                flag("f", needs("g", "h")), flag("g", needs("i")), flag("h", needs("i")),
                flag(
                    "i",
                    #""rules":[{"variation":1,"clauses":[{"attribute":"key","op":"in","values":["x"]}]}],"fallthrough":{"variation":0}"#
                ),
            ].joined(separator: ","))
        #expect(flags.reason() == ["kind": "FALLTHROUGH"] && flags.flag()?.vendor["prerequisites"] == ["g", "h"])
        #expect(
            flags.reason(for: .user("x")) == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "g"])
    }

    @Test("Tells a missing variation of a prerequisite from a malformed clause")
    func malformedPrerequisites() throws {
        let index = try LocalSample(flags: flag("f", needs("g")) + "," + flag("g", #""fallthrough":{"variation":9}"#))
        #expect(index.reason() == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "g"])
        let clause = try LocalSample(
            flags: flag("f", needs("g")) + "," + flag("g", #""rules":[{"variation":0,"clauses":[{"op":"in"}]}]"#))
        #expect(clause.reason() == LocalSample.malformed)
    }

    @Test("Never meets a prerequisite with a negative variation")
    func negativePrerequisite() throws {
        let flags = try LocalSample(
            flags: flag("f", #""prerequisites":[{"key":"g","variation":-1}],"fallthrough":{"variation":0}"#)
                + #","g":{"on":true,"prerequisites":[{"key":"none","variation":0}]}"#)
        #expect(flags.reason("g") == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "none"])
        #expect(flags.reason() == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "g"])
    }

    @Test("Ends an evaluation with too many prerequisites")
    func manyPrerequisites() throws {
        // Each flag needs the next one twice, so the number of evaluations doubles at each flag.
        let doubling = (0..<60).map { flag("f\($0)", needs("f\($0 + 1)", "f\($0 + 1)")) }
        let flags = try LocalSample(
            flags: (doubling + [flag("f60", #""fallthrough":{"variation":0}"#)]).joined(separator: ","))
        #expect(flags.reason("f0") == LocalSample.malformed && flags.variation("f50") == 0)
        let chain = (0..<5000).map { flag("f\($0)", needs("f\($0 + 1)")) }
        let deep = try LocalSample(
            flags: (chain + [flag("f5000", #""fallthrough":{"variation":0}"#)]).joined(separator: ","))
        #expect(deep.reason("f0") == LocalSample.malformed && deep.variation("f4950") == 0)
    }

    // MARK: Rollouts

    /// Returns a flag with a rollout that has a variation below a bucket, and another one from there.
    private func rollout(_ members: String, _ weights: [Int], key: String = "hashKey", salt: String = "saltyA") throws
        -> LocalSample
    {
        let shares = weights.enumerated().map { #"{"variation":\#($0),"weight":\#($1)}"# }.joined(separator: ",")
        return try LocalSample(
            flags:
                #""\#(key)":{"on":true,"variations":[0,1,2],"salt":"\#(salt)","fallthrough":{"rollout":{\#(members)"variations":[\#(shares)]}}}"#
        )
    }

    @Test("Serves the last variation at the position 1")
    func lastPosition() throws {
        #expect(LocalBucket.position(of: 0xFFFF_FFFF_FFFF_FFF0) == 1 && LocalBucket.position(of: 15) == 0)
        #expect(LocalBucket.position(of: 1 << 63) == 0.5)
        let flag = try #require(try rollout("", [50000, 50000]).book.flags["hashKey"])
        let served = [0, 0.49999, 0.5, 0.99999, 1].map { flag.share(of: flag.rollouts[0], at: $0) }
        #expect(served == [0, 0, 1, 1, 1])
    }

    @Test("Assigns the same position to an integer and its string")
    func bucketBy() throws {
        let user = { (value: FlagValue) in EvaluationContext.user("u", ["n": value]) }
        // The position of 33333 is 0.54771423.
        for weights in [[54771, 45229], [54772, 45228]] {
            let flag = try rollout(#""bucketBy":"n","#, weights)
            let expected = weights[0] == 54772 ? 0 : 1
            for value in [33333, 33333.0, "33333"] as [FlagValue] {
                #expect(flag.variation("hashKey", for: user(value)) == expected)
            }
        }
        // Other values have the position 0.
        let flag = try rollout(#""bucketBy":"n","#, [1, 99999])
        for value in [0.5, true, [1], [:], .null] as [FlagValue] {
            #expect(flag.variation("hashKey", for: user(value)) == 0, "\(value)")
        }
        let invalid = try rollout(#""contextKind":"user","bucketBy":"//","#, [1, 99999])
        #expect(invalid.reason("hashKey") == LocalSample.malformed)
        #expect(
            invalid.problems == [
                "/flags/hashKey/fallthrough/rollout/bucketBy: \"//\" isn't an attribute. Flags that need the rollout have no value."
            ])
    }

    @Test("Serves the last variation if the weights don't add up")
    func fewWeights() throws {
        let few = try rollout("", [1, 1])
        #expect((0..<50).allSatisfy { few.variation("hashKey", for: .user("u\($0)")) == 1 })
        let none = try rollout("", [0, 0, 0])
        #expect((0..<50).allSatisfy { none.variation("hashKey", for: .user("u\($0)")) == 2 })
        let missing = try rollout(#""contextKind":"org","#, [0, 1, 99999])
        #expect(missing.variation("hashKey") == 1)
    }

    @Test(
        "Computes the positions of LaunchDarkly's tests",
        arguments: [
            ("", "userKeyA", 0.42157587), ("", "userKeyB", 0.6708485), ("", "userKeyC", 0.10343106),
            ("", "33333", 0.54771423), (#""seed":61,"#, "userKeyA", 0.09801207),
            (#""seed":61,"#, "userKeyB", 0.14483777), (#""seed":61,"#, "userKeyC", 0.9242641),
            (#""seed":60,"#, "userKeyA", 0.7008816),
        ])
    func positions(members: String, key: String, position: Double) throws {
        let weight = Int(position * 100_000)
        let below = try rollout(members, [weight, 100_000 - weight])
        let above = try rollout(members, [weight + 1, 99_999 - weight])
        #expect(below.variation("hashKey", for: .user(key)) == 1 && above.variation("hashKey", for: .user(key)) == 0)
    }

    @Test("Uses the seed 0")
    func seed() throws {
        let keys = (0..<50).map { EvaluationContext.user("u\($0)") }
        let seeded = try rollout(#""seed":0,"#, [50000, 50000])
        let other = try rollout(#""seed":0,"#, [50000, 50000], key: "other", salt: "x")
        let plain = try rollout("", [50000, 50000])
        #expect(keys.map { seeded.variation("hashKey", for: $0) } == keys.map { other.variation("other", for: $0) })
        #expect(keys.map { seeded.variation("hashKey", for: $0) } != keys.map { plain.variation("hashKey", for: $0) })
    }

    @Test("Marks the outcomes of an experiment")
    func experiment() throws {
        let flag = try LocalSample(
            #""fallthrough":{"rollout":{"kind":"experiment","contextKind":"org","bucketBy":"n","seed":1,"variations":[{"variation":0,"weight":50000},{"variation":1,"weight":50000,"untracked":true}]}}"#
        )
        let contexts = (0..<50).map { EvaluationContext.org("o\($0)", ["n": 1]) }
        let tracked = contexts.filter { flag.variation(for: $0) == 0 }
        #expect((1..<50).contains(tracked.count))
        for context in contexts {
            let isTracked = flag.variation(for: context) == 0
            let reason: FlagValue = isTracked ? ["kind": "FALLTHROUGH", "inExperiment": true] : ["kind": "FALLTHROUGH"]
            #expect(flag.reason(for: context) == reason)
            #expect(flag.flag(for: context)?.reason == (isTracked ? .split : .default))
        }
        // A context without the kind isn't part of the experiment.
        #expect(flag.variation(for: .user("u")) == 0 && flag.reason(for: .user("u")) == ["kind": "FALLTHROUGH"])
        let rule = try LocalSample(
            #""rules":[{"id":"r","rollout":{"kind":"experiment","variations":[{"variation":1,"weight":100000}]}}]"#)
        #expect(rule.reason() == ["kind": "RULE_MATCH", "ruleIndex": 0, "ruleId": "r", "inExperiment": true])
        #expect(rule.flag()?.reporting == .each)
    }

    // MARK: Segments

    private let inS1 = #""op":"segmentMatch","values":["s1"]"#

    private func segment(_ key: String, needs other: String) -> String {
        #""\#(key)":{"rules":[{"clauses":[{"op":"segmentMatch","values":["\#(other)"]}]}]}"#
    }

    @Test("Reports a malformed flag when segments form a cycle")
    func segmentCycle() throws {
        let cycle = try LocalSample(
            clause: inS1, segments: segment("s1", needs: "s2") + "," + segment("s2", needs: "s1"))
        #expect(cycle.reason() == LocalSample.malformed)
        #expect(
            cycle.problems == [
                "/segments/s1: A segment depends on itself: \"s1\", \"s2\", \"s1\". Flags that need it have no value."
            ])
        let unknown = try LocalSample(clause: inS1, segments: segment("s1", needs: "none"))
        #expect(unknown.problems == ["/segments/s1/rules: Unknown segment \"none\", which contains no contexts."])
        let twice = try LocalSample(
            #""rules":[{"variation":1,"clauses":[{\#(inS1)},{\#(inS1)}]}],"fallthrough":{"variation":0}"#,
            segments: segment("s1", needs: "s2") + #","s2":{"included":["u"]}"#)
        #expect(twice.variation() == 1 && twice.variation(for: .user("v")) == 0)
    }

    @Test("Includes a context by one kind although another kind excludes it")
    func inclusion() throws {
        let flag = try LocalSample(
            clause: inS1,
            segments:
                #""s1":{"excluded":["u"],"includedContexts":[{"contextKind":"org","values":["o"]}],"excludedContexts":[{"contextKind":"org","values":["p"]}],"rules":[{}]}"#
        )
        #expect(flag.variation(for: .both("u", "o")) == 1 && flag.variation(for: .user("u")) == 0)
        #expect(flag.variation(for: .org("p")) == 0 && flag.variation(for: .user("v")) == 1)
    }

    @Test("Includes a percentage of the contexts in a segment")
    func segmentWeight() throws {
        func sample(_ members: String) throws -> LocalSample {
            try LocalSample(clause: inS1, segments: #""s1":{"salt":"x","rules":[{\#(members)}]}"#)
        }
        let half = try sample(#""weight":50000"#)
        let count = (0..<200).filter { half.variation(for: .user("u\($0)")) == 1 }.count
        #expect((60...140).contains(count))
        #expect(try sample(#""weight":0"#).variation() == 0 && sample(#""weight":100000"#).variation() == 1)
        // A missing attribute means the position 0, but a missing kind means that the rule doesn't apply.
        #expect(try sample(#""weight":1,"bucketBy":"n""#).variation() == 1)
        #expect(try sample(#""weight":1,"bucketBy":"n","rolloutContextKind":"org""#).variation() == 0)
        #expect(
            try sample(#""weight":1,"bucketBy":"//","rolloutContextKind":"user""#).reason() == LocalSample.malformed)
    }

    @Test("Reports a big segment as not configured")
    func bigSegments() throws {
        let flag = try LocalSample(
            clause: inS1,
            segments:
                #""s1":{"unbounded":true,"generation":1,"included":["u"],"rules":[{"clauses":[{"attribute":"x","op":"in","values":[1]}]}]}"#
        )
        #expect(flag.reason() == ["kind": "FALLTHROUGH", "bigSegmentsStatus": "NOT_CONFIGURED"])
        #expect(
            flag.reason(for: .user("u", ["x": 1]))
                == ["kind": "RULE_MATCH", "ruleIndex": 0, "bigSegmentsStatus": "NOT_CONFIGURED"])
        #expect(flag.variation(for: .user("u", ["x": 1])) == 1 && flag.flag(for: .user("u", ["x": 1]))?.value == "b")
        // Without a part of its kind, the result doesn't depend on the keys of the segment.
        #expect(flag.reason(for: .org("o")) == ["kind": "FALLTHROUGH"])
        let old = try LocalSample(clause: inS1, segments: #""s1":{"unbounded":true,"rules":[{}]}"#)
        #expect(old.reason(for: .org("o")) == ["kind": "FALLTHROUGH", "bigSegmentsStatus": "NOT_CONFIGURED"])
        #expect(
            flag.problems == [
                "/segments/s1/unbounded: The keys of this big segment aren't part of the rules, so it contains only the contexts of its rules."
            ])
        let rules = flag.rules
        #expect(rules.evaluator(for: .user("u"))(0) === rules.evaluator(for: .user("v"))(0))
    }
}
