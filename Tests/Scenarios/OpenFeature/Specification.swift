// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport
import Testing

/// The files of the OpenFeature specification, with scenarios and the flags that they use.
enum Specification {
    /// Content of the files that the tests don't support.
    struct Surprise: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// The files whose scenarios apply to a client with a static context.
    static let runnable = ["evaluation_v2", "hooks", "metadata"]

    /// Returns the scenarios of a file, or an empty array if the data isn't available.
    static func scenarios(of file: String) throws -> [Scenario] {
        guard SharedData.has("openfeature") else { return [] }
        let bytes = try SharedData.bytes(SharedData.path("openfeature/\(file).feature"))
        return try GherkinReader.scenarios(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the flags of `test-flags.json`.
    static func flags() throws -> [String: InMemoryFlagProvider.Definition] {
        let bytes = try SharedData.bytes(SharedData.path("openfeature/test-flags.json"))
        guard case .object(let flags) = try JSONReader().read(bytes) else { throw Surprise("the flags are no object") }
        return try flags.mapValues(definition)
    }

    private static func definition(_ flag: FlagValue) throws -> InMemoryFlagProvider.Definition {
        guard case .object(let members) = flag else { throw Surprise("a flag is no object: \(flag)") }
        var definition = InMemoryFlagProvider.Definition(variants: [:], defaultVariant: nil)
        for (name, member) in members {
            switch (name, member) {
            case ("variants", .object(let variants)): definition.variants = variants
            case ("defaultVariant", .string(let variant)): definition.defaultVariant = variant
            case ("disabled", .bool(let isDisabled)): definition.isDisabled = isDisabled
            case ("flagMetadata", .object(let metadata)): definition.metadata = metadata
            case ("contextEvaluator", .string(let expression)): definition.targeting = try rule(expression)
            case ("defaultVariant", .null), ("flagMetadata", .null): break
            default: throw Surprise("unknown member of a flag: \(name): \(member)")
            }
        }
        return definition
    }

    // MARK: Rules

    /// Returns the rule for an expression of the file, which must match exactly.
    private static func rule(_ expression: String) throws -> @Sendable (EvaluationContext) -> String? {
        switch expression {
        case "email == 'ballmer@macrosoft.com' ? 'zero' : ''":
            { context in context["email"] == "ballmer@macrosoft.com" ? "zero" : "" }
        case "!customer && email == 'ballmer@macrosoft.com' && age > 10 ? 'internal' : ''":
            { context in
                let isOld = context["age"].flatMap(Int.init(flagValue:)).map { $0 > 10 } ?? false
                let isBallmer = context["email"] == "ballmer@macrosoft.com"
                return context["customer"] == false && isBallmer && isOld ? "internal" : ""
            }
        default: throw Surprise("unknown contextEvaluator: \(expression)")
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// A trait that skips tests if the specification's files aren't available.
    static var needsSpecification: Self {
        .enabled(if: SharedData.has("openfeature"), Comment(rawValue: SharedData.absence))
    }
}
