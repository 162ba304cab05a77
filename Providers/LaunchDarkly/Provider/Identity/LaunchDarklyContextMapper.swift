// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A mapper from vendor-neutral contexts to LaunchDarkly contexts.
///
/// If a context carries a ``LaunchDarklyContext`` or a ``LaunchDarklyUser``, the mapper returns it without applying the
/// rules. Otherwise, the mapper applies the rules first, and then converts each part to a part of the same kind. The
/// attribute `name` becomes the part's name. A part without a key gets the device's key for its kind and is anonymous. A
/// private name that begins with a slash is a path into an attribute, as everywhere in Halyard.
///
/// The mapper leaves out everything that a LaunchDarkly context can't express, and reports it as `contextLoss`: attributes
/// with a reserved name (`kind`, `key`, `anonymous`, `_meta`), a name that isn't a string, and numbers that aren't finite. A
/// null counts as absent.
///
/// The mapper reads the store of device keys at most once for each kind. If you load the keys first
/// (``LaunchDarklyDeviceKey/load()``), mapping doesn't perform I/O. You can use the mapper from any thread.
public struct LaunchDarklyContextMapper: ContextMapper {
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules
    /// The keys of parts without a key.
    public let deviceKeys: LaunchDarklyDeviceKeys

    /// Creates a mapper.
    ///
    /// - Parameters:
    ///   - rules: The rules that change a context before it is mapped.
    ///   - deviceKeys: The keys of parts without a key. By default, the keys aren't stored.
    public init(rules: MappingRules = MappingRules(), deviceKeys: LaunchDarklyDeviceKeys = LaunchDarklyDeviceKeys()) {
        self.rules = rules
        self.deviceKeys = deviceKeys
    }

    /// Returns the LaunchDarkly context for a vendor-neutral context.
    ///
    /// - Throws: A `FlagError` with `ErrorCode.targetingKeyMissing` if a key is empty, or with `ErrorCode.invalidContext` if
    ///   LaunchDarkly doesn't accept a kind.
    public func map(_ context: EvaluationContext) throws -> MappedContext<LaunchDarklyContext> {
        if let own = context.attachment(as: LaunchDarklyContext.self) { return MappedContext(own) }
        if let user = context.attachment(as: LaunchDarklyUser.self) { return MappedContext(LaunchDarklyContext(user)) }
        var losses = Losses()
        var parts: [LaunchDarklyContext.Part] = []
        for part in rules.apply(to: context).parts { parts.append(try mapped(part, &losses)) }
        return MappedContext(LaunchDarklyContext(parts), losses: losses.diagnostics)
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
                    attribute, "LaunchDarkly contexts don't allow this attribute name. Halyard left the attribute out.",
                    suggestion: "Rename the attribute.")
            } else if attribute == "name" {
                guard case .string(let text) = value else {
                    losses.add(
                        attribute,
                        "LaunchDarkly requires a string for this attribute, found \(value.noun). Halyard left it out.",
                        suggestion: "Use a string, or rename the attribute.")
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

    /// Returns the references for a private name.
    ///
    /// If an attribute's name looks like a path, both the attribute and the target of the path are hidden.
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
                name, "\(problem) Halyard ignored it.", suggestion: "Use an attribute name or a path.")
            return []
        }
        if LaunchDarklyContext.reservedNames.contains(reference.path[0]) {
            losses.add(
                name, "The kind, key, and anonymous properties can't be private because events contain them.",
                suggestion: "Use a key without personal data.")
            return []
        }
        return [reference]
    }
}
