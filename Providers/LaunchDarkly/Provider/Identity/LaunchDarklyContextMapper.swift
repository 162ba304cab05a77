// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Says who flags are decided for in the words of LaunchDarkly's contexts.
///
/// A context that carries a ``LaunchDarklyContext`` or a ``LaunchDarklyUser`` is that one, unchanged: the rules do not touch it.
/// Otherwise the rules hold first, and then each part becomes a part of the same kind, with the attribute `name` as its name. A
/// part without a key gets the device's key of its kind and is anonymous. A private name that begins with a slash is a path
/// into an attribute, as everywhere in Halyard. What a context cannot say is left out and told as `contextLoss`: attributes
/// that are named like something else (`kind`, `key`, `anonymous`, `_meta`), a name that is no text, numbers that are none. A
/// null counts as nothing.
///
/// Asks the store of device keys at most once for each kind; load them before (``LaunchDarklyDeviceKey/load()``), and mapping
/// costs memory only. Safe to use from any thread.
public struct LaunchDarklyContextMapper: ContextMapper {
    /// What LaunchDarkly is told differently from what the app says.
    public var rules: MappingRules
    /// The keys of parts that have none.
    public let deviceKeys: LaunchDarklyDeviceKeys

    /// Makes a mapper.
    ///
    /// - Parameters:
    ///   - rules: What LaunchDarkly is told differently.
    ///   - deviceKeys: The keys of parts that have none; some that are kept nowhere unless others are given.
    public init(rules: MappingRules = MappingRules(), deviceKeys: LaunchDarklyDeviceKeys = LaunchDarklyDeviceKeys()) {
        self.rules = rules
        self.deviceKeys = deviceKeys
    }

    /// The context that a neutral one stands for.
    ///
    /// - Throws: A `FlagError` with `ErrorCode.targetingKeyMissing` when a key is empty, and with `ErrorCode.invalidContext` when
    ///   LaunchDarkly does not take a kind.
    public func map(_ context: EvaluationContext) throws -> MappedContext<LaunchDarklyContext> {
        if let own = context.attachment?.as(LaunchDarklyContext.self) { return MappedContext(own) }
        if let user = context.attachment?.as(LaunchDarklyUser.self) { return MappedContext(LaunchDarklyContext(user)) }
        var losses = Losses()
        var parts: [LaunchDarklyContext.Part] = []
        for part in rules.apply(to: context).parts { parts.append(try mapped(part, &losses)) }
        return MappedContext(LaunchDarklyContext(parts), losses: losses.findings)
    }

    private func mapped(
        _ part: EvaluationContext.Part, _ losses: inout Losses
    ) throws -> LaunchDarklyContext.Part {
        guard part.kind.isTakenByLaunchDarkly else {
            throw FlagError(.invalidContext, LaunchDarklyContextError.invalidKind(part.kind.rawValue).message)
        }
        if part.key == "" {
            throw FlagError(.targetingKeyMissing, LaunchDarklyContextError.emptyKey.message)
        }
        var (name, attributes): (String?, [String: FlagValue]) = (nil, [:])
        for (attribute, value) in part.attributes.sorted(by: { $0.key < $1.key }) where !value.isNull {
            if attribute.isEmpty || LaunchDarklyContext.reservedNames.contains(attribute) {
                losses.add(
                    attribute, "LaunchDarkly's contexts have no attribute of this name; it was left out.",
                    suggestion: "Rename it.")
            } else if attribute == "name" {
                guard case .string(let text) = value else {
                    losses.add(
                        attribute,
                        "LaunchDarkly takes only a text for this attribute, found \(value.noun); it was left out.",
                        suggestion: "Give it as a text, or rename it.")
                    continue
                }
                name = text
            } else {
                attributes[attribute] = losses.finite(value, attribute)
            }
        }
        return LaunchDarklyContext.Part(
            kind: part.kind, key: part.key ?? deviceKeys[part.kind].value, isAnonymous: part.isAnonymous, name: name,
            attributes: attributes,
            privateAttributes: part.privateAttributes.sorted().reduce(into: []) {
                $0.formUnion(references(to: $1, of: part, &losses))
            })
    }

    /// What a private name leads to; an attribute that is named like a path is hidden along with what the path leads to.
    private func references(
        to name: String, of part: EvaluationContext.Part, _ losses: inout Losses
    ) -> Set<LaunchDarklyReference> {
        let reference = LaunchDarklyReference(name)
        let literal = LaunchDarklyReference(literal: name)
        if name.hasPrefix("/"), part.attributes[name] != nil { return Set([reference, literal].filter(\.isValid)) }
        if let problem = reference.problem {
            losses.add(
                name, "Nothing is private by this name. \(problem)", suggestion: "Name an attribute, or write a path.")
            return []
        }
        if LaunchDarklyContext.reservedNames.contains(reference.path[0]) {
            losses.add(
                name, "The kind, the key, and whether something is anonymous, cannot be private; events hold them.",
                suggestion: "Use a key that says nothing about the person.")
            return []
        }
        return [reference]
    }
}
