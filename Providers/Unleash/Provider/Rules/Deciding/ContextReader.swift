// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Looks up what Unleash calls the fields and properties of a context, one by one.
struct ContextReader {
    let context: EvaluationContext
    /// The part that has the fields, where single ones can be looked up.
    private let part: EvaluationContext.Part
    /// The whole context in Unleash's form, where they cannot.
    private let mapped: UnleashContext?
    private let dependencies: UnleashRules.Dependencies

    init(_ context: EvaluationContext, _ dependencies: UnleashRules.Dependencies) {
        self.context = context
        self.dependencies = dependencies
        part = context.primary
        mapped = dependencies.isPlain && context.attachment == nil ? nil : dependencies.mapper.mapOrNothing(context)
    }

    /// What the context has under a name; nil when it has nothing that Unleash could express.
    func value(of name: String) -> FlagValue? {
        let found = mapped == nil ? dependencies.value(of: name, in: part) : mapped?.value(of: name)
        if found == nil, let id = dependencies.sessionId, name == "sessionId", value(of: "userId") == nil {
            return .string(id)
        }
        return found
    }
}

extension UnleashContext {
    /// A field, or else the property of that name.
    fileprivate func value(of name: String) -> FlagValue? {
        let field =
            switch name {
            case "userId": userId
            case "sessionId": sessionId
            case "remoteAddress": remoteAddress
            case "currentTime": currentTime
            case "appName": appName
            case "environment": environment
            default: String?.none
            }
        return (field ?? properties[name]).map(FlagValue.string)
    }
}
