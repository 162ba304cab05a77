// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import TestSupport
import Testing

@testable import HalyardUnleash

/// The public Unleash client specification, which every official client uses in its tests.
@Suite(
    "Unleash client specification",
    .enabled(if: SharedData.has("unleash-client-specification"), Comment(rawValue: SharedData.absence)))
struct SpecificationTests {
    static let files = SharedData.files(of: "unleash-client-specification/specifications", suffix: ".json")
        .filter { $0.lastPathComponent != "index.json" }

    @Test("Passes every case of a specification file", arguments: files)
    func cases(file: URL) throws {
        let document = try JSONReader().read(try SharedData.bytes(file))
        let sample = try RulesSample(JSONWriter.text(document["state"] ?? .null))
        var count = 0
        for test in try Self.list("tests", of: document) {
            let name = try #require(String(flagValue: test["toggleName"] ?? .null))
            let isOn = sample.isOn(name, for: Self.context(test)) ?? false
            #expect(FlagValue.bool(isOn) == test["expectedResult"], "\(test["description"] ?? "")")
            count += 1
        }
        for test in try Self.list("variantTests", of: document) {
            let name = try #require(String(flagValue: test["toggleName"] ?? .null))
            let flag = sample.flag(name, for: Self.context(test))
            var variant: [String: FlagValue] = [
                "name": .string(flag?.variant ?? "disabled"), "enabled": .bool(flag?.variant != nil),
                "feature_enabled": .bool(flag?.value == true),
            ]
            variant["payload"] = flag?.vendor["payload"]
            #expect(FlagValue.object(variant) == test["expectedResult"], "\(test["description"] ?? "")")
            count += 1
        }
        #expect(count == (document["tests"]?.count ?? 0) + (document["variantTests"]?.count ?? 0) && count > 0)
    }

    @Test("Contains 227 flag cases and 52 variant cases")
    func count() throws {
        let counts = try Self.files.map { file in
            let document = try JSONReader().read(try SharedData.bytes(file))
            return (document["tests"]?.count ?? 0, document["variantTests"]?.count ?? 0)
        }
        let (flags, variants) = counts.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        print("unleash specification: ran \(flags) cases of flags and \(variants) of variants")
        #expect(flags == 227 && variants == 52)
    }

    private static func list(_ name: String, of document: FlagValue) throws -> [FlagValue] {
        guard let list = document[name] else { return [] }
        return try #require([FlagValue](flagValue: list))
    }

    /// Returns the context of a case, with the fields at its root and its properties.
    private static func context(_ test: FlagValue) -> EvaluationContext {
        guard case .object(var members)? = test["context"] else { return .anonymous }
        if case .object(let properties)? = members.removeValue(forKey: "properties") {
            members.merge(properties) { field, _ in field }
        }
        let texts = members.compactMapValues { String(flagValue: $0) }
        var context = UnleashContext(properties: texts)
        (context.appName, context.environment) = (texts["appName"], texts["environment"])
        return EvaluationContext.anonymous.attaching(context)
    }
}

extension FlagValue {
    fileprivate var count: Int? { if case .array(let elements) = self { elements.count } else { nil } }
}
