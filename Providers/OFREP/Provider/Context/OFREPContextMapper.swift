// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Maps a neutral context to OFREP's: an object with `targetingKey` and the attributes.
///
/// The primary part's key is the targeting key, and its attributes are the members beside it, each with its own type. A part of
/// a further kind is an object under the name of its kind. Private attributes are sent, because they may decide flags; there are
/// no events that could repeat them. An immutable value.
public struct OFREPContextMapper: ContextMapper {
    /// The form of attributes.
    public var attributes: OFREPOptions.Attributes
    /// What becomes of parts beside the primary one.
    public var contexts: OFREPOptions.Contexts
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules

    /// Makes a mapper.
    public init(
        attributes: OFREPOptions.Attributes = .native, contexts: OFREPOptions.Contexts = .nested,
        rules: MappingRules = MappingRules()
    ) {
        self.attributes = attributes
        self.contexts = contexts
        self.rules = rules
    }

    /// Maps a context to a JSON object; never fails.
    ///
    /// Memory only. What cannot be expressed is left out and listed, and so is that there is no key.
    public func map(_ context: EvaluationContext) -> MappedContext<FlagValue> {
        let context = rules.apply(to: context)
        var mapping = Mapping(attributes: attributes)
        let primary = context.primary
        mapping.add(primary, keyNamed: "targetingKey")
        if primary.key == nil {
            mapping.losses.append(
                Diagnostic(
                    "noTargetingKey", .info, subject: primary.kind.rawValue,
                    "The context has no key, so it is sent without a targeting key; a server may not decide every flag then.",
                    suggestion: "Give the context a key, such as an id of the installation."))
        }
        for part in context.parts where part.kind != primary.kind {
            let name = part.kind.rawValue
            if contexts == .primary || attributes == .text {
                mapping.lose(
                    name, "Only the primary part is sent; the one of this kind was left out.",
                    suggestion: "Say what rules need to know with attributes of the primary part.")
            } else if name == "targetingKey" {
                mapping.lose(name, "The targeting key has this name, so the part of this kind was left out.")
            } else {
                if mapping.output[name] != nil {
                    mapping.lose(
                        name, "A part of this kind is sent under that name, so the attribute was left out.",
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

/// A context, or a part of one, that is being mapped.
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
                    suggestion: "Rename it with a mapping rule.")
            } else if let value = attributes == .text
                ? value.asText.map(FlagValue.string) : value.isFinite ? value : nil
            {
                output[name] = value
            } else {
                lose(
                    name, "The attribute's value cannot be sent; it was left out.",
                    suggestion: attributes == .text
                        ? "Give it as a text, a number or a Boolean." : "Give finite numbers.")
            }
        }
        output[keyName] = key
    }

    mutating func lose(_ subject: String, _ message: String, suggestion: String = "") {
        losses.append(Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion))
    }
}
