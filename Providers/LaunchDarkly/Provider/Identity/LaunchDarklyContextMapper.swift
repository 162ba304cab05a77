// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Maps neutral contexts to LaunchDarkly's contexts.
///
/// A context that carries a ``LaunchDarklyContext`` or a ``LaunchDarklyUser`` is mapped to that one, unchanged: the
/// rules do not affect it. Otherwise the rules are applied first, and then each part becomes a part of the same kind,
/// with the attribute `name` as its name. A part without a key gets the device's key of its kind and is anonymous. A
/// private name that begins with a slash is a path into an attribute, as everywhere in Halyard. What a context cannot
/// express is left out and reported as `contextLoss`: attributes with a reserved name (`kind`, `key`, `anonymous`,
/// `_meta`), a name that is not a text, numbers that are not finite. A null counts as absent.
///
/// Reads the store of device keys at most once for each kind; if they are loaded before
/// (``LaunchDarklyDeviceKey/load()``), mapping only costs memory. Safe to use from any thread.
public struct LaunchDarklyContextMapper: ContextMapper {
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules
    /// The keys of parts that have none.
    public let deviceKeys: LaunchDarklyDeviceKeys

    /// Makes a mapper.
    ///
    /// - Parameters:
    ///   - rules: The rules that change a context before it is mapped.
    ///   - deviceKeys: The keys of parts that have none; by default, keys that are not stored.
    public init(rules: MappingRules = MappingRules(), deviceKeys: LaunchDarklyDeviceKeys = LaunchDarklyDeviceKeys()) {
        self.rules = rules
        self.deviceKeys = deviceKeys
    }

    /// Maps a neutral context.
    ///
    /// - Throws: A `FlagError` with `ErrorCode.targetingKeyMissing` when a key is empty, and with
    ///   `ErrorCode.invalidContext` when LaunchDarkly does not accept a kind.
    public func map(_ context: EvaluationContext) throws -> MappedContext<LaunchDarklyContext> {
        if let own = context.attachment(as: LaunchDarklyContext.self) { return MappedContext(own) }
        if let user = context.attachment(as: LaunchDarklyUser.self) { return MappedContext(LaunchDarklyContext(user)) }
        var losses = Losses()
        var parts: [LaunchDarklyContext.Part] = []
        for part in rules.apply(to: context).parts { parts.append(try mapped(part, &losses)) }
        return MappedContext(LaunchDarklyContext(parts), losses: losses.findings)
    }

    private func mapped(
        _ part: EvaluationContext.Part, _ losses: inout Losses
    ) throws -> LaunchDarklyContext.Part {
        guard part.kind.isValidForLaunchDarkly else {
            throw FlagError(.invalidContext, LaunchDarklyContextError.invalidKind(part.kind.rawValue).message)
        }
        if part.key == "" {
            throw FlagError(.targetingKeyMissing, LaunchDarklyContextError.emptyKey.message)
        }
        var (name, attributes): (String?, [String: FlagValue]) = (nil, [:])
        for (attribute, value) in part.attributes.sorted(by: \.key) where !value.isNull {
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
            privateAttributes: part.privateAttributes.sorted(by: \.self).reduce(into: []) {
                $0.formUnion(references(to: $1, of: part, &losses))
            })
    }

    /// The references for a private name; an attribute that is named like a path is hidden along with what the path
    /// leads to.
    private func references(
        to name: String, of part: EvaluationContext.Part, _ losses: inout Losses
    ) -> Set<LaunchDarklyReference> {
        let reference = LaunchDarklyReference(name)
        let literal = LaunchDarklyReference(literal: name)
        if name.hasPrefix("/"), part.attributes[name] != nil {
            return Set([reference, literal].filter { $0.isValid() })
        }
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
