// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The engine's result for every flag in one context.
struct EngineResult: Sendable {
    /// The engine's result for one flag.
    struct Answer: Sendable, Hashable {
        var isEnabled: Bool
        /// The variant, or `nil` if there is none.
        var variant: String?
        var payload: Payload?

        // Strings are compared by bytes, because "é" as one character and as two are different names.
        static func == (left: Answer, right: Answer) -> Bool {
            left.isEnabled == right.isEnabled && left.payload == right.payload
                && left.variant.map { Array($0.utf8) } == right.variant.map { Array($0.utf8) }
        }
    }

    /// A variant's payload.
    struct Payload: Sendable, Hashable {
        var type: String
        var text: String
    }

    var answers: [String: Answer]
    /// The flags whose result would change if their percentage were one higher or lower.
    var edges: [String]

    /// Creates a result from JSON, or returns `nil` if the JSON is invalid.
    init?(_ json: FlagValue) {
        guard case .object(let flags)? = json["flags"], let edges = json["edges"].flatMap([String].init(flagValue:))
        else { return nil }
        answers = [:]
        self.edges = edges
        for (name, flag) in flags {
            guard case .bool(let isEnabled)? = flag["enabled"], let variant = flag["variant"] else { return nil }
            let active = isEnabled && variant["enabled"] == true
            answers[name] = Answer(
                isEnabled: isEnabled,
                variant: active ? variant["name"].flatMap(String.init(flagValue:)) : nil,
                payload: active ? variant["payload"].flatMap(Payload.init) : nil)
        }
    }
}

extension EngineResult.Payload {
    fileprivate init?(_ json: FlagValue) {
        guard case .string(let type)? = json["type"], case .string(let text)? = json["value"] else { return nil }
        self.init(type: type, text: text)
    }
}

extension EngineResult.Answer: CustomStringConvertible {
    /// The result on one line, such as `on, b, number 10`.
    var description: String {
        [isEnabled ? "on" : "off", variant, payload.map { "\($0.type) \($0.text)" }].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension EvaluationContext {
    /// Creates an evaluation context from a generated context.
    init(generated json: FlagValue) {
        guard case .object(var members) = json else {
            self = .anonymous
            return
        }
        let key = members.removeValue(forKey: "userId").flatMap(String.init(flagValue:))
        if case .object(let properties)? = members.removeValue(forKey: "properties") {
            members.merge(properties) { field, _ in field }
        }
        self.init(key: key, attributes: members)
    }
}
