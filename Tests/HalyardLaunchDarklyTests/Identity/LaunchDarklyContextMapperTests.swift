// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import Testing

@Suite("LaunchDarkly context mapping")
struct LaunchDarklyContextMapperTests {
    private let mapper = LaunchDarklyContextMapper(deviceKeys: LaunchDarklyDeviceKeys(random: SeededRandom(seed: 1)))

    private func json(_ context: EvaluationContext) throws -> String {
        JSONWriter.text(try mapper.map(context).output.json)
    }

    @Test("Rejects an unsupported kind and an empty key")
    func errors() {
        let kind = #expect(throws: FlagError.self) { try mapper.map(EvaluationContext("multi", key: "a")) }
        #expect(kind?.code == .invalidContext)
        let key = #expect(throws: FlagError.self) { try mapper.map(.user("")) }
        #expect(key?.code == .targetingKeyMissing)
    }

    @Test("Omits unsupported attributes, and reports them")
    func losses() throws {
        let mapped = try mapper.map(
            EvaluationContext(
                key: "a",
                attributes: [
                    "kind": 1, "name": 2, "": 3, "nan": .double(.nan), "deep": ["x": [.double(.infinity), 1]],
                    "none": .null,
                ], privateAttributes: ["key", "//", "deep"]))
        #expect(
            JSONWriter.text(mapped.output.json)
                == #"{"_meta":{"privateAttributes":["deep"]},"deep":{"x":[1]},"key":"a","kind":"user"}"#)
        #expect(mapped.losses.map(\.subject) == ["", "deep", "kind", "name", "nan", "//", "key"])
        #expect(mapped.losses.allSatisfy { $0.code == "contextLoss" })
        #expect(
            mapped.losses[3].message
                == "LaunchDarkly requires a string for this attribute, found a number. Halyard left it out.")
        #expect(mapped.losses[4].message == "LaunchDarkly doesn't accept NaN. Halyard left it out.")
    }

    @Test("Maps supported parts, attributes, and private attributes without loss")
    func lossless() throws {
        let context = EvaluationContext([
            .init(
                .user, key: "u",
                attributes: [
                    "name": "Ada", "tags": ["a", ["b": .null]], "born": .date(Instant(millisecondsSinceEpoch: 0)),
                ],
                privateAttributes: ["name", "/tags/x"]), .init(.organization, key: "acme", isAnonymous: true),
        ])
        #expect(try mapper.map(context).losses == [])
        #expect(
            try json(context)
                == #"{"kind":"multi","organization":{"anonymous":true,"key":"acme"},"#
                + #""user":{"_meta":{"privateAttributes":["/tags/x","name"]},"born":"1970-01-01T00:00:00.000Z","key":"u","#
                + #""name":"Ada","tags":["a",{"b":null}]}}"#)
    }

    @Test("Redacts both a path and an attribute with the same name")
    func odd() throws {
        let context = EvaluationContext(
            key: "u", attributes: ["/a/b": 1, "a": ["b": 2]], privateAttributes: ["/a/b"])
        #expect(
            JSONWriter.text(try mapper.map(context).output.eventJSON(LaunchDarklyPrivacy()))
                == #"{"_meta":{"redactedAttributes":["/a/b","/~1a~1b"]},"a":{},"key":"u","kind":"user"}"#)
    }

    @Test("Uses the device key of its kind for a part without a key")
    func keyless() throws {
        let context = EvaluationContext([.init(.user, key: nil), .init(.device, key: nil)])
        let output = try mapper.map(context).output
        #expect(
            output.contextKeys() == [
                "device": mapper.deviceKeys[.device].value, "user": mapper.deviceKeys[.user].value,
            ])
        #expect(output.parts.map(\.isAnonymous) == [true, true])
    }

    @Test("Applies rules only to neutral contexts")
    func rules() throws {
        var mapper = mapper
        mapper.rules = MappingRules(rename: ["plan": "tier"])
        let plain = EvaluationContext.user("u", ["plan": "gold"])
        #expect(JSONWriter.text(try mapper.map(plain).output.json) == #"{"key":"u","kind":"user","tier":"gold"}"#)
        let own = try LaunchDarklyContext(jsonText: #"{"key":"u","kind":"user","plan":"gold"}"#)
        #expect(try mapper.map(own.context).output == own)
    }

    @Test("Preserves random contexts in a round trip", arguments: 0..<20)
    func roundTrip(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<100 {
            let parts = ["user", "org", "x.y_z-1"].prefix(1 + Int(random.next() % 3)).map { kind in
                EvaluationContext.Part(
                    ContextKind(rawValue: kind), key: "k\(random.next() % 3)",
                    attributes: Dictionary(
                        (0..<(random.next() % 4)).map { ("a\($0)", FlagValue.int(Int64(random.next() % 9))) },
                        uniquingKeysWith: { $1 }), privateAttributes: random.next() % 2 == 0 ? ["a1", "/a2/b"] : [],
                    isAnonymous: random.next() % 2 == 0)
            }
            let context = EvaluationContext(Array(parts))
            let mapped = try mapper.map(context)
            #expect(mapped.losses == [])
            #expect(mapped.output.context.detaching() == context)
            #expect(try LaunchDarklyContext(json: mapped.output.json) == mapped.output)
        }
    }
}
