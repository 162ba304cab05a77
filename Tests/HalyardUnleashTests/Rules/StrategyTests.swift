// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardUnleash

@Suite("Strategies")
struct StrategyTests {
    /// Rules of one flag with one strategy.
    private func sample(_ strategy: String, hostName: String = "lovelace") throws -> RulesSample {
        try RulesSample(feature: #""enabled":true,"strategies":[\#(strategy)]"#, hostName: hostName)
    }

    /// How many of some users a flag is on for.
    private func count(_ sample: RulesSample, of users: Int = 1000) -> Int {
        let rules = sample.rules
        return (0..<users).filter { rules.evaluator(for: .user("user-\($0)"))(0)?.value == true }.count
    }

    @Test("a flag without strategies is on, one that is not enabled is off, and an unknown one is not there")
    func simple() throws {
        let sample = try RulesSample(
            #"""
            {"features":[{"name":"on","enabled":true},{"name":"null","enabled":true,"strategies":null,"variants":null,
              "dependencies":null,"impressionData":null},{"name":"off","enabled":false,"strategies":[{"name":"default"}]}]}
            """#)
        #expect(sample.problems == [])
        #expect(sample.flag("on")?.description == "on = true (STATIC, network: unleash)")
        #expect(sample.flag("null")?.value == true)
        #expect(sample.flag("off")?.description == "off = false (DISABLED, network: unleash)")
        #expect(sample.flag("other") == nil)
    }

    @Test("lists of ids are divided and trimmed by scalars, not by what a reader sees as one character")
    func scalars() throws {
        let sample = try RulesSample(
            feature: #"""
                "enabled":true,"strategies":[
                  {"name":"userWithId","parameters":{"userIds":"user-4,\u0301x, \u200d\ud83d\ude00 "}}]
                """#)
        #expect(sample.isOn(for: .user("user-4")) == true)
        #expect(sample.isOn(for: .user("\u{301}x")) == true)
        #expect(sample.isOn(for: .user("\u{200D}\u{1F600}")) == true)
        #expect(sample.isOn(for: .user("\u{1F600}")) == false)
    }

    @Test("any strategy is enough, and all of its constraints must hold")
    func anyOf() throws {
        let sample = try RulesSample(
            feature: #"""
                "enabled":true,"strategies":[
                  {"name":"userWithId","parameters":{"userIds":" ann , bob,,"}},
                  {"name":"default","constraints":[
                    {"contextName":"plan","operator":"IN","values":["gold"]},
                    {"contextName":"age","operator":"NUM_GTE","value":"18"}]}]
                """#)
        #expect(sample.isOn(for: .user("ann")) == true && sample.isOn(for: .user("bob")) == true)
        #expect(sample.isOn(for: .user("")) == true)  // an empty id is one of the list's, between its commas
        #expect(sample.isOn(for: .user("cid")) == false && sample.isOn() == false)
        #expect(sample.isOn(for: .user("cid", ["plan": "gold", "age": 18])) == true)
        #expect(sample.isOn(for: .user("cid", ["plan": "gold", "age": 17])) == false)
        #expect(sample.flag(for: .user("ann"))?.reason == .targetingMatch)
        #expect(sample.flag(for: .user("cid"))?.description == "f = false (DEFAULT, network: unleash)")
    }

    @Test("a rollout is on for its share of the users, and for the same ones every time")
    func rollout() throws {
        let rollout = { (share: String) in
            try self.sample(#"{"name":"flexibleRollout","parameters":{"rollout":"\#(share)","groupId":"g"}}"#)
        }
        #expect(try count(rollout("0")) == 0 && count(rollout("100")) == 1000)
        // By another implementation of the hash.
        #expect(try count(rollout("50")) == 499)
        // Fractions and numbers beyond the ends are what they say.
        #expect(try count(rollout("33.3")) == count(rollout("33")))
        #expect(try count(rollout("150")) == 1000 && count(rollout("-5")) == 0)
        #expect(try rollout("50").flag(for: .user("user-1"))?.reason == .split)
        #expect(try rollout("100").flag(for: .user("user-1"))?.reason == .static)
    }

    @Test(
        "a share that is no number never holds, and says so", arguments: [#""half""#, #""""#, "null", #""inf""#, "[]"])
    func unreadableShare(share: String) throws {
        let sample = try sample(#"{"name":"flexibleRollout","parameters":{"rollout":\#(share),"groupId":"g"}}"#)
        #expect(count(sample, of: 50) == 0)
        #expect(!sample.problems.isEmpty)
        #expect(sample.problems.allSatisfy { $0.hasPrefix("/features/0/strategies/0/parameters/rollout: ") })
    }

    @Test("the group is the flag's name where none is given, and an empty one is empty")
    func groups() throws {
        let rollout = { (group: String) in
            try self.sample(#"{"name":"flexibleRollout","parameters":{"rollout":"50"\#(group)}}"#)
        }
        let users = (0..<200).map { EvaluationContext.user("user-\($0)") }
        let isOn = { (sample: RulesSample) in users.map { sample.isOn(for: $0) } }
        #expect(try isOn(rollout("")) == isOn(rollout(#","groupId":"f""#)))
        #expect(try isOn(rollout(#","groupId":"""#)) != isOn(rollout("")))
        #expect(try isOn(rollout(#","groupId":"say \"hi\"""#)) != isOn(rollout("")))
    }

    @Test("what a rollout is sticky on")
    func stickiness() throws {
        let rollout = { (stickiness: String) in
            try self.sample(
                #"{"name":"flexibleRollout","parameters":{"rollout":"50","groupId":"g","stickiness":"\#(stickiness)"}}"#
            )
        }
        let byId = (0..<100).map { EvaluationContext.user("user-\($0)") }
        let bySession = (0..<100).map { EvaluationContext(key: nil, attributes: ["sessionId": .string("user-\($0)")]) }
        let byCity = (0..<100).map { EvaluationContext(key: "x\($0)", attributes: ["city": .string("user-\($0)")]) }
        let isOn = { (name: String, contexts: [EvaluationContext]) in
            let sample = try rollout(name)
            return contexts.map { sample.isOn(for: $0) }
        }
        let expected = try isOn("default", byId)
        #expect(try isOn("default", bySession) == expected)
        #expect(try isOn("userId", byId) == expected && isOn("sessionId", bySession) == expected)
        #expect(try isOn("city", byCity) == expected)
        // A field that is not there means that the strategy does not hold.
        #expect(try isOn("city", byId).allSatisfy { $0 == false })
        #expect(try isOn("userId", bySession).allSatisfy { $0 == false })
        // An empty id is an id: not a matter of dice.
        let empty = try rollout("default").rules
        #expect(Set((0..<20).map { _ in empty.evaluator(for: .user(""))(0)?.value == true }).count == 1)
    }

    @Test("dice are thrown once for each view, for each flag by themselves")
    func dice() throws {
        let strategy = #"{"name":"gradualRolloutRandom","parameters":{"percentage":"50"}}"#
        let names = (0..<40).map { "f\($0)" }
        let features = names.map { #"{"name":"\#($0)","enabled":true,"strategies":[\#(strategy)]}"# }
        let sample = try RulesSample(#"{"features":[\#(features.joined(separator: ","))]}"#)
        let rules = sample.rules
        let views = (0..<200).map { _ in rules.evaluator(for: .user("ann")) }
        let counts = names.indices.map { place in views.filter { $0(place)?.value == true }.count }
        #expect(counts.allSatisfy { (60...140).contains($0) }, "\(counts)")
        for view in views { #expect(names.indices.allSatisfy { view($0) === view($0) }) }
        // If the flags were decided by one throw, a view would have all of them on, or none.
        for view in views { #expect((3...37).contains(names.indices.filter { view($0)?.value == true }.count)) }
    }

    @Test("chance: one in a hundred is possible, none and all are certain")
    func random() throws {
        let chance = { (percent: Int) in
            let sample = try self.sample(
                #"{"name":"flexibleRollout","parameters":{"rollout":"\#(percent)","groupId":"g","stickiness":"random"}}"#
            )
            let rules = sample.rules
            return (0..<2000).filter { _ in rules.evaluator(for: .user("ann"))(0)?.value == true }.count
        }
        #expect(try chance(0) == 0 && chance(100) == 2000)
        #expect(try (5...60).contains(chance(1)))
    }

    @Test("gradual rollouts of earlier times")
    func gradual() throws {
        let byUser = try sample(
            #"{"name":"gradualRolloutUserId","parameters":{"percentage":"50","groupId":"g"}}"#)
        let flexible = try sample(
            #"{"name":"flexibleRollout","parameters":{"rollout":"50","groupId":"g","stickiness":"userId"}}"#)
        #expect(count(byUser) == count(flexible))
        #expect(byUser.isOn() == false)
        let bySession = try sample(
            #"{"name":"gradualRolloutSessionId","parameters":{"percentage":"100","groupId":"g"}}"#)
        #expect(bySession.isOn(for: EvaluationContext(key: nil, attributes: ["sessionId": "s"])) == true)
        #expect(bySession.isOn(for: .user("ann")) == false)
        for name in ["gradualRolloutUserId", "gradualRolloutSessionId"] {
            #expect(
                try sample(#"{"name":"\#(name)","parameters":{"percentage":"100"}}"#).isOn(for: .user("a")) == false)
        }
    }

    @Test("addresses and machines")
    func places() throws {
        let address = try sample(
            #"{"name":"remoteAddress","parameters":{"IPs":"127.0.0.1, 10.0.0.0/8,nonsense,2001:db8::/32"}}"#)
        let at = { (address: String) in EvaluationContext(key: nil, attributes: ["remoteAddress": .string(address)]) }
        for inside in ["127.0.0.1", "10.9.9.9", "2001:db8::1"] { #expect(address.isOn(for: at(inside)) == true) }
        for outside in ["127.0.0.2", "nonsense", "::ffff:10.9.9.9"] { #expect(address.isOn(for: at(outside)) == false) }
        #expect(address.isOn() == false)
        #expect(
            address.problems == [
                "/features/0/strategies/0/parameters/IPs: \"nonsense\" isn't an address or a network, so it was skipped."
            ])
        let host = #"{"name":"applicationHostname","parameters":{"hostNames":"Ada, LoveLace"}}"#
        #expect(try sample(host).isOn() == true && sample(host, hostName: "babbage").isOn() == false)
        #expect(!Platform.hostName.isEmpty)
    }

    @Test("a strategy that no one knows never holds; one of the app's own decides with its parameters")
    func custom() throws {
        let strategy =
            #"{"name":"moon","parameters":{"phase":"full"},"constraints":[{"contextName":"plan","operator":"IN","values":["gold"]}]}"#
        let unknown = try sample(strategy + #",{"name":"userWithId","parameters":{"userIds":"ann"}}"#)
        #expect(unknown.isOn(for: .user("bob", ["plan": "gold"])) == false)
        #expect(unknown.isOn(for: .user("ann")) == true)
        #expect(
            unknown.problems == ["/features/0/strategies/0/name: Unknown strategy \"moon\". It doesn't apply."]
        )
        let own = try RulesSample(
            #"{"features":[{"name":"f","enabled":true,"strategies":[\#(strategy)]}]}"#,
            strategies: [
                "moon": { parameters in { context in parameters["phase"] == "full" && context.key == "wolf" } }
            ])
        #expect(own.isOn(for: .user("wolf", ["plan": "gold"])) == true)
        #expect(own.isOn(for: .user("wolf")) == false && own.isOn(for: .user("bob", ["plan": "gold"])) == false)
        #expect(own.problems == [])
        #expect(own.flag(for: .user("wolf", ["plan": "gold"]))?.reason == .targetingMatch)
    }

    @Test("segments: shared constraints that must all hold; an unknown one means that the strategy does not")
    func segments() throws {
        let sample = try RulesSample(
            #"""
            {"features":[
              {"name":"f","enabled":true,"strategies":[{"name":"default","segments":[1,2]}]},
              {"name":"unknown","enabled":true,"strategies":[{"name":"default","segments":[9]},
                {"name":"userWithId","parameters":{"userIds":"ann"}}]},
              {"name":"empty","enabled":true,"strategies":[{"name":"default","segments":[3]}]},
              {"name":"broken","enabled":true,"strategies":[{"name":"default","segments":[4]}]}],
             "segments":[
              {"id":1,"constraints":[{"contextName":"plan","operator":"IN","values":["gold"]}]},
              {"id":2,"constraints":[{"contextName":"age","operator":"NUM_GTE","value":"18"}]},
              {"id":3,"constraints":[]},
              {"id":4,"constraints":[{"contextName":"age","operator":"MAYBE","value":"18"}]},
              {"constraints":[]}]}
            """#)
        #expect(sample.isOn(for: .user("a", ["plan": "gold", "age": 18])) == true)
        #expect(
            sample.isOn(for: .user("a", ["plan": "gold"])) == false
                && sample.isOn(for: .user("a", ["age": 20])) == false)
        #expect(sample.isOn("unknown") == false && sample.isOn("unknown", for: .user("ann")) == true)
        #expect(sample.isOn("empty") == true && sample.isOn("broken") == false)
        #expect(
            sample.problems == [
                "/segments/4: The segment has no number, so it was skipped.",
                "/segments/3/constraints/0/operator: Unknown operator \"MAYBE\". The strategy doesn't apply.",
                "/features/1/strategies/0: Unknown segment 9. The strategy doesn't apply.",
            ])
    }

    @Test("whatever cannot be read switches nothing on, and takes nothing else with it")
    func malformed() throws {
        let broken = [
            #""strategies":7"#, #""strategies":[7]"#, #""strategies":[{}]"#,
            #""strategies":[{"name":7,"constraints":7}]"#,
            #""strategies":[{"name":"default","constraints":{}}]"#,
            #""strategies":[{"name":"default","constraints":[1]}]"#,
            #""strategies":[{"name":"default","segments":["x"]}]"#,
            #""strategies":[{"name":"default","parameters":[]}]"#,
            #""strategies":[{"name":"default","disabled":true}]"#, #""dependencies":7"#, #""dependencies":[{}]"#,
            #""dependencies":[7]"#, #""dependencies":[{"feature":"g","variants":[[]]}]"#,
        ]
        for (number, members) in broken.enumerated() {
            let sample = try RulesSample(
                #"{"features":[{"enabled":true},{"name":"x"},7,{"name":"f","enabled":true,\#(members)},{"name":"g","enabled":true}]}"#
            )
            #expect(sample.isOn("f") == false, "\(members)")
            #expect(sample.isOn("g") == true && Set(sample.rules.keys) == ["f", "g"])
            #expect(sample.findings.count == (members.contains("disabled") ? 3 : 4), "\(number): \(sample.problems)")
        }
    }
}
