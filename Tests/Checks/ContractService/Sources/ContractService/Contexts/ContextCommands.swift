// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly

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
