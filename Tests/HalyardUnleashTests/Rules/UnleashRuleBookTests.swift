// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardUnleash

@Suite("Unleash rule changes")
struct UnleashRuleBookTests {
    private let gold = #"{"name":"default","segments":[1]}"#

    private func document(_ features: String..., segments: String = "") -> String {
        #"{"version":2,"features":[\#(features.joined(separator: ","))],"segments":[\#(segments)]}"#
    }

    private func feature(_ name: String, _ members: String = "") -> String {
        #"{"name":"\#(name)","enabled":true\#(members.isEmpty ? "" : "," + members)}"#
    }

    private func events(_ events: String...) -> String {
        let numbered = events.enumerated().map { #"{"eventId":\#($0 + 5),\#($1)}"# }
        return #"{"events":[\#(numbered.joined(separator: ","))]}"#
    }

    private func rules(_ sample: RulesSample) -> [String: ObjectIdentifier] {
        Dictionary(uniqueKeysWithValues: zip(sample.book.keys, sample.book.rules.map(ObjectIdentifier.init)))
    }

    @Test("Recompiles only the changed flags of a full document")
    func whole() throws {
        var sample = try RulesSample(document(feature("a"), feature("b"), feature("c")))
        let before = rules(sample)
        try sample.apply(document(feature("a"), feature("b", #""impressionData":true"#), feature("d")))
        let after = rules(sample)
        #expect(Set(after.keys) == ["a", "b", "d"])
        #expect(after["a"] == before["a"] && after["b"] != before["b"])
    }

    @Test("Reuses equal outcomes, so that their counts continue")
    func outcomes() throws {
        var sample = try RulesSample(
            document(feature("a", #""variants":[{"name":"x","weight":1},{"name":"y","weight":1}]"#)))
        let before = (0..<50).map { sample.flag("a", for: .user("u\($0)")) }
        let off = try #require(sample.book.rules.first?.flags.first)
        try sample.apply(
            document(feature("a", #""stale":true,"variants":[{"name":"y","weight":3},{"name":"x","weight":1}]"#)))
        let after = (0..<50).map { sample.flag("a", for: .user("u\($0)")) }
        for (old, new) in zip(before, after) where old?.variant == new?.variant { #expect(old === new) }
        #expect(Set(before.map { $0.map(ObjectIdentifier.init) }) == Set(after.map { $0.map(ObjectIdentifier.init) }))
        #expect(sample.book.rules.first?.flags.first === off)
    }

    @Test("Recompiles only the flags that use a changed segment")
    func segments() throws {
        let segment = { (plan: String) in
            #"{"id":1,"constraints":[{"contextName":"plan","operator":"IN","values":["\#(plan)"]}]}"#
        }
        let features = [feature("a", #""strategies":[\#(gold)]"#), feature("b")]
        var sample = try RulesSample(document(features[0], features[1], segments: segment("gold")))
        let user = EvaluationContext.user("u", ["plan": "silver"])
        #expect(sample.isOn("a", for: user) == false)
        let before = rules(sample)
        try sample.apply(document(features[0], features[1], segments: segment("silver")))
        #expect(sample.isOn("a", for: user) == true)
        #expect(rules(sample)["b"] == before["b"])
        try sample.apply(document(features[0], features[1]))
        #expect(sample.isOn("a", for: user) == false)
        #expect(sample.problems == ["/features/0/strategies/0: Unknown segment 1. The strategy doesn't apply."])
        try sample.apply(events(#""type":"segment-updated","segment":\#(segment("silver"))"#))
        #expect(sample.isOn("a", for: user) == true && sample.problems == [])
        try sample.apply(events(#""type":"segment-removed","segmentId":1"#))
        #expect(sample.isOn("a", for: user) == false && rules(sample)["b"] == before["b"])
    }

    @Test("Keeps only the context fields that rules use")
    func fields() throws {
        let sticky = { (name: String, field: String) in
            feature(
                name,
                #""strategies":[{"name":"flexibleRollout","parameters":{"rollout":"100","stickiness":"\#(field)Id"},"#
                    + #""constraints":[{"contextName":"\#(field)","operator":"IN","values":["x"]}],"#
                    + #""variants":[{"name":"v","weight":1,"overrides":[{"contextName":"\#(field)Name","values":["n"]}]},"#
                    + #"{"name":"w","weight":1000}]}]"#)
        }
        let segment = #"{"id":1,"constraints":[{"contextName":"city","operator":"IN","values":["x"]}]}"#
        let user = { (field: String) in
            EvaluationContext.user(
                "u", [field: "x", field + "Id": "1", field + "Name": "n", "two": "x", "twoId": "1", "twoName": "n"])
        }
        func names(_ sample: RulesSample) -> [String] { sample.book.fields.items.compactMap { $0?.name }.sorted() }
        var sample = try RulesSample(document(sticky("a", "one"), sticky("b", "two"), segments: segment))
        #expect(
            names(sample) == ["city", "one", "oneId", "oneName", "sessionId", "two", "twoId", "twoName", "userId"])
        for number in 1...50 {
            try sample.apply(document(sticky("a", "f\(number)"), sticky("b", "two")))
            #expect(sample.flag("a", for: user("f\(number)"))?.variant == "v")
            #expect(sample.isOn("a", for: user("f\(number - 1)")) == false)
            #expect(sample.flag("b", for: user("f\(number)"))?.variant == "v")
        }
        #expect(
            names(sample) == ["f50", "f50Id", "f50Name", "sessionId", "two", "twoId", "twoName", "userId"])
        #expect(sample.book.fields.items.count <= 12)
        try sample.apply(document(sticky("b", "two")))
        #expect(names(sample) == ["sessionId", "two", "twoId", "twoName", "userId"])
        #expect(sample.flag("b", for: user("other"))?.variant == "v")
        try sample.apply(document())
        #expect(sample.book.fields.items.compactMap { $0?.name } == ["userId", "sessionId"])
    }

    @Test("Updates dependent flags when their parent changes")
    func parents() throws {
        let child = feature("child", #""dependencies":[{"feature":"parent"}]"#)
        var sample = try RulesSample(document(child))
        #expect(sample.isOn("child") == false)
        try sample.apply(events(#""type":"feature-updated","feature":\#(feature("parent"))"#))
        #expect(sample.isOn("child") == true && sample.problems == [])
        try sample.apply(events(#""type":"feature-updated","feature":{"name":"parent","enabled":false}"#))
        #expect(sample.isOn("child") == false)
        // A flag can't depend on a parent that has a parent itself.
        let dependent = feature("parent", #""dependencies":[{"feature":"other"}]"#)
        try sample.apply(
            events(
                #""type":"feature-updated","feature":\#(feature("other"))"#,
                #""type":"feature-updated","feature":\#(dependent)"#))
        #expect(sample.isOn("parent") == true && sample.isOn("child") == false)
        try sample.apply(events(#""type":"feature-updated","feature":\#(feature("parent"))"#))
        #expect(sample.isOn("child") == true)
        try sample.apply(events(#""type":"feature-removed","featureName":"parent","project":"default""#))
        #expect(sample.isOn("child") == false && sample.isOn("parent") == nil)
    }

    @Test("Applies events in order, with the same result as a full document")
    func order() throws {
        var sample = try RulesSample(document(feature("a"), feature("b")))
        try sample.apply(
            events(
                #""type":"feature-removed","featureName":"a""#, #""type":"feature-removed","featureName":"no such""#,
                #""type":"feature-updated","feature":\#(feature("c"))"#,
                #""type":"feature-updated","feature":\#(feature("a"))"#,
                #""type":"feature-removed","featureName":"c""#,
                #""type":"feature-updated","feature":{"name":"b","enabled":false}"#))
        #expect(Set(sample.book.keys) == ["a", "b"] && sample.isOn("b") == false && sample.isOn("a") == true)
        // A hydration event replaces all earlier rules.
        try sample.apply(
            events(
                #""type":"feature-updated","feature":\#(feature("x"))"#,
                #""type":"hydration","features":[\#(feature("h"))],"segments":[]"#,
                #""type":"feature-updated","feature":\#(feature("y"))"#))
        #expect(Set(sample.book.keys) == ["h", "y"])
        // A flag that becomes unreadable is removed, as with a full document.
        try sample.apply(events(#""type":"feature-updated","feature":{"name":"h"}"#))
        #expect(sample.book.keys == ["y"])
        #expect(
            sample.problems == [
                "/events/0/feature: The flag has no name or no \"enabled\", so it was skipped."
            ])
    }

    @Test("Uses the later of two flags with the same name, and reports the first")
    func duplicates() throws {
        let sample = try RulesSample(document(feature("a"), feature("b"), #"{"name":"a","enabled":false}"#))
        #expect(sample.isOn("a") == false && Set(sample.book.keys) == ["a", "b"])
        #expect(sample.problems == ["/features/0: A later flag has the same name, so this one was skipped."])
    }

    @Test(
        "Rejects a document that isn't a valid rules response",
        arguments: [
            "", "7", "[]", "{}", #"{"features":7}"#, #"{"toggles":[]}"#, #"{"events":[]}"#,
            #"{"events":[{"eventId":1}]}"#,
            #"{"events":[{"eventId":1,"type":"unknown"}]}"#, #"{"events":[{"eventId":1,"type":"hydration"}]}"#,
            #"{"events":[{"eventId":1,"type":"feature-updated","feature":7}]}"#,
            #"{"events":[{"eventId":1,"type":"feature-removed"}]}"#,
            #"{"events":[{"eventId":1,"type":"segment-updated"}]}"#,
            #"{"events":[{"eventId":1,"type":"segment-removed","segmentId":"x"}]}"#, #"{"features":[],"#,
        ])
    func refused(text: String) { #expect(FeatureChanges(Array(text.utf8)) == nil) }

    @Test("Restores the same rules from its provider data")
    func notes() throws {
        var sample = try RulesSample(
            document(
                feature("é", #""strategies":[\#(gold)]"#), feature("b"),
                segments: #"{"id":1,"constraints":[{"contextName":"plan","operator":"IN","values":["gold"]}]}"#))
        try sample.apply(events(#""type":"feature-updated","feature":\#(feature("c", #""description":"\u00e9\n""#))"#))
        var again = try RulesSample(document())
        let changes = try #require(FeatureChanges(providerData: sample.book.providerData))
        _ = again.book.apply(changes)
        #expect(again.book.providerData == sample.book.providerData && Set(again.book.keys) == ["é", "b", "c"])
        for plan in ["gold", "silver"] as [FlagValue] {
            let user = EvaluationContext.user("u", ["plan": plan])
            #expect(again.isOn("é", for: user) == (plan == "gold"))
        }
        for other in [.null, 7, ["features": 7], ["features": [7]], ["features": ["{}"]], ["features": ["nonsense"]]]
            as [FlagValue]
        {
            #expect(FeatureChanges(providerData: other) == nil, "\(other)")
        }
    }

    @Test("Moves its rules to another origin, and returns nil for the same origin")
    func origin() throws {
        let sample = try RulesSample(document(feature("a")))
        let moved = try #require(sample.book.moved(to: Origin(.persisted, provider: "unleash")))
        #expect(moved.rules.first?.flags.first?.origin == Origin(.persisted, provider: "unleash"))
        #expect(sample.book.moved(to: sample.book.dependencies.origin) == nil)
    }

    @Test("Returns the indices of flags that might have changed")
    func places() throws {
        let timed =
            #""strategies":[{"name":"default","constraints":[{"contextName":"currentTime","operator":"DATE_AFTER","value":"2026-03-01T00:00:00Z"}]}]"#
        var sample = try RulesSample(document(feature("a"), feature("b"), feature("time", timed)))
        let before = sample.rules
        try sample.apply(document(feature("a"), feature("b", #""stale":true"#), feature("time", timed)))
        #expect(sample.rules.indices(changedSince: before) == [1, 2])
        #expect(sample.rules.indices(changedSince: InMemoryRulesStub()) == nil)
    }

    private struct InMemoryRulesStub: FlagRules {
        let keys = ["a", "b", "time"]
        func evaluator(for context: EvaluationContext) -> FlagEvaluator { { _ in nil } }
    }

    @Test("Explains which strategies apply and which don't")
    func facts() throws {
        let sample = try RulesSample(
            #"""
            {"features":[
              {"name":"off","enabled":false},
              {"name":"f","enabled":true,"dependencies":[{"feature":"off","enabled":false}],"strategies":[
                {"name":"userWithId","parameters":{"userIds":"ann"}},
                {"name":"moon"},
                {"name":"default","constraints":[
                  {"contextName":"plan","operator":"IN","values":["gold"]},{"contextName":"age","operator":"NUM_GT","value":"17"}]},
                {"name":"default","segments":[1]},
                {"name":"flexibleRollout","parameters":{"rollout":"3","groupId":"g"}},
                {"name":"flexibleRollout","parameters":{"rollout":"99","groupId":"g","stickiness":"city"}},
                {"name":"gradualRolloutRandom","parameters":{"percentage":"5"}},
                {"name":"default","disabled":true},
                {"name":"default"}]}],
             "segments":[{"id":1,"constraints":[{"contextName":"plan","operator":"IN","values":["gold"]}]}]}
            """#)
        let rules = sample.rules
        let place = try #require(rules.keys.firstIndex(of: "f"))
        #expect(
            rules.explanation(of: place, for: .user("user-1", ["plan": "silver", "age": 20])) == [
                "dependencies": ["off: met"],
                "determinedBy": .string(
                    "strategy 7 of 9, gradualRolloutRandom: applies at random, for 5.0 of 100, and otherwise strategy 9 of 9, "
                        + "default: applies"),
                "strategies": [
                    "userWithId: its list of values isn't met",
                    "moon: doesn't apply: Unknown strategy \"moon\". It doesn't apply",
                    "default: its constraint 1 on plan isn't met",
                    "default: its segment 1 isn't met",
                    "flexibleRollout: doesn't apply: the context has position 5 of 100, and the rollout includes the first 3.0",
                    "flexibleRollout: doesn't apply: the context doesn't have the stickiness field",
                    "gradualRolloutRandom: applies at random, for 5.0 of 100",
                    "default: doesn't apply: it's turned off or can't be read",
                    "default: applies",
                ],
            ])
    }

    @Test("Applies constraints whose property names contain escapes")
    func escapes() throws {
        let constraint = #"{"contextName":"plan","oper\u0061tor":"IN","v\u0061lues":["gold"]}"#
        let escaped =
            #""n\u0061me":"a","en\u0061bled":true,"strat\u0065gies":[{"name":"default","constr\u0061ints":[\#(constraint)]}]"#
        // If the name is unescaped, the flag is read directly, and otherwise from the parsed document.
        for feature in [escaped, escaped.replacing(#""n\u0061me""#, with: #""name""#)] {
            let sample = try RulesSample(#"{"features":[{\#(feature)}]}"#)
            #expect(sample.book.keys == ["a"] && sample.problems == [])
            #expect(sample.isOn("a") == false)
            #expect(sample.isOn("a", for: .user("u", ["plan": "gold"])) == true)
        }
    }

    @Test("Uses the last of two names, or skips the flag if it isn't a string")
    func twoNames() throws {
        let sample = try RulesSample(
            #"{"features":[{"name":"a","enabled":true,"name":"b"},{"name":"c","enabled":true,"name":7},"#
                + #"{"name":7,"enabled":true,"name":"d"}]}"#)
        #expect(sample.book.keys == ["b", "d"])
        #expect(sample.problems == ["/features/1/name: The flag has no name, so it was skipped."])
    }

    @Test("Applies the later of two changes to a flag without a diagnostic")
    func changedTwice() throws {
        var sample = try RulesSample(document(feature("a")))
        try sample.apply(
            events(
                #""type":"feature-updated","feature":{"name":"a","enabled":false}"#,
                #""type":"feature-updated","feature":\#(feature("a", #""impressionData":true"#))"#))
        #expect(sample.isOn("a") == true && sample.problems == [])
        #expect(sample.flag("a")?.reporting == .each)
    }

    @Test("Removes 10,000 unreadable flags and limits the diagnostics")
    func manyUnreadable() throws {
        let all = { (members: String) in
            #"{"features":[\#((0..<10_000).map { #"{"name":"f\#($0)"\#(members)}"# }.joined(separator: ","))]}"#
        }
        var sample = try RulesSample(all(#","enabled":true"#))
        #expect(sample.book.keys.count == 10_000)
        try sample.apply(all(""))
        #expect(sample.book.keys.isEmpty)
        #expect(sample.diagnostics.count == 1001)
        #expect(sample.diagnostics.last?.message == "The document has 9000 more problems.")
    }
}
