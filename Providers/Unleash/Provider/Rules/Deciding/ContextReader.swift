// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Looks up single fields and properties of a context, as Unleash defines them.
struct ContextReader {
    let context: EvaluationContext
    /// The part that contains the fields, for looking up single fields.
    private let part: EvaluationContext.Part
    /// The complete context in the Unleash format, or `nil` if single fields can be looked up.
    private let mapped: UnleashContext?
    private let dependencies: UnleashRules.Dependencies

    init(_ context: EvaluationContext, _ dependencies: UnleashRules.Dependencies) {
        self.context = context
        self.dependencies = dependencies
        part = context.primary
        mapped = dependencies.isPlain && context.attachment == nil ? nil : dependencies.mapper.mapOrNothing(context)
    }

    /// Returns the value of a field or property, or `nil` if the context has no value that Unleash supports.
    func value(of name: String) -> FlagValue? {
        let found = mapped == nil ? dependencies.value(of: name, in: part) : mapped?.value(of: name)
        if found == nil, let id = dependencies.sessionId, name == "sessionId", value(of: "userId") == nil {
            return .string(id)
        }
        return found
    }
}

extension UnleashContext {
    /// Returns the field of a name, or else the property of that name.
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
