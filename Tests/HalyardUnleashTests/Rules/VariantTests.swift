// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardUnleash

@Suite("Unleash variants and parent flags")
struct VariantTests {
    private let users = (0..<1000).map { EvaluationContext.user("user-\($0)") }

    private func variants(_ sample: RulesSample, _ name: String = "f") -> [String?: Int] {
        let rules = sample.rules
        guard let place = rules.keys.firstIndex(of: name) else { return [:] }
        return Dictionary(grouping: users) { rules.evaluator(for: $0)(place)?.variant }.mapValues(\.count)
    }

    private let three =
        #"[{"name":"a","weight":500},{"name":"b","weight":500},{"name":"c","weight":0,"overrides":[{"contextName":"userId","values":["user-3","x"]},{"contextName":"plan","values":["gold"]}]}]"#

    @Test("Compares variant names by bytes")
    func spelling() throws {
        let variants = #"[{"name":"e\u0301","weight":1},{"name":"\u00e9","weight":1}]"#
        let sample = try RulesSample(
            #"""
            {"features":[
              {"name":"parent","enabled":true,"variants":\#(variants)},
              {"name":"child","enabled":true,"dependencies":[{"feature":"parent","variants":["\u00e9"]}]}]}
            """#)
        var seen: Set<Int> = []
        for number in 0..<50 {
            let user = EvaluationContext.user("u\(number)")
            let variant = try #require(sample.flag("parent", for: user)?.variant)
            seen.insert(variant.utf8.count)
            #expect(sample.isOn("child", for: user) == (variant.utf8.count == 2))
        }
        #expect(seen == [2, 3])
    }

    @Test("Chooses variants by weight, or by an override")
    func weights() throws {
        let sample = try RulesSample(feature: #""enabled":true,"variants":\#(three)"#)
        // The numbers come from another implementation of the hash, with seed 86028157, group "f", and 1000 buckets.
        #expect(variants(sample) == ["a": 513, "b": 486, "c": 1])
        #expect(sample.flag(for: .user("user-3"))?.reason == .targetingMatch)
        #expect(sample.flag(for: .user("q", ["plan": "gold"]))?.variant == "c")
        #expect(sample.flag(for: .user("user-1"))?.reason == .split)
    }

    @Test("Serves no variant if the flag is off or has no usable variants")
    func none() throws {
        let off = try RulesSample(feature: #""enabled":false,"variants":\#(three)"#)
        #expect(variants(off) == [nil: 1000] && off.flag()?.value == false)
        let none = try RulesSample(feature: #""enabled":true,"variants":[]"#)
        #expect(variants(none) == [nil: 1000] && none.flag()?.value == true)
        // Without any weight, only an override selects a variant.
        let weightless = try RulesSample(
            feature:
                #""enabled":true,"variants":[{"name":"a","weight":0,"overrides":[{"contextName":"userId","values":["user-1"]}]}]"#
        )
        #expect(variants(weightless) == ["a": 1, nil: 999] && weightless.flag(for: users[0])?.value == true)
        let huge = try RulesSample(
            feature: #""enabled":true,"variants":[{"name":"a","weight":4000000000},{"name":"b","weight":4000000000}]"#)
        #expect(variants(huge) == [nil: 1000])
        #expect(
            huge.problems == [
                "/features/0/variants: The weights are too large, so the flag is served without a variant."
            ])
    }

    @Test("Prefers the variants of the first strategy that applies")
    func strategyVariants() throws {
        let sample = try RulesSample(
            feature: #"""
                "enabled":true,"variants":[{"name":"own","weight":1}],"strategies":[
                  {"name":"userWithId","parameters":{"userIds":"user-1,user-2"},"variants":[{"name":"first","weight":7}]},
                  {"name":"userWithId","parameters":{"userIds":"user-2,user-3"},"variants":[{"name":"second","weight":7}]},
                  {"name":"default","variants":[]}]
                """#)
        #expect(
            sample.flag(for: .user("user-1"))?.variant == "first"
                && sample.flag(for: .user("user-2"))?.variant == "first")
        #expect(
            sample.flag(for: .user("user-3"))?.variant == "second"
                && sample.flag(for: .user("user-4"))?.variant == "own")
    }

    @Test("Chooses a random variant per evaluator if the sticky field is missing")
    func stickiness() throws {
        let variants = #"[{"name":"a","weight":1,"stickiness":"city"},{"name":"b","weight":1}]"#
        let sample = try RulesSample(feature: #""enabled":true,"variants":\#(variants)"#)
        let rules = sample.rules
        let drawn = (0..<400).map { _ in rules.evaluator(for: .user("ann"))(0)?.variant }
        #expect((100...300).contains(drawn.filter { $0 == "a" }.count))
        let view = rules.evaluator(for: .user("ann"))
        #expect(Set((0..<50).map { _ in view(0)?.variant }).count == 1)
        let ofUlm = (0..<50).map { _ in rules.evaluator(for: .user("ann", ["city": "Ulm"]))(0)?.variant }
        #expect(Set(ofUlm).count == 1)
    }

    @Test("Parses payloads by type, and keeps the original for the vendor")
    func payloads() throws {
        let variant = { (type: String, value: String) in
            try RulesSample(
                feature:
                    #""enabled":true,"variants":[{"name":"a","weight":1,"payload":{"type":"\#(type)","value":"\#(value)"}}]"#
            )
        }
        #expect(try variant("string", "x").flag()?.variantValue == "x")
        #expect(try variant("csv", "1,2").flag()?.variantValue == "1,2")
        #expect(try variant("number", "1.5").flag()?.variantValue == 1.5)
        #expect(try variant("json", #"{\"a\":[1]}"#).flag()?.variantValue == ["a": [1]])
        #expect(
            try variant("json", #"{\"a\":[1]}"#).flag()?.vendor == [
                "payload": ["type": "json", "value": #"{"a":[1]}"#]
            ])
        let broken = try variant("number", "one")
        #expect(broken.flag()?.variantValue == "one" && broken.isOn() == true)
        #expect(broken.problems.count == 1)
        #expect(try RulesSample(feature: #""enabled":true,"impressionData":true"#).flag()?.reporting == .each)
    }

    @Test("Chooses among thousands of variants by their weights")
    func manyVariants() throws {
        let variants = (0..<4000).map { #"{"name":"v\#($0)","weight":\#($0 % 3)}"# }.joined(separator: ",")
        let sample = try RulesSample(feature: #""enabled":true,"variants":[\#(variants)]"#)
        let names = (0..<4000).flatMap { number in Array(repeating: "v\(number)", count: number % 3) }
        let hash = BucketHash(group: "f", seed: .variants)
        for number in 0..<200 {
            let key = Array("u\(number)".utf8)
            let place = hash.place(of: key.indices, in: key, modulus: UInt32(names.count))
            #expect(sample.flag(for: .user("u\(number)"))?.variant == names[Int(place) - 1])
        }
    }

    @Test("Skips unreadable variants, and keeps the flag on")
    func unreadable() throws {
        let sample = try RulesSample(
            feature:
                #""enabled":true,"variants":[7,{"name":"a"},{"weight":1},{"name":"b","weight":1.5},{"name":"c","weight":1,"overrides":[{}]}]"#
        )
        #expect(sample.flag()?.variant == "c" && sample.isOn() == true)
        #expect(sample.diagnostics.count == 6)
        let strategy = try RulesSample(
            feature: #""enabled":true,"strategies":[{"name":"default","variants":[{"name":"a"}]}]"#)
        #expect(strategy.isOn() == true && strategy.diagnostics.count == 1)
    }

    // MARK: Parents

    private let family = #"""
        {"features":[
          {"name":"on","enabled":true},{"name":"off","enabled":false},
          {"name":"varied","enabled":true,"variants":[{"name":"a","weight":1}]},
          {"name":"child of on","enabled":true,"dependencies":[{"feature":"on"}]},
          {"name":"child of off","enabled":true,"dependencies":[{"feature":"off"}]},
          {"name":"child of none","enabled":true,"dependencies":[{"feature":"no such"}]},
          {"name":"grandchild","enabled":true,"dependencies":[{"feature":"child of on"}]},
          {"name":"while off","enabled":true,"dependencies":[{"feature":"off","enabled":false}]},
          {"name":"while on is off","enabled":true,"dependencies":[{"feature":"on","enabled":false}]},
          {"name":"of a","enabled":true,"dependencies":[{"feature":"varied","variants":["b","a"]}]},
          {"name":"of b","enabled":true,"dependencies":[{"feature":"varied","variants":["b"]}]},
          {"name":"of a of on","enabled":true,"dependencies":[{"feature":"on","variants":["a"]}]},
          {"name":"off, whatever variant","enabled":true,"dependencies":[{"feature":"off","enabled":false,"variants":["a"]}]},
          {"name":"of both","enabled":true,"dependencies":[{"feature":"on"},{"feature":"varied"}]},
          {"name":"of one too many","enabled":true,"dependencies":[{"feature":"on"},{"feature":"off"}]},
          {"name":"itself","enabled":true,"dependencies":[{"feature":"itself"}]}]}
        """#

    @Test("Turns a flag on only if its parents match")
    func parents() throws {
        let sample = try RulesSample(family)
        let on = ["child of on", "while off", "of a", "off, whatever variant", "of both"]
        for name in on { #expect(sample.isOn(name) == true, "\(name)") }
        let off = [
            "child of off", "child of none", "grandchild", "while on is off", "of b", "of a of on", "of one too many",
            "itself",
        ]
        for name in off { #expect(sample.isOn(name) == false, "\(name)") }
        #expect(sample.diagnostics.map(\.subject) == ["child of none", "grandchild", "itself"])
    }

    @Test("Evaluates a parent with its own name and the same random value")
    func parentsOwnRules() throws {
        let parent = { (stickiness: String) in
            try RulesSample(
                #"""
                {"features":[
                  {"name":"parent","enabled":true,"strategies":[{"name":"flexibleRollout","parameters":{"rollout":"50","stickiness":"\#(stickiness)"}}]},
                  {"name":"child","enabled":true,"dependencies":[{"feature":"parent"}]}]}
                """#)
        }
        for stickiness in ["default", "random"] {
            let rules = try parent(stickiness).rules
            let pairs = users.map { user in
                let view = rules.evaluator(for: user)
                let places = ["parent", "child"].compactMap(rules.keys.firstIndex)
                return places.map { view($0)?.value }
            }
            #expect(pairs.allSatisfy { $0[0] == $0[1] } && Set(pairs.map { $0[0] }) == [true, false])
        }
    }
}
