// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EvaluationContext {
    /// Creates a context from JSON.
    ///
    /// A context with one part is `{"kind": "user", "key": "c3b155b0", "attributes": {"plan": "gold"}, "private": ["email"],
    /// "anonymous": false}`. All properties are optional. A context with several parts is `{"kind": "multi", "user": {…},
    /// "organization": {…}}`, where the parts don't have a `kind`.
    ///
    /// References to variables and files aren't allowed, because the JSON might come from an untrusted source.
    ///
    /// - Throws: An error with all problems, each with a JSON pointer.
    public init(json: FlagValue) throws(ConfigurationError) {
        let builder = ConfigurationBuilder(followsReferences: false)
        let settings = SettingsReader(json, name: "context", builder: builder)
        let context = settings.asContext()
        settings.finish()
        guard builder.isClean else { throw ConfigurationError(diagnostics: builder.diagnostics) }
        self = context
    }
}

extension SettingsReader {
    func asContext() -> EvaluationContext {
        let schema: FlagValue = ["type": "string", "minLength": 1, "not": ["enum": ["kind", "multi"]]]
        let kind = value("kind", "Kind of the context (default: user).", schema) ?? "user"
        guard case .string(let kind) = kind else {
            addError(
                "kind", "Expected a string, found \(kind.noun).", suggestion: "Use \"user\", or a custom kind.")
            return .anonymous
        }
        guard kind == "multi" else {
            warnIfKeyless(kind)
            return EvaluationContext([part(of: ContextKind(rawValue: kind))])
        }
        let kinds = memberNames.filter { $0 != "kind" }
        if kinds.isEmpty {
            addError(
                nil, "A \"multi\" context requires parts.", suggestion: "Add a part: \"user\": {\"key\": \"…\"}.")
        }
        return EvaluationContext(
            kinds.compactMap { kind in
                guard let part = object(kind) else { return nil }
                part.warnIfKeyless(kind)
                return part.part(of: ContextKind(rawValue: kind))
            })
    }

    /// Warns about a part without a key and without `"anonymous": true`, if the configuration is only checked.
    ///
    /// A user without a key is anonymous. Other parts can be correct without a key if the vendor's rules use only attributes.
    private func warnIfKeyless(_ kind: String) {
        guard host.checksFiles, kind != ContextKind.user.rawValue else { return }
        guard isUsable, form == nil, value("key") == nil, value("anonymous") != true else { return }
        addWarning(
            nil, "This part of the context has no key, so rules can't target it by key.",
            suggestion: "Add \"key\", or \"anonymous\": true.")
    }

    func part(of kind: ContextKind) -> EvaluationContext.Part {
        if ["", "kind", "multi"].contains(kind.rawValue) {
            addError("kind", "Invalid kind \"\(kind.rawValue)\".", suggestion: "Use \"user\", or a custom kind.")
        }
        let attributes = values("attributes", "Attributes by name.", example: "{\"plan\": \"gold\"}")
        return EvaluationContext.Part(
            kind, key: string("key", "Key that is unique for the kind."), attributes: attributes,
            privateAttributes: Set(strings("private", "Names of attributes that events must not contain.")),
            isAnonymous: bool("anonymous", "Marks the context as anonymous.", default: false))
    }
}
