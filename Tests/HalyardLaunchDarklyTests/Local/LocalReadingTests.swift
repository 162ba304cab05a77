// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly rule documents")
struct LocalReadingTests {
    @Test(
        "Skips a flag that can't be read, and reports it",
        arguments: [
            (#""on":1"#, "/on: Expected true or false, found a number."),
            (#""variations":{}"#, "/variations: Expected a list, found an object."),
            (#""offVariation":"0""#, "/offVariation: Expected an integer, found a string."),
            (#""offVariation":0.5"#, "/offVariation: Expected an integer, found a number."),
            (#""fallthrough":[]"#, "/fallthrough: Expected an object, found an array."),
            (#""rules":[{"clauses":[{"op":1}]}]"#, "/rules/0/clauses/0/op: Expected a string, found a number."),
            (#""rules":[{"rollout":7}]"#, "/rules/0/rollout: Expected an object, found a number."),
            (#""targets":[{"values":[1]}]"#, "/targets/0/values/0: Expected a string, found a number."),
            (
                #""prerequisites":[{"key":"g"}]"#,
                "/prerequisites/0: The prerequisite has no \"key\" or no \"variation\"."
            ),
            (
                #""fallthrough":{"rollout":{"variations":[{"weight":1}]}}"#,
                "/fallthrough/rollout/variations/0: The part of the rollout has no \"variation\" or no \"weight\"."
            ),
            (#""rules":[null]"#, "/rules/0: Expected an object, found null."),
            (#""rules":[{"clauses":[null]}]"#, "/rules/0/clauses/0: Expected an object, found null."),
            (#""debugEventsUntilDate":"x""#, "/debugEventsUntilDate: Expected a number, found a string."),
        ])
    func unreadable(member: String, problem: String) throws {
        let sample = try LocalSample(
            flags: #""f":{\#(member)},"g":{\#(LocalSample.start),"fallthrough":{"variation":1}}"#)
        #expect(sample.rules.keys == ["g"] && sample.variation("g") == 1)
        #expect(
            sample.problems == [
                "/flags/f\(problem)", "/flags/f: Halyard skipped the flag, because a part of it can't be read.",
            ])
        #expect(sample.diagnostics.allSatisfy { $0.subject == "f" })
    }

    @Test("Doesn't serve a value that depends on a segment that can't be read")
    func unreadableSegment() throws {
        for negate in ["", #","negate":true"#] {
            let sample = try LocalSample(
                clause: #""op":"segmentMatch","values":["s"]\#(negate)"#, segments: #""s":{"included":7}"#)
            #expect(sample.reason() == LocalSample.malformed)
            #expect(
                sample.problems == [
                    "/segments/s/included: Expected a list, found a number.",
                    "/segments/s: Flags that need the segment have no value, because a part of the segment can't be read.",
                ])
        }
    }

    @Test(
        "Rejects a document without flags",
        arguments: ["7", "[]", "{}", #"{"flags":7}"#, #"{"flags":[]}"#, #"{"flags":{},"segments":7}"#])
    func rejected(text: String) throws { #expect(LocalChanges(try JSONReader().read(text)) == nil) }

    // MARK: Changes

    private func flag(_ key: String, _ members: String = "") -> String {
        #""\#(key)":{\#(LocalSample.start),"fallthrough":{"variation":0}\#(members.isEmpty ? "" : "," + members)}"#
    }

    private let inSegment = #""rules":[{"variation":1,"clauses":[{"op":"segmentMatch","values":["s"]}]}]"#

    @Test("Compiles only changed flags and segments")
    func changedOnly() throws {
        let s1 = #""s":{"included":["u"]},"t":{"included":["u"]}"#
        var sample = try LocalSample(
            flags: [flag("a"), flag("b"), flag("c", inSegment), flag("d")].joined(separator: ","), segments: s1)
        let before = sample.rules
        #expect(sample.variation("c") == 1)
        try sample.apply(
            flags: [flag("a"), flag("b", #""trackEvents":true"#), flag("c", inSegment), flag("d")].joined(
                separator: ","),
            segments: #""s":{"included":["v"]},"t":{"included":["u"]}"#)
        let after = sample.rules
        for key in ["a", "b", "c", "d"] {
            #expect((after.book.flags[key] === before.book.flags[key]) == (key != "b"), "\(key)")
        }
        #expect(after.book.segments["t"] === before.book.segments["t"])
        #expect(after.book.segments["s"] !== before.book.segments["s"])
        #expect(sample.variation("c") == 0)
        // The flag that uses the changed segment can have another value.
        #expect(after.indices(changedSince: before)?.map { after.keys[$0] } == ["b", "c"])
        #expect(after.indices(changedSince: after) == [])
    }

    @Test("Returns the indices of flags with changed prerequisites and segments")
    func changedIndices() throws {
        let nested = #""s":{"rules":[{"clauses":[{"op":"segmentMatch","values":["t"]}]}]}"#
        let flags = [
            flag("a", #""prerequisites":[{"key":"b","variation":0}]"#),
            flag("b", #""prerequisites":[{"key":"c","variation":0}]"#), flag("c", inSegment), flag("d"),
        ].joined(separator: ",")
        var sample = try LocalSample(flags: flags, segments: nested + #","t":{"included":["u"]}"#)
        let first = sample.rules
        #expect(sample.reason("a") == ["kind": "PREREQUISITE_FAILED", "prerequisiteKey": "b"])
        try sample.apply(flags: flags, segments: nested + #","t":{}"#)
        let second = sample.rules
        #expect(second.indices(changedSince: first)?.map { second.keys[$0] } == ["a", "b", "c"])
        #expect(sample.reason("a") == ["kind": "FALLTHROUGH"])
        try sample.apply(flags: flags, segments: nested)
        let third = sample.rules
        #expect(third.indices(changedSince: second)?.map { third.keys[$0] } == ["a", "b", "c"])
    }

    @Test("Keeps the objects of equal outcomes, so that their counts continue")
    func equalOutcomes() throws {
        var sample = try LocalSample(flags: flag("a"))
        let before = sample.flag("a")
        try sample.apply(
            flags: flag("a", #""rules":[{"variation":1,"clauses":[{"attribute":"key","op":"in","values":["x"]}]}]"#))
        #expect(sample.flag("a") === before && sample.variation("a", for: .user("x")) == 1)
    }

    @Test("Keeps only the fields, prerequisites, and segments that rules use")
    func references() throws {
        let rule = { (name: String) in
            #""prerequisites":[{"key":"\#(name)","variation":0}],"targets":[{"variation":0,"values":["x"]}],"rules":[{"variation":1,"clauses":[{"attribute":"\#(name)","op":"in","values":[1]},{"op":"segmentMatch","values":["\#(name)"]}]}]"#
        }
        var sample = try LocalSample(flags: flag("a", rule("one")))
        for number in 0..<50 {
            try sample.apply(
                flags: flag("a", rule("n\(number)")) + "," + flag("n\(number)"),
                segments: #""n\#(number)":{"rules":[{"clauses":[{"attribute":"y","op":"in","values":[2]}]}]}"#)
            #expect(sample.variation("a", for: .user("u", ["n\(number)": 1, "y": 2])) == 1)
        }
        #expect(sample.book.references.fields.items.count <= 6)
        #expect(sample.book.references.flags.items.count <= 2 && sample.book.references.segments.items.count <= 2)
        try sample.apply(flags: "")
        #expect(sample.book.references.fields.items.isEmpty && sample.book.references.segments.items.isEmpty)
    }

    @Test("Reports unknown segments again when they disappear")
    func removedSegment() throws {
        var sample = try LocalSample(flags: flag("a", inSegment), segments: #""s":{"included":["u"]}"#)
        #expect(sample.problems == [] && sample.variation("a") == 1)
        try sample.apply(flags: flag("a", inSegment))
        #expect(sample.variation("a") == 0)
        #expect(sample.problems == ["/flags/a/rules: Unknown segment \"s\", which contains no contexts."])
    }

    // MARK: Damaged documents

    @Test("Keeps the undamaged flags of 1,000 damaged documents")
    func damaged() throws {
        let members = [
            #""on":true"#, #""variations":[1,2]"#, #""offVariation":0"#, #""salt":"s""#,
            #""prerequisites":[{"key":"good0","variation":1}]"#, #""targets":[{"variation":0,"values":["a"]}]"#,
            #""contextTargets":[{"contextKind":"org","variation":1,"values":["o"]},{"variation":0}]"#,
            #""rules":[{"id":"r","variation":1,"clauses":[{"attribute":"x","op":"in","values":[1,"2"],"negate":false},{"op":"segmentMatch","values":["s","t"]}]},{"rollout":{"kind":"experiment","seed":5,"variations":[{"variation":1,"weight":50000,"untracked":true},{"variation":0,"weight":50000}]}}]"#,
            #""fallthrough":{"rollout":{"contextKind":"user","bucketBy":"/x/y","variations":[{"variation":0,"weight":1},{"variation":1,"weight":99999}]}}"#,
        ]
        let segments =
            #""s":{"included":["a"],"excludedContexts":[{"contextKind":"org","values":["o"]}],"rules":[{"weight":5000,"bucketBy":"x","clauses":[{"attribute":"x","op":"before","values":[5]}]}]},"t":{"unbounded":true,"generation":1}"#
        let whole = try JSONReader().read(#"{\#(members.joined(separator: ","))}"#)
        let good = (0..<3).map { flag("good\($0)") }.joined(separator: ",")
        let random = SeededRandom(seed: 50)
        let context = EvaluationContext.both("a", "o").setting("x", to: ["y": 1], of: .user)
        var skipped = 0
        for _ in 0..<1000 {
            let damage = JSONWriter.text(damaged(whole, random))
            let sample = try LocalSample(flags: #"\#(good),"bad":\#(damage)"#, segments: segments)
            for number in 0..<3 { #expect(sample.variation("good\(number)", for: context) == 0) }
            _ = sample.flag("bad", for: context)
            _ = sample.explanation("bad", for: context)
            if sample.rules.keys.count == 3 {
                skipped += 1
                #expect(!sample.problems.isEmpty || damage == "null" || damage.contains(#""deleted":true"#))
            }
        }
        #expect((200..<900).contains(skipped))
    }

    private static let replacements: [FlagValue] = [
        .null, true, 0, 1, -1, 9, 0.5, 1e300, .int(.max), "", "1", "/", "//", "user", "org", [], [:], ["x"], [1], [[]],
    ]

    /// Returns a value with one changed part.
    private func damaged(_ value: FlagValue, _ random: SeededRandom) -> FlagValue {
        let isHere = random.next() % 6 == 0
        switch value {
        case .array(var elements) where !isHere && !elements.isEmpty:
            let place = Int(random.next() % UInt64(elements.count))
            if random.next() % 8 == 0 {
                elements.remove(at: place)
            } else {
                elements[place] = damaged(elements[place], random)
            }
            return .array(elements)
        case .object(var members) where !isHere && !members.isEmpty:
            let keys = members.keys.sorted()
            let key = keys[Int(random.next() % UInt64(keys.count))]
            members[key] = random.next() % 8 == 0 ? nil : members[key].map { damaged($0, random) }
            return .object(members)
        default: return Self.replacements[Int(random.next() % UInt64(Self.replacements.count))]
        }
    }
}
