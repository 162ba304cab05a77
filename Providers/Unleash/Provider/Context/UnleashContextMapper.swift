// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Maps a neutral context to the Unleash format.
///
/// The targeting key becomes the user ID, and attributes become fields and properties. The attributes `sessionId`,
/// `remoteAddress`, and `currentTime` of the primary part become the fields of these names. The attribute `userId` replaces a
/// missing targeting key. All other attributes become properties. Numbers and Booleans become strings. Unleash doesn't support
/// lists, structures, and parts of other kinds, so they are reported as losses. If an ``UnleashContext`` is attached to the
/// context, it's used unchanged.
public struct UnleashContextMapper: ContextMapper {
    /// The app's name, which the context can't change.
    public var appName: String
    /// The environment's name, which the context can't change, or `nil` for none.
    public var environment: String?
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules

    /// Creates a mapper.
    public init(appName: String, environment: String? = nil, rules: MappingRules = MappingRules()) {
        self.appName = appName
        self.environment = environment
        self.rules = rules
    }

    /// Maps a context.
    ///
    /// It never fails, and doesn't perform I/O.
    public func map(_ context: EvaluationContext) -> MappedContext<UnleashContext> {
        if var attached = context.attachment(as: UnleashContext.self) {
            attached.appName = attached.appName ?? appName
            attached.environment = attached.environment ?? environment
            return MappedContext(attached)
        }
        return mapped(rules.apply(to: context))
    }

    /// Maps a context for events, without the values that the context or the rules mark as private.
    func mapForEvents(_ context: EvaluationContext) -> UnleashContext {
        if context.attachment(as: UnleashContext.self) != nil { return map(context).output }
        return mapped(rules.apply(to: context).withoutPrivateAttributes).output
    }

    private func mapped(_ context: EvaluationContext) -> MappedContext<UnleashContext> {
        let primary = context.primary
        var mapping = Mapping(UnleashContext(userId: primary.key, appName: appName, environment: environment))
        for (name, value) in primary.attributes.sorted(by: \.key) { mapping.add(name, value) }
        for part in context.parts where part.kind != primary.kind { mapping.leaveOut(part.kind) }
        return mapping.result
    }
}

extension EvaluationContext.Part {
    /// Returns an attribute that can be written as a string, or `nil` if there isn't one.
    ///
    /// Names are compared by their bytes.
    func expressible(_ name: String) -> FlagValue? {
        guard let index = attributes.index(forKey: name) else { return nil }
        let (key, value) = attributes[index]
        return value.asText != nil && key.utf8.elementsEqual(name.utf8) ? value : nil
    }
}

extension ContextMapper<UnleashContext> {
    /// Returns the context in the Unleash format, or an empty context if it can't be mapped.
    func mapOrNothing(_ context: EvaluationContext) -> UnleashContext {
        (try? map(context))?.output ?? UnleashContext()
    }

    /// Returns the context for events, without private values.
    func contextForEvents(_ context: EvaluationContext) -> UnleashContext {
        // The mapper's own rules define additional private attributes. After they have been applied, it's too late to remove
        // those.
        if let mapper = self as? UnleashContextMapper { return mapper.mapForEvents(context) }
        // No flags were served for a context that couldn't be mapped.
        return mapOrNothing(context.withoutPrivateAttributes)
    }
}

/// A mapping in progress.
private struct Mapping {
    private(set) var result: MappedContext<UnleashContext>

    init(_ context: UnleashContext) { result = MappedContext(context) }

    mutating func add(_ name: String, _ value: FlagValue) {
        if value.isNull { return }
        guard let text = value.asText else {
            return lose(
                name, "The attribute is \(value.noun), which Unleash doesn't support, so it was left out.",
                suggestion: "Use a string, or remove the attribute with a mapping rule.")
        }
        switch name {
        case "userId" where result.output.userId == nil: result.output.userId = text
        case "sessionId": result.output.sessionId = text
        case "remoteAddress": result.output.remoteAddress = text
        case "currentTime": result.output.currentTime = text
        case "userId", "appName", "environment":
            lose(
                name, "Unleash has a field of this name, which an attribute can't change, so it was left out.",
                suggestion: "Rename the attribute with a mapping rule.")
        default: result.output.properties[name] = text
        }
    }

    mutating func leaveOut(_ kind: ContextKind) {
        lose(
            kind.rawValue, "Unleash supports only one part of a context, so the part of this kind was left out.",
            suggestion: "Use attributes of the first part for values that rules need.")
    }

    private mutating func lose(_ subject: String, _ message: String, suggestion: String) {
        result.losses.append(Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion))
    }
}
