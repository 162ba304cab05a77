// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import TestSupport
import Testing

@testable import HalyardUnleash

@Suite("Unleash constraints")
struct ConstraintTests {
    /// Constraints as JSON properties, values that meet them, and values that don't.
    ///
    /// `.null` means that the field is missing.
    private static let cases: [(members: String, met: [FlagValue], unmet: [FlagValue])] = [
        (#""operator":"IN","values":["a","b"]"#, ["a", "b"], ["c", "A", " a", "", .null]),
        (#""operator":"IN","values":["a","b"],"inverted":true"#, ["c", .null], ["a"]),
        (#""operator":"NOT_IN","values":["a"]"#, ["b", "", .null], ["a"]),
        (#""operator":"NOT_IN","values":["a"],"inverted":true"#, ["a"], ["b", .null]),
        (#""operator":"IN","values":[]"#, [], ["", "a", .null]),
        (#""operator":"IN","values":["42","true","1.5"]"#, [42, true, 1.5, "42"], [42.5, false]),
        (#""operator":"IN","values":[42,true]"#, [42, "true"], [4]),
        (#""operator":"IN","values":["é"]"#, ["\u{E9}"], ["e\u{301}"]),
        (#""operator":"IN","values":["b","","a","b"]"#, ["", "a", "b"], ["ab"]),
        (#""operator":"STR_STARTS_WITH","values":["x","ab"]"#, ["abc", "ab", "xy"], ["a", "cab", "AB", .null]),
        (#""operator":"STR_ENDS_WITH","values":["bc"]"#, ["abc", "bc"], ["b", "bcd", ""]),
        (#""operator":"STR_CONTAINS","values":["bc"]"#, ["abcd", "bc"], ["b", "cb", ""]),
        (#""operator":"STR_CONTAINS","values":[""]"#, ["", "a"], [.null]),
        (#""operator":"STR_CONTAINS","values":[]"#, [], ["", "a"]),
        (#""operator":"STR_CONTAINS","values":["İx"],"caseInsensitive":true"#, ["aİXb", "i\u{307}x"], ["ix"]),
        (#""operator":"STR_ENDS_WITH","values":["ΣΣ"],"caseInsensitive":true"#, ["σς"], ["σσs"]),
        (#""operator":"STR_STARTS_WITH","values":["AB"],"inverted":true"#, ["b", .null], ["ABc"]),
        (#""operator":"NUM_EQ","value":"5.0""#, [5, "5", "5e0", 5.0], ["5.1", "five", "", " 5", "0x5", .null]),
        (#""operator":"NUM_GT","value":"-1.5""#, [-1, "inf"], [-1.5, "-inf", "nan"]),
        (#""operator":"NUM_GTE","value":"18""#, [18, "18.0"], [17.999, true]),
        (#""operator":"NUM_LT","value":"1e3""#, [999], [1000]),
        (#""operator":"NUM_LTE","value":".5""#, [0.5], [0.6]),
        (#""operator":"NUM_LT","value":"5","inverted":true"#, [5, "x", .null], [4]),
        (
            #""operator":"DATE_AFTER","value":"2026-03-01T12:00:00Z""#,
            ["2026-03-01T12:00:00.000000001Z", "2026-03-01T13:00:01+01:00"],
            ["2026-03-01T12:00:00Z", "2026-03-01T14:00:00+02:00", "2026-03-01", "", .null]
        ),
        (
            #""operator":"DATE_BEFORE","value":"9999-12-31T23:59:59Z""#, ["0001-01-01T00:00:00Z"],
            ["9999-12-31T23:59:59Z"]
        ),
        (#""operator":"SEMVER_EQ","value":"1.2.3""#, ["1.2.3", "1.2.3+x"], ["1.2", "v1.2.3", "1.2.3-a", .null]),
        (#""operator":"SEMVER_GT","value":"1.2.3-beta""#, ["1.2.3", "1.2.3-beta.1"], ["1.2.3-alpha", "1.2.2"]),
        (#""operator":"SEMVER_GTE","value":"1.2.3""#, ["1.2.3", "2.0.0"], ["1.2.2"]),
        (#""operator":"SEMVER_LT","value":"2.0.0""#, ["1.99.99", "2.0.0-rc"], ["2.0.0"]),
        (#""operator":"SEMVER_LTE","value":"2.0.0""#, ["2.0.0"], ["2.0.1"]),
        (#""operator":"REGEX","value":"^a\\d$""#, ["a1"], ["a", "xa1", .null]),
        (#""operator":"REGEX","value":"B","caseInsensitive":true"#, ["abc"], ["a"]),
        (#""operator":"REGEX","value":"b","inverted":true"#, ["a", .null], ["b"]),
        (
            #""operator":"IN_CIDR","values":["10.0.0.0/8","2001:db8::/32"]"#, ["10.1.1.1", "2001:db8::1"],
            ["11.0.0.1", "x", .null]
        ),
        (#""operator":"IN_CIDR","values":[]"#, [], ["10.1.1.1"]),
        // An operator ignores the property that it doesn't use.
        (#""operator":"IN","values":["a"],"value":"b""#, ["a"], ["b"]),
        (#""operator":"NUM_EQ","values":null,"value":"5""#, [5], [6]),
    ]

    @Test("Matches values according to the operator", arguments: cases.indices)
    func operators(index: Int) throws {
        let (members, met, unmet) = Self.cases[index]
        let sample = try RulesSample(constraint: members)
        #expect(sample.problems == [])
        for value in met { #expect(sample.holds(value) == true, "\(members): \(value)") }
        for value in unmet { #expect(sample.holds(value) == false, "\(members): \(value)") }
    }

    private static let broken: [(members: String, problem: String)] = [
        (
            #""operator":"MAYBE","values":["a"]"#,
            "/operator: Unknown operator \"MAYBE\". The strategy doesn't apply."
        ),
        (
            #""operator":"NUM_GT","value":"five""#,
            "/value: \"five\" isn't valid for the operator, so the strategy doesn't apply."
        ),
        (#""operator":"NUM_GT""#, "/value: \"\" isn't valid for the operator, so the strategy doesn't apply."),
        (
            #""operator":"NUM_GT","value":"inf""#,
            "/value: \"inf\" isn't valid for the operator, so the strategy doesn't apply."
        ),
        (
            #""operator":"SEMVER_LT","value":"7""#,
            "/value: \"7\" isn't valid for the operator, so the strategy doesn't apply."
        ),
        (
            #""operator":"SEMVER_LT","value":"v1.2.3""#,
            "/value: \"v1.2.3\" isn't valid for the operator, so the strategy doesn't apply."
        ),
        (
            #""operator":"DATE_AFTER","value":"2026-03-01""#,
            "/value: \"2026-03-01\" isn't valid for the operator, so the strategy doesn't apply."
        ),
        (
            #""operator":"REGEX","value":"[a&&b]""#,
            "/value: The pattern can't be used: the set operators &&, --, and ~~ aren't supported (character 3). "
                + "The strategy doesn't apply."
        ),
        (#""operator":"IN","values":"a""#, "/values: Expected a list, found a string."),
        (#""operator":"IN","values":["a",["b"]]"#, "/values/1: Expected a string, found an array."),
        (#""operator":"IN","values":["a"],"inverted":"yes""#, "/inverted: Expected true or false, found a string."),
        (#""operator":7"#, "/operator: Unknown operator \"7\". The strategy doesn't apply."),
        (
            #""values":["a"]"#,
            ": The constraint has no \"contextName\" or no \"operator\", so its strategy doesn't apply."
        ),
    ]

    @Test("Rejects all values for an invalid constraint, and reports the problem", arguments: broken.indices)
    func unreadable(index: Int) throws {
        let (members, problem) = Self.broken[index]
        for inverted in ["", #","inverted":true"#] where inverted.isEmpty || !members.contains("inverted") {
            let sample = try RulesSample(constraint: members + inverted)
            for value in ["a", 5, "1.2.3", "2026-03-01T00:00:00Z", .null] as [FlagValue] {
                #expect(sample.holds(value) == false, "\(members)\(inverted)")
            }
            #expect(sample.problems == ["/features/0/strategies/0/constraints/0" + problem])
        }
    }

    @Test("Matches no value with an invalid pattern, or all if inverted")
    func invalidPattern() throws {
        let values: [FlagValue] = ["a", "b", "", 5, .null]
        let plain = try RulesSample(constraint: #""operator":"REGEX","value":"(?=a)""#)
        let inverted = try RulesSample(constraint: #""operator":"REGEX","value":"(?=a)","inverted":true"#)
        for value in values {
            #expect(plain.holds(value) == false, "\(value)")
            #expect(inverted.holds(value) == true, "\(value)")
        }
        let problem =
            "/features/0/strategies/0/constraints/0/value: The pattern can't be used: RE2 doesn't support look-around "
            + "(character 3). "
        #expect(plain.problems == [problem + "The strategy doesn't apply."])
        #expect(inverted.problems == [problem + "No value matches it, so the inverted constraint is always met."])
    }

    @Test("Evaluates the other constraints of a segment with an invalid pattern")
    func invalidPatternInSegment() throws {
        let sample = try RulesSample(
            #"""
            {"features":[{"name":"f","enabled":true,"strategies":[{"name":"default","segments":[1]}]}],
             "segments":[{"id":1,"constraints":[
                {"contextName":"f","operator":"REGEX","value":"(","inverted":true},
                {"contextName":"f","operator":"IN","values":["gold"]}]}]}
            """#)
        #expect(sample.holds("gold") == true)
        #expect(sample.holds("silver") == false)
    }

    @Test("Skips and reports invalid networks, and matches the other networks")
    func networks() throws {
        let sample = try RulesSample(constraint: #""operator":"IN_CIDR","values":["10.0.0.0/8","nonsense"]"#)
        #expect(sample.holds("10.1.1.1") == true)
        #expect(
            sample.problems == [
                "/features/0/strategies/0/constraints/0/values: \"nonsense\" isn't an address or a network, so it was skipped."
            ])
    }

    private static let slow = #""operator":"REGEX","value":"(a|a){0,1000}b""#

    @Test("Matches no value whose search reaches the limit", arguments: ["", #","inverted":true"#])
    func limit(inverted: String) throws {
        let sample = try RulesSample(constraint: Self.slow + inverted)
        #expect(sample.problems == [])
        // The only match is at the end.
        #expect(sample.holds(.string(String(repeating: "a", count: 8191) + "b")) == false)
        #expect(sample.holds(.string(String(repeating: "a", count: 8192))) == false)
        #expect(sample.holds("aab") == inverted.isEmpty)
        #expect(sample.holds("aaa") == !inverted.isEmpty)
    }

    @Test("Finds a simple pattern in a value of 30,000 characters")
    func longValue() throws {
        let sample = try RulesSample(constraint: #""operator":"REGEX","value":"gold""#)
        #expect(sample.holds(.string(String(repeating: "a", count: 29_996) + "gold")) == true)
        #expect(sample.holds(.string(String(repeating: "a", count: 30_000))) == false)
    }

    @Test("Matches characters of every UTF-8 length")
    func encodings() throws {
        let sample = try RulesSample(constraint: #""operator":"REGEX","value":"^aé字😀$""#)
        #expect(sample.holds("aé字😀") == true)
        #expect(sample.holds("aé字😁") == false)
    }

    @Test("Reports a search that reaches the limit, without the value")
    func limitReport() throws {
        let reports = Recorder<String>()
        let long = EvaluationContext(key: nil, attributes: ["f": .string(String(repeating: "a", count: 8192))])
        let sample = try RulesSample(
            #"""
            {"features":[
              {"name":"f","enabled":true,"strategies":[{"name":"default","constraints":[{"contextName":"f",\#(Self.slow)}]}]},
              {"name":"g","enabled":true,"strategies":[{"name":"default","segments":[7]}]}],
             "segments":[{"id":7,"constraints":[
                {"contextName":"f","operator":"REGEX","value":"\#(String(repeating: "x?", count: 60)){0,100}y"}]}]}
            """#, report: { reports.add($0.description) })
        #expect(sample.isOn("f", for: long) == false)
        #expect(sample.isOn("g", for: long) == false)
        #expect(
            reports.all == [
                #"warning: f: A search for the pattern "(a|a){0,1000}b" in "f" reached the limit of 500000 steps. "#
                    + "The constraint isn't met. Use a pattern with fewer repetitions, or a shorter value.",
                #"warning: segment 7: A search for the pattern "\#(String(repeating: "x?", count: 50))…" in "f" reached "#
                    + "the limit of 500000 steps. The constraint isn't met. Use a pattern with fewer repetitions, or a "
                    + "shorter value.",
            ])
    }

    @Test("Uses the clock's time unless the context contains currentTime")
    func currentTime() throws {
        let sample = try RulesSample(
            constraint: #""operator":"DATE_AFTER","value":"2026-03-01T00:00:00Z""#, of: "currentTime")
        sample.time.setWallClock(try #require(Instant(rfc3339: "2026-03-01T00:00:00Z")))
        #expect(sample.isOn() == false)
        sample.time.setWallClock(try #require(Instant(rfc3339: "2026-03-01T00:00:00.001Z")))
        #expect(sample.isOn() == true)
        let named = EvaluationContext(key: nil, attributes: ["currentTime": "2026-02-01T00:00:00Z"])
        #expect(sample.isOn(for: named) == false)
    }

    @Test("Returns the next instant at which a time constraint changes")
    func moments() throws {
        var sample = try RulesSample(
            #"""
            {"features":[
              {"name":"a","enabled":true,"strategies":[{"name":"default","constraints":[
                {"contextName":"currentTime","operator":"DATE_AFTER","value":"2026-03-01T00:00:00.0005Z"},
                {"contextName":"born","operator":"DATE_AFTER","value":"2000-01-01T00:00:00Z"}]}]},
              {"name":"b","enabled":true,"strategies":[{"name":"default","segments":[1]}]},
              {"name":"c","enabled":true,"dependencies":[{"feature":"b"}]}],
             "segments":[{"id":1,"constraints":[
                {"contextName":"currentTime","operator":"DATE_BEFORE","value":"2026-02-01T00:00:00Z"}]}]}
            """#)
        let moment = { (text: String) in try #require(Instant(rfc3339: text)) }
        #expect(
            sample.rules.nextMoment(after: try moment("2026-01-01T00:00:00Z")) == (try moment("2026-02-01T00:00:00Z")))
        #expect(
            sample.rules.nextMoment(after: try moment("2026-02-01T00:00:00Z"))
                == (try moment("2026-02-01T00:00:00.001Z")))
        #expect(
            sample.rules.nextMoment(after: try moment("2026-02-01T00:00:00.001Z"))
                == (try moment("2026-03-01T00:00:00.001Z")))
        #expect(sample.rules.nextMoment(after: try moment("2026-03-01T00:00:00.001Z")) == nil)
        try sample.apply(#"{"features":[{"name":"a","enabled":true}]}"#)
        #expect(sample.rules.nextMoment(after: try moment("2000-01-01T00:00:00Z")) == nil)
    }

    @Test("Finds context fields by exact name in settings and attributes")
    func fields() throws {
        let isIn = { (value: String) in #""operator":"IN","values":["\#(value)"]"# }
        #expect(try RulesSample(constraint: isIn("app"), of: "appName").isOn() == true)
        #expect(try RulesSample(constraint: isIn("x"), of: "appName").holds(.null) == false)
        let user = try RulesSample(constraint: isIn("ann"), of: "userId")
        #expect(user.isOn(for: .user("ann")) == true)
        #expect(user.isOn(for: EvaluationContext(key: nil, attributes: ["userId": "ann"])) == true)
        #expect(user.isOn(for: EvaluationContext(key: "bob", attributes: ["userId": "ann"])) == false)
        let attached = EvaluationContext.anonymous.attaching(UnleashContext(properties: ["userId": "ann"]))
        #expect(user.isOn(for: attached) == true)
        let lower = try RulesSample(constraint: isIn("ann"), of: "userid")
        #expect(lower.isOn(for: .user("ann")) == false)
        #expect(lower.isOn(for: .user("bob", ["userid": "ann"])) == true)
        let accent = try RulesSample(constraint: isIn("1"), of: "é")
        #expect(accent.isOn(for: .user("a", ["\u{E9}": "1"])) == true)
        #expect(accent.isOn(for: .user("a", ["e\u{301}": "1"])) == false)
        // Unleash doesn't support arrays, so the field is missing.
        #expect(try RulesSample(constraint: #""operator":"NOT_IN","values":["a"]"#).holds(["a"]) == true)
    }

    @Test("Applies the context mapper's rules")
    func mapping() throws {
        var sample = try RulesSample(constraint: #""operator":"IN","values":["gold"]"#, of: "tier")
        let context = EvaluationContext.user("ann", ["plan": "gold"])
        #expect(sample.isOn(for: context) == false)
        sample.mapper = UnleashContextMapper(appName: "app", rules: MappingRules(rename: ["plan": "tier"]))
        #expect(sample.isOn(for: context) == true)
    }
}
