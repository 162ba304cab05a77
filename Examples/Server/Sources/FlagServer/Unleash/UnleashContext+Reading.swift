// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardUnleash

extension UnleashContext {
    /// Creates a context from query parameters, which are field names or `properties[<name>]`.
    init(query: [(name: String, value: String)]) {
        self.init()
        for (name, value) in query {
            if name.hasPrefix("properties["), name.hasSuffix("]") {
                properties[String(name.dropFirst("properties[".count).dropLast())] = value
            } else {
                set(name, value)
            }
        }
    }

    /// Creates a context from JSON, without values that Unleash doesn't support.
    init(_ json: FlagValue) {
        self.init()
        guard case .object(let members) = json else { return }
        for (name, value) in members where name != "properties" { value.text.map { set(name, $0) } }
        guard case .object(let members)? = json["properties"] else { return }
        for (name, value) in members { properties[name] = value.text }
    }

    /// The vendor-neutral context, with this context attached.
    var context: EvaluationContext {
        var attributes = properties.mapValues(FlagValue.string)
        attributes["sessionId"] = sessionId.map(FlagValue.string)
        attributes["remoteAddress"] = remoteAddress.map(FlagValue.string)
        attributes["currentTime"] = currentTime.map(FlagValue.string)
        return EvaluationContext(key: userId, attributes: attributes).attaching(self)
    }

    private mutating func set(_ field: String, _ value: String) {
        switch field {
        case "userId": userId = value
        case "sessionId": sessionId = value
        case "remoteAddress": remoteAddress = value
        case "currentTime": currentTime = value
        case "appName": appName = value
        case "environment": environment = value
        default: properties[field] = value
        }
    }
}

extension FlagValue {
    /// The string for a string, number, or Boolean, or `nil` for other values.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .bool, .int, .double: description
        case .null, .array, .object: nil
        }
    }
}
