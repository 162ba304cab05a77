// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A mapper from a context to OFREP's format, which is an object with `targetingKey` and the attributes.
///
/// The primary part's key is the targeting key. Its attributes are properties of the same object, each with its own type. A
/// part of another kind is an object under the name of its kind. Private attributes are sent, because flags can depend on
/// them, and OFREP has no events that could repeat them.
public struct OFREPContextMapper: ContextMapper {
    /// The format of attributes.
    public var attributes: OFREPOptions.Attributes
    /// The handling of parts other than the primary part.
    public var contexts: OFREPOptions.Contexts
    /// The rules that change a context before it's mapped.
    public var rules: MappingRules

    /// Creates a mapper.
    public init(
        attributes: OFREPOptions.Attributes = .native, contexts: OFREPOptions.Contexts = .nested,
        rules: MappingRules = MappingRules()
    ) {
        self.attributes = attributes
        self.contexts = contexts
        self.rules = rules
    }

    /// Maps a context to a JSON object, and never fails.
    ///
    /// Doesn't perform I/O. The result lists attributes and parts that can't be sent, and a missing key.
    public func map(_ context: EvaluationContext) -> MappedContext<FlagValue> {
        let context = rules.apply(to: context)
        var mapping = Mapping(attributes: attributes)
        let primary = context.primary
        mapping.add(primary, keyNamed: "targetingKey")
        if primary.key == nil {
            mapping.losses.append(
                Diagnostic(
                    "noTargetingKey", .info, subject: primary.kind.rawValue,
                    "The context has no key, so it's sent without one. The server might not evaluate every flag.",
                    suggestion: "Set a key, such as an installation ID."))
        }
        for part in context.parts where part.kind != primary.kind {
            let name = part.kind.rawValue
            if contexts == .primary || attributes == .text {
                mapping.lose(
                    name, "Only the primary part is sent, so the part of this kind was left out.",
                    suggestion: "Use attributes of the primary part for values that rules need.")
            } else if name == "targetingKey" {
                mapping.lose(name, "The targeting key has this name, so the part of this kind was left out.")
            } else {
                if mapping.output[name] != nil {
                    mapping.lose(
                        name, "A part of this kind is sent with this name, so the attribute was left out.",
                        suggestion: "Rename the attribute with a mapping rule.")
                }
                var nested = Mapping(attributes: attributes)
                nested.add(part, keyNamed: "key")
                mapping.output[name] = .object(nested.output)
                mapping.losses += nested.losses
            }
        }
        return MappedContext(.object(mapping.output), losses: mapping.losses)
    }
}

/// A context, or a part of a context, that is being mapped.
private struct Mapping {
    let attributes: OFREPOptions.Attributes
    var output: [String: FlagValue] = [:]
    var losses: [Diagnostic] = []

    mutating func add(_ part: EvaluationContext.Part, keyNamed keyName: String) {
        let key = part.key.map(FlagValue.string)
        for (name, value) in part.attributes.sorted(by: { $0.key < $1.key }) where !value.isNull {
            if name == keyName {
                if value == key { continue }
                lose(
                    name, "The context's key has this name, so the attribute was left out.",
                    suggestion: "Rename the attribute with a mapping rule.")
            } else if let value = attributes == .text
                ? value.asText.map(FlagValue.string) : value.isFinite ? value : nil
            {
                output[name] = value
            } else {
                lose(
                    name, "The attribute's value can't be sent, so it was left out.",
                    suggestion: attributes == .text
                        ? "Use a string, a number, or a Boolean." : "Use finite numbers.")
            }
        }
        output[keyName] = key
    }

    mutating func lose(_ subject: String, _ message: String, suggestion: String = "") {
        losses.append(Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion))
    }
}
