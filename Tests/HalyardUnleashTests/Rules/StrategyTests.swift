// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardUnleash

@Suite("Unleash strategies")
struct StrategyTests {
    /// Returns rules for one flag with the given strategies.
    private func sample(_ strategy: String, hostName: String = "lovelace") throws -> RulesSample {
        try RulesSample(feature: #""enabled":true,"strategies":[\#(strategy)]"#, hostName: hostName)
    }

    /// Returns the number of users with an enabled flag.
    private func count(_ sample: RulesSample, of users: Int = 1000) -> Int {
        let rules = sample.rules
        return (0..<users).filter { rules.evaluator(for: .user("user-\($0)"))(0)?.value == true }.count
    }

    @Test("Evaluates flags without strategies, disabled flags, and unknown flags")
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

    @Test("Splits and trims ID lists by Unicode scalars")
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

    @Test("Turns a flag on if all constraints of any strategy are met")
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
        #expect(sample.isOn(for: .user("")) == true)  // The list contains an empty ID between its commas.
        #expect(sample.isOn(for: .user("cid")) == false && sample.isOn() == false)
        #expect(sample.isOn(for: .user("cid", ["plan": "gold", "age": 18])) == true)
        #expect(sample.isOn(for: .user("cid", ["plan": "gold", "age": 17])) == false)
        #expect(sample.flag(for: .user("ann"))?.reason == .targetingMatch)
        #expect(sample.flag(for: .user("cid"))?.description == "f = false (DEFAULT, network: unleash)")
    }

    @Test("Selects the configured share of users in a rollout")
    func rollout() throws {
        let rollout = { (share: String) in
            try self.sample(#"{"name":"flexibleRollout","parameters":{"rollout":"\#(share)","groupId":"g"}}"#)
        }
        #expect(try count(rollout("0")) == 0 && count(rollout("100")) == 1000)
        // The number comes from another implementation of the hash.
        #expect(try count(rollout("50")) == 499)
        // A fraction doesn't change the result. Shares above 100 select all users, and negative shares select none.
        #expect(try count(rollout("33.3")) == count(rollout("33")))
        #expect(try count(rollout("150")) == 1000 && count(rollout("-5")) == 0)
        #expect(try rollout("50").flag(for: .user("user-1"))?.reason == .split)
        #expect(try rollout("100").flag(for: .user("user-1"))?.reason == .static)
    }

    @Test(
        "Selects no users for an invalid rollout share, and reports it",
        arguments: [#""half""#, #""""#, "null", #""inf""#, "[]"])
    func unreadableShare(share: String) throws {
        let sample = try sample(#"{"name":"flexibleRollout","parameters":{"rollout":\#(share),"groupId":"g"}}"#)
        #expect(count(sample, of: 50) == 0)
        #expect(!sample.problems.isEmpty)
        #expect(sample.problems.allSatisfy { $0.hasPrefix("/features/0/strategies/0/parameters/rollout: ") })
    }

    @Test("Uses the flag's name as the group only if no group is set")
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

    @Test("Selects users by the stickiness field")
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
        // The strategy doesn't apply if the field is missing.
        #expect(try isOn("city", byId).allSatisfy { $0 == false })
        #expect(try isOn("userId", bySession).allSatisfy { $0 == false })
        // An empty ID is still an ID, so the result isn't random.
        let empty = try rollout("default").rules
        #expect(Set((0..<20).map { _ in empty.evaluator(for: .user(""))(0)?.value == true }).count == 1)
    }

    @Test("Draws one random value for each flag and evaluator")
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
        // With one random value for all flags, an evaluator would turn on all of them or none.
        for view in views { #expect((3...37).contains(names.indices.filter { view($0)?.value == true }.count)) }
    }

    @Test("Evaluates random rollouts of 0, 1, and 100 percent")
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

    @Test("Supports the older gradual rollout strategies")
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

    @Test("Matches remote addresses and host names")
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

    @Test("Evaluates custom strategies, and reports unknown strategies")
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

    @Test("Requires all segments of a strategy, and reports unknown segments")
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

    @Test("Turns a flag with invalid rules off, and evaluates the other flags")
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
            #expect(sample.diagnostics.count == (members.contains("disabled") ? 3 : 4), "\(number): \(sample.problems)")
        }
    }
}
