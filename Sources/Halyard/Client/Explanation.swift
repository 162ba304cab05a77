// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// An explanation of a flag's value: each consulted layer in order, with its contribution.
///
/// ```swift
/// print(flags.explain(.newNav))  // each layer, and what it contributed
/// ```
/// An immutable value that you can print, or add to a bug report as JSON.
public struct Explanation: Sendable, Hashable {
    /// The contribution of one layer.
    public struct Step: Sendable, Hashable {
        /// The layer.
        public let layer: Layer
        /// The effect of the layer on the value.
        public let outcome: Outcome
        /// The contribution of the layer, as a sentence.
        public let message: String
        /// The facts behind the contribution, such as `value`, `variant`, `reason`, `version`, `origin`, or `age` in seconds.
        public let facts: [String: FlagValue]

        init(_ layer: Layer, _ outcome: Outcome, _ message: String, _ facts: [String: FlagValue] = [:]) {
            self.layer = layer
            self.outcome = outcome
            self.message = message
            self.facts = facts
        }
    }

    /// A layer that can provide or change a value.
    ///
    /// Other layers are possible.
    public struct Layer: RawRepresentable, Sendable, Hashable {
        /// The layer's name, in camel case.
        public let rawValue: String

        /// Creates a layer from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kill switch, whose document takes precedence over everything else.
        public static let killSwitch = Layer(rawValue: "killSwitch")
        /// An override, which takes precedence over all providers.
        public static let `override` = Layer(rawValue: "override")
        /// Flags stored by an earlier run of the app.
        public static let persisted = Layer(rawValue: "persisted")
        /// Flags bundled with the app.
        public static let bootstrapped = Layer(rawValue: "bootstrapped")
        /// The strategy that combines several providers.
        public static let strategy = Layer(rawValue: "strategy")
        /// The flags published by the provider.
        public static let provider = Layer(rawValue: "provider")
        /// The conversion to the requested type.
        public static let coercion = Layer(rawValue: "coercion")
        /// The caller's default value.
        public static let `default` = Layer(rawValue: "default")
    }

    /// The effect of a layer on the value.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The value came from the layer, or passed through it.
        case used
        /// The layer had no value for the flag, or its value wasn't needed.
        case passed
        /// The layer had a value for the flag that couldn't be used.
        case refused
    }

    /// The flag key.
    public let key: String
    /// The context that the served flags were evaluated for, with kinds and keys only.
    public let context: String
    /// The value that a read returns.
    public let value: FlagValue
    /// The reason for the value, as defined by OpenFeature.
    public let reason: EvaluationReason
    /// The error, or `nil` if there's none.
    public let error: FlagError?
    /// The layers in the order in which they were consulted.
    public let steps: [Step]
}

extension Explanation: CustomStringConvertible {
    /// The value on the first line, followed by one line for each step.
    public var description: String { lines.map(\.onOneLine).joined(separator: "\n") }

    /// The lines of the description, each of which can contain line breaks.
    package var lines: [String] {
        let lines = steps.enumerated().map { number, step in
            "  \(number + 1). \(step.layer.rawValue) [\(step.outcome.rawValue)] \(step.message)"
        }
        return ["\(key) = \(value) (\(reason)) for \(context)"] + lines
    }
}

extension Explanation {
    /// The explanation as a JSON value.
    public var json: FlagValue {
        var members: [String: FlagValue] = [
            "key": .string(key), "context": .string(context), "value": value, "reason": .string(reason.rawValue),
            "steps": .array(steps.map(\.json)),
        ]
        if let error {
            members["error"] = ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        return .object(members)
    }
}

extension Explanation.Step {
    fileprivate var json: FlagValue {
        var members: [String: FlagValue] = [
            "layer": .string(layer.rawValue), "outcome": .string(outcome.rawValue), "message": .string(message),
        ]
        if !facts.isEmpty { members["facts"] = .object(facts) }
        return .object(members)
    }
}
