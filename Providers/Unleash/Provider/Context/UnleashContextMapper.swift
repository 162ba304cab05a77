// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Maps a neutral context to Unleash's form: the key is the user id, attributes are fields and properties.
///
/// The attributes `sessionId`, `remoteAddress` and `currentTime` of the primary part become the fields of these names,
/// and `userId` replaces a missing key; all others become properties. Numbers and Booleans are written as text. Lists,
/// structures and parts of further kinds cannot be expressed and are reported as losses. An ``UnleashContext`` that is
/// attached to the context is used unchanged.
public struct UnleashContextMapper: ContextMapper {
    /// The name of the app, which the context cannot change.
    public var appName: String
    /// The name of the environment, which the context cannot change; nil for none.
    public var environment: String?
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules

    /// Makes a mapper.
    public init(appName: String, environment: String? = nil, rules: MappingRules = MappingRules()) {
        self.appName = appName
        self.environment = environment
        self.rules = rules
    }

    /// Maps a context; never fails.
    ///
    /// Memory only.
    public func map(_ context: EvaluationContext) -> MappedContext<UnleashContext> {
        if var attached = context.attachment(as: UnleashContext.self) {
            attached.appName = attached.appName ?? appName
            attached.environment = attached.environment ?? environment
            return MappedContext(attached)
        }
        return mapped(rules.apply(to: context))
    }

    /// Maps a context for events, without what the context or the rules keep private.
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
    /// An attribute that has a text form; a name is another one if its bytes are.
    func expressible(_ name: String) -> FlagValue? {
        guard let index = attributes.index(forKey: name) else { return nil }
        let (key, value) = attributes[index]
        return value.asText != nil && key.utf8.elementsEqual(name.utf8) ? value : nil
    }
}

extension ContextMapper<UnleashContext> {
    /// The context in Unleash's form; empty for one that cannot be mapped, about which nothing is known.
    func mapOrNothing(_ context: EvaluationContext) -> UnleashContext {
        (try? map(context))?.output ?? UnleashContext()
    }

    /// The context for events, without what is private.
    func contextForEvents(_ context: EvaluationContext) -> UnleashContext {
        // Only its own rules say what else is private; after they were applied it is too late to remove it.
        if let mapper = self as? UnleashContextMapper { return mapper.mapForEvents(context) }
        // No flags were served for a context that could not be mapped.
        return mapOrNothing(context.withoutPrivateAttributes)
    }
}

/// A context that is being mapped.
private struct Mapping {
    private(set) var result: MappedContext<UnleashContext>

    init(_ context: UnleashContext) { result = MappedContext(context) }

    mutating func add(_ name: String, _ value: FlagValue) {
        if value.isNull { return }
        guard let text = value.asText else {
            return lose(
                name, "The attribute is \(value.noun) that Unleash cannot express; it was left out.",
                suggestion: "Give it as a text, or drop it with a mapping rule.")
        }
        switch name {
        case "userId" where result.output.userId == nil: result.output.userId = text
        case "sessionId": result.output.sessionId = text
        case "remoteAddress": result.output.remoteAddress = text
        case "currentTime": result.output.currentTime = text
        case "userId", "appName", "environment":
            lose(
                name, "Unleash has a field of this name, which the attribute cannot change; it was left out.",
                suggestion: "Rename it with a mapping rule.")
        default: result.output.properties[name] = text
        }
    }

    mutating func leaveOut(_ kind: ContextKind) {
        lose(
            kind.rawValue, "Unleash knows one part of a context only; the one of this kind was left out.",
            suggestion: "Say what rules need to know with attributes of the first part.")
    }

    private mutating func lose(_ subject: String, _ message: String, suggestion: String) {
        result.losses.append(Diagnostic("contextLoss", .warning, subject: subject, message, suggestion: suggestion))
    }
}
