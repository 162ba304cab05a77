// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why a read of a flag returns what it does: every layer that was consulted, in order, and what it contributed.
///
/// ```swift
/// print(flags.explain(.newNav))  // each layer, and what it contributed
/// ```
/// An immutable value; prints as text, and has a JSON form for a bug report.
public struct Explanation: Sendable, Hashable {
    /// What one layer contributed.
    public struct Step: Sendable, Hashable {
        /// The layer.
        public let layer: Layer
        /// Whether the value came from there.
        public let outcome: Outcome
        /// What the layer contributed, as a sentence.
        public let message: String
        /// The facts behind it: `value`, `variant`, `reason`, `version`, `origin`, `age` in seconds, and so on.
        public let facts: [String: FlagValue]

        init(_ layer: Layer, _ outcome: Outcome, _ message: String, _ facts: [String: FlagValue] = [:]) {
            self.layer = layer
            self.outcome = outcome
            self.message = message
            self.facts = facts
        }
    }

    /// A place where a value can come from, or be changed; an open set.
    public struct Layer: RawRepresentable, Sendable, Hashable {
        /// The layer's name, in lower case.
        public let rawValue: String

        /// Makes a layer from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The document with top priority over everything else.
        public static let killSwitch = Layer(rawValue: "killSwitch")
        /// A value that was forced on top of all providers.
        public static let `override` = Layer(rawValue: "override")
        /// Flags that an earlier run of the app stored.
        public static let persisted = Layer(rawValue: "persisted")
        /// Flags that were shipped with the app.
        public static let bootstrapped = Layer(rawValue: "bootstrapped")
        /// The strategy that combines several providers.
        public static let strategy = Layer(rawValue: "strategy")
        /// What the provider published.
        public static let provider = Layer(rawValue: "provider")
        /// The conversion to the requested type.
        public static let coercion = Layer(rawValue: "coercion")
        /// The caller's default.
        public static let `default` = Layer(rawValue: "default")
    }

    /// How a layer contributed to the value.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The value came from the layer, or passed through it.
        case used
        /// The layer had nothing for the flag.
        case passed
        /// The layer had something for the flag that could not be used.
        case refused
    }

    /// The flag's name.
    public let key: String
    /// The context that the served flags were evaluated for; kinds and keys only.
    public let context: String
    /// The value that a read returns.
    public let value: FlagValue
    /// Why, in OpenFeature's words.
    public let reason: EvaluationReason
    /// What is wrong; nil when nothing is.
    public let error: FlagError?
    /// The layers in the order in which they were consulted.
    public let steps: [Step]
}

extension Explanation: CustomStringConvertible {
    /// The value on the first line, then one line for each step.
    public var description: String { lines.map(\.onOneLine).joined(separator: "\n") }

    /// The lines of the description, each of which can contain line ends.
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
