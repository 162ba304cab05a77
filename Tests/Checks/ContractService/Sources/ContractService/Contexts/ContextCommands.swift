// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardTransport

/// A command that only uses contexts.
struct ContextCommand: Decodable {
    var command: String
    var contextBuild: ContextBuild?
    var contextConvert: ContextConvert?
    var contextComparison: ContextComparison?

    /// The response, which contains a context's JSON or an error.
    var answer: FlagValue {
        get throws(Refusal) {
            switch command {
            case "contextBuild": return Self.json(try contextBuild.required.context)
            case "contextConvert": return Self.json(try contextConvert.required.context)
            case "contextComparison": return ["equals": .bool(try contextComparison.required.isEqual)]
            default: throw .undecodable("Unknown command \"\(command)\".")
            }
        }
    }

    private static func json(_ context: Result<LaunchDarklyContext, LaunchDarklyContextError>) -> FlagValue {
        switch context {
        case .success(let context): ["output": .string(JSONWriter.text(context.json))]
        case .failure(let error): ["error": .string(error.message)]
        }
    }
}

/// A request to build a context from a test's fields.
///
/// The response is its JSON.
struct ContextBuild: Decodable {
    var single: Single?
    var multi: [Single]?

    struct Single: Decodable {
        var kind: String?
        var key: String
        var name: String?
        var anonymous: Bool?
        var `private`: [String]?
        var custom: [String: FlagValue]?

        var context: Result<LaunchDarklyContext, LaunchDarklyContextError> {
            var builder = LaunchDarklyContextBuilder(key: key)
            if let kind { builder.kind(kind) }
            builder.name(name)
            if let anonymous { builder.anonymous(anonymous) }
            for (name, value) in custom ?? [:] { builder.trySetValue(name, value) }
            for name in `private` ?? [] { builder.addPrivateAttribute(LaunchDarklyReference(name)) }
            return builder.build()
        }
    }

    var context: Result<LaunchDarklyContext, LaunchDarklyContextError> {
        single?.context ?? Self.multi(multi?.map(\.context) ?? [])
    }

    static func multi(
        _ parts: [Result<LaunchDarklyContext, LaunchDarklyContextError>]
    ) -> Result<LaunchDarklyContext, LaunchDarklyContextError> {
        var builder = LaunchDarklyMultiContextBuilder()
        for part in parts {
            switch part {
            case .success(let context): builder.addContext(context)
            case .failure(let error): return .failure(error)
            }
        }
        return builder.build()
    }
}

/// A request to decode a string as a context.
///
/// The response is its JSON.
struct ContextConvert: Decodable {
    var input: String

    var context: Result<LaunchDarklyContext, LaunchDarklyContextError> {
        Result { () throws(LaunchDarklyContextError) in try LaunchDarklyContext(jsonText: input) }
    }
}

/// A request to compare two contexts.
struct ContextComparison: Decodable {
    var context1: Side
    var context2: Side

    var isEqual: Bool {
        get throws(Refusal) {
            guard case .success(let first) = context1.context, case .success(let second) = context2.context else {
                throw .undecodable("Two contexts are required.")
            }
            return first == second
        }
    }

    struct Side: Decodable {
        var single: Single?
        var multi: [Single]?

        var context: Result<LaunchDarklyContext, LaunchDarklyContextError> {
            single?.context ?? ContextBuild.multi(multi?.map(\.context) ?? [])
        }
    }

    struct Single: Decodable {
        var kind: String
        var key: String
        var attributes: [Attribute]?
        var privateAttributes: [PrivateAttribute]?

        var context: Result<LaunchDarklyContext, LaunchDarklyContextError> {
            var builder = LaunchDarklyContextBuilder(key: key)
            builder.kind(kind)
            for attribute in attributes ?? [] { builder.trySetValue(attribute.name, attribute.value) }
            for attribute in privateAttributes ?? [] {
                builder.addPrivateAttribute(
                    attribute.literal
                        ? LaunchDarklyReference(literal: attribute.value) : LaunchDarklyReference(attribute.value))
            }
            return builder.build()
        }
    }

    struct Attribute: Decodable {
        var name: String
        var value: FlagValue
    }

    struct PrivateAttribute: Decodable {
        var value: String
        var literal: Bool
    }
}
