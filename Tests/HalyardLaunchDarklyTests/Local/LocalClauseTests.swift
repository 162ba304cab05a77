// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly targets and clauses")
struct LocalClauseTests {
    @Test("Tests context targets in their order")
    func contextTargets() throws {
        let flag = try LocalSample(
            #""targets":[{"variation":0,"values":["u"]}],"contextTargets":[{"contextKind":"org","variation":1,"values":["o"]},{"contextKind":"user","variation":0,"values":[]}],"fallthrough":{"variation":2}"#
        )
        #expect(flag.variation(for: .both("u", "o")) == 1)
        #expect(flag.reason(for: .both("u", "o")) == ["kind": "TARGET_MATCH"])
        #expect(flag.variation(for: .both("u", "other")) == 0 && flag.variation(for: .user("other")) == 2)
        #expect(flag.variation(for: .user("o")) == 2 && flag.variation(for: .org("u")) == 2)
    }

    @Test("Uses the first user list with the variation of a context target")
    func userTargets() throws {
        let flag = try LocalSample(
            #""targets":[{"variation":0,"values":["a"]},{"variation":0,"values":["b"]},{"variation":1,"values":["c"]}],"contextTargets":[{"variation":0,"values":["x"]},{"contextKind":"org","variation":1,"values":["o"]}],"fallthrough":{"variation":2}"#
        )
        #expect(flag.variation(for: .user("a")) == 0)
        for key in ["b", "c", "x"] { #expect(flag.variation(for: .user(key)) == 2) }
        let plain = try LocalSample(
            #""targets":[{"variation":0,"values":["a"]},{"variation":0,"values":["b"]},{"variation":9,"values":["c"]}],"fallthrough":{"variation":2}"#
        )
        #expect(plain.variation(for: .user("b")) == 0 && plain.reason(for: .user("c")) == LocalSample.malformed)
        #expect(plain.variation(for: .org("a")) == 2)
    }

    @Test("Ignores unknown segments and values that aren't segment keys")
    func unknownSegments() throws {
        let clause = #""op":"segmentMatch","values":["unknown",7]"#
        let plain = try LocalSample(clause: clause)
        #expect(plain.variation() == 0)
        #expect(
            plain.problems == [
                "/flags/f/rules/0/clauses/0/values/1: No value meets 7, which the operator can't use.",
                "/flags/f/rules: Unknown segment \"unknown\", which contains no contexts.",
            ])
        #expect(try LocalSample(clause: clause + #","negate":true"#).variation() == 1)
        let known = try LocalSample(
            clause: #""op":"segmentMatch","values":["unknown",7,"s"]"#, segments: #""s":{"included":["u"]}"#)
        #expect(known.variation() == 1)
    }

    @Test("Tests each kind of a context with several kinds")
    func kinds() throws {
        let clause = #""attribute":"kind","op":"in","values":["org"],"contextKind":"other""#
        let plain = try LocalSample(clause: clause)
        #expect(plain.variation(for: .both("u", "o")) == 1 && plain.variation(for: .org("o")) == 1)
        #expect(plain.variation(for: .user("u")) == 0)
        let negated = try LocalSample(clause: clause + #","negate":true"#)
        #expect(negated.variation(for: .both("u", "o")) == 0 && negated.variation(for: .user("u")) == 1)
        #expect(
            try LocalSample(clause: #""attribute":"/kind","contextKind":"user","op":"in","values":["org"]"#)
                .variation(for: .org("o")) == 1)
    }

    @Test("Doesn't meet a negated clause about a missing kind")
    func missingKind() throws {
        let clause = #""contextKind":"org","attribute":"key","op":"in","values":["o"],"negate":true"#
        let flag = try LocalSample(clause: clause)
        #expect(flag.variation(for: .user("u")) == 0)
        #expect(flag.variation(for: .org("other")) == 1 && flag.variation(for: .org("o")) == 0)
    }

    @Test("Doesn't meet a negated clause about a missing attribute")
    func missingAttribute() throws {
        let flag = try LocalSample(clause: #""attribute":"x","op":"in","values":[1],"negate":true"#)
        #expect(!flag.holds(nil) && !flag.holds(.null) && flag.holds(2) && !flag.holds(1))
        let anonymous = try LocalSample(clause: #""attribute":"anonymous","op":"in","values":[false]"#)
        #expect(anonymous.variation() == 1 && anonymous.variation(for: .anonymous) == 0)
        let nested = try LocalSample(clause: #""contextKind":"user","attribute":"/x/0","op":"in","values":[1]"#)
        #expect(!nested.holds([1]))
        #expect(!(try LocalSample(clause: #""attribute":"_meta","op":"in","values":[1],"negate":true"#).holds(1)))
    }

    @Test("Meets a negated clause about an empty list")
    func lists() throws {
        let negated = try LocalSample(clause: #""attribute":"x","op":"in","values":[1],"negate":true"#)
        #expect(negated.holds([]) && negated.holds([2]) && !negated.holds([2, 1]))
        let plain = try LocalSample(clause: #""attribute":"x","op":"in","values":[1]"#)
        #expect(!plain.holds([]) && plain.holds([.null, [1], 1]) && !plain.holds([[1], ["x": 1], .null]))
        let empty = try LocalSample(clause: #""attribute":"x","op":"in","values":[]"#)
        #expect(!empty.holds(1))
        #expect(try LocalSample(clause: #""attribute":"x","op":"in","values":[],"negate":true"#).holds(1))
    }

    @Test("Compares only values of the same JSON type")
    func equality() throws {
        func holds(_ value: FlagValue, in values: String) throws -> Bool {
            try LocalSample(clause: #""attribute":"x","op":"in","values":[\#(values)]"#).holds(value)
        }
        #expect(try !holds(1, in: "true") && !holds("1", in: "1") && holds(3, in: "3.0") && holds(3.0, in: "3"))
        #expect(try !holds([:], in: "{}") && !holds([[1]], in: "[1]") && holds(true, in: "false,true"))
        #expect(try !holds(true, in: "false") && holds("\u{E9}", in: "\"é\"") && !holds("e\u{301}", in: "\"\u{E9}\""))
        #expect(try holds("", in: "\"\"") && !holds("A", in: "\"a\""))
    }

    @Test("Finds a pattern anywhere, and no value matches an invalid pattern")
    func patterns() throws {
        func sample(_ pattern: String, _ more: String = "") throws -> LocalSample {
            try LocalSample(clause: #""attribute":"x","op":"matches","values":["\#(pattern)"]\#(more)"#)
        }
        #expect(try sample("a").holds("xay") && !sample("^a").holds("xay") && !sample("1").holds(1))
        let invalid = try sample("(")
        #expect(!invalid.holds("("))
        #expect(
            invalid.problems == [
                "/flags/f/rules/0/clauses/0/values/0: The pattern \"(\" can't be used: a group has no closing parenthesis (character 2). No value matches it."
            ])
        #expect(try sample("(", #","negate":true"#).holds("("))
        #expect(try !sample("(?=a)").holds("a") && !sample(#"(a)\\1"#).holds("aa"))
        #expect(try sample(#"^\\d$"#).holds("5") && !sample(#"^\\d$"#).holds("٣") && !sample(#"^\\w$"#).holds("é"))
    }

    @Test("Doesn't meet a clause with an unsupported pattern, even if it's negated")
    func unsupportedPatterns() throws {
        let clause = #""attribute":"x","op":"matches","values":["\\p{Greek}","^a$"]"#
        let plain = try LocalSample(clause: clause)
        #expect(plain.holds("a") && !plain.holds("α") && !plain.holds("b"))
        let negated = try LocalSample(clause: clause + #","negate":true"#)
        #expect(!negated.holds("a") && !negated.holds("α") && !negated.holds("b") && !negated.holds(["b"]))
        #expect(
            plain.problems == [
                "/flags/f/rules/0/clauses/0/values/0: The pattern \"\\p{Greek}\" can't be used: the property \"Greek\" isn't supported (character 10). The clause isn't met, even if it's negated."
            ])
    }

    @Test(
        "Reports values that the operator can't use",
        arguments: [
            ("in", "{}", "{}"), ("in", "null", "null"), ("startsWith", "1", "1"), ("matches", "true", "true"),
            ("lessThan", #""5""#, #""5""#), ("before", #""2024-06-31T00:00:00Z""#, #""2024-06-31T00:00:00Z""#),
            ("semVerEqual", #""v2""#, #""v2""#),
        ])
    func unusableValues(operation: String, value: String, shown: String) throws {
        let sample = try LocalSample(clause: #""attribute":"x","op":"\#(operation)","values":[\#(value)]"#)
        #expect(
            sample.problems == [
                "/flags/f/rules/0/clauses/0/values/0: No value meets \(shown), which the operator can't use."
            ])
    }

    @Test("Compares strings by bytes")
    func strings() throws {
        func holds(_ operation: String, _ value: FlagValue) throws -> Bool {
            try LocalSample(clause: #""attribute":"x","op":"\#(operation)","values":["zz","é"]"#).holds(value)
        }
        #expect(try holds("startsWith", "és") && holds("endsWith", "sé") && holds("contains", "sés"))
        #expect(try !holds("startsWith", "sé") && !holds("endsWith", "és") && !holds("contains", "ss"))
        #expect(try !holds("startsWith", "e\u{301}s") && !holds("startsWith", "É") && !holds("contains", 1))
    }

    @Test("Compares numbers as numbers only")
    func numbers() throws {
        func holds(_ operation: String, _ value: FlagValue) throws -> Bool {
            try LocalSample(clause: #""attribute":"x","op":"\#(operation)","values":[5,"7"]"#).holds(value)
        }
        #expect(try holds("lessThan", 4.5) && !holds("lessThan", 5) && holds("lessThanOrEqual", 5))
        #expect(try holds("greaterThan", 5.5) && !holds("greaterThan", 5) && holds("greaterThanOrEqual", 5.0))
        #expect(try !holds("greaterThan", "6") && !holds("lessThan", "6") && !holds("lessThan", true))
    }

    @Test("Doesn't meet a clause with an unknown operator, unless it's negated")
    func unknownOperator() throws {
        let clause = #""attribute":"x","op":"nope","values":[1]"#
        let plain = try LocalSample(clause: clause)
        #expect(!plain.holds(1))
        #expect(plain.problems == ["/flags/f/rules/0/clauses/0/op: Unknown operator \"nope\", which no value meets."])
        let negated = try LocalSample(clause: clause + #","negate":true"#)
        #expect(negated.holds(1) && !negated.holds(nil))
    }

    @Test("Compares dates in RFC 3339 or milliseconds")
    func dates() throws {
        func holds(_ operation: String, _ value: FlagValue, _ date: String) throws -> Bool {
            try LocalSample(clause: #""attribute":"x","op":"\#(operation)","values":[\#(date)]"#).holds(value)
        }
        let equal: [(FlagValue, String)] = [
            ("2017-12-06T07:00:00Z", #""2017-12-06T00:00:00.000-07:00""#), ("2017-12-06T07:00:00z", "1512543600000"),
            (1_512_543_600_000, #""2017-12-06t07:00:00Z""#), (1_512_543_600_000.0, "1512543600000"),
        ]
        for (value, date) in equal {
            #expect(try !holds("before", value, date) && !holds("after", value, date))
        }
        #expect(try holds("before", "2017-12-06T06:59:59.999Z", "1512543600000"))
        #expect(try holds("after", "2017-12-06T07:00:00.0001Z", #""2017-12-06T07:00:00Z""#))
        for text in [
            "2017-12-06", "1512543600001", "2017-12-06 07:00:01Z", "2017-12-06T07:00:01", "2017-12-06T07:00Z",
            "2017-12-06T7:00:01Z", "2018-02-30T00:00:00Z", "2018-12-06T07:00:00+24:00", "",
        ] {
            #expect(try !holds("after", .string(text), "1512543600000"), "\(text)")
            #expect(try !holds("before", 0, "\"\(text)\""), "\(text)")
        }
        #expect(try holds("after", "2017-12-06T07:00:60Z", "1512543600000"))
    }

    @Test("Compares versions, whose minor and patch numbers can be missing")
    func versions() throws {
        func holds(_ operation: String, _ value: FlagValue, _ version: String) throws -> Bool {
            try LocalSample(clause: #""attribute":"x","op":"\#(operation)","values":["\#(version)"]"#).holds(value)
        }
        for (left, right) in [("2", "2.0.0"), ("2.1", "2.1.0"), ("2.0.0+a", "2.0.0+b"), ("2+build", "2")] {
            #expect(try holds("semVerEqual", .string(left), right), "\(left) = \(right)")
        }
        for (left, right) in [
            ("2-rc", "2"), ("2.0.0-rc.2", "2.0.0-rc.10"), ("2.0.0-1", "2.0.0-a"), ("2.0.0-a", "2.0.0-a.1"),
            ("9.9.9", "10.0.0"), ("99999999999999999999.0.0", "100000000000000000000.0.0"),
        ] {
            #expect(try holds("semVerLessThan", .string(left), right), "\(left) < \(right)")
            #expect(try holds("semVerGreaterThan", .string(right), left), "\(right) > \(left)")
        }
        for text in ["v2.0.0", "01.0.0", "2.0.0.0", "2.0.0-01", " 2.0.0", "", "2."] {
            #expect(try !holds("semVerGreaterThan", .string(text), "0.0.0"), "\(text)")
            #expect(try !holds("semVerLessThan", "1.0.0", text), "\(text)")
        }
        #expect(try holds("semVerEqual", "10.0.0", "10.0.0") && !holds("semVerEqual", 2, "2"))
    }

    @Test("Reads attributes of mapped and attached contexts")
    func mapping() throws {
        var flag = try LocalSample(
            clause: #""contextKind":"user","attribute":"/tier/name","op":"in","values":["gold"]"#)
        let context = EvaluationContext.user("u", ["plan": ["name": "gold"]])
        #expect(flag.variation(for: context) == 0)
        flag.mapper = LaunchDarklyContextMapper(rules: MappingRules(rename: ["plan": "tier"]))
        #expect(flag.variation(for: context) == 1)
        var builder = LaunchDarklyContextBuilder(key: "u")
        builder.trySetValue("tier", ["name": "gold"])
        #expect(flag.variation(for: try builder.build().get().context) == 1)
        let name = try LocalSample(clause: #""attribute":"name","op":"in","values":["Ada",1]"#)
        #expect(name.variation(for: .user("u", ["name": "Ada"])) == 1)
        #expect(name.variation(for: .user("u", ["name": 1])) == 0)
    }
}
