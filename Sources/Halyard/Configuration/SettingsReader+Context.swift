// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension EvaluationContext {
    /// Reads a context from JSON.
    ///
    /// One part: `{"kind": "user", "key": "c3b155b0", "attributes": {"plan": "gold"}, "private": ["email"],
    /// "anonymous": false}`, where all members may be absent. Several parts: `{"kind": "multi", "user": {…},
    /// "organization": {…}}`, each part without a kind of its own.
    ///
    /// References to variables and files are not followed, because such a text may come from anywhere.
    ///
    /// - Throws: Everything that is wrong, with a JSON pointer each.
    public init(json: FlagValue) throws(ConfigurationError) {
        let load = ConfigurationLoad(followsReferences: false)
        let settings = SettingsReader(json, name: "context", load: load)
        let context = settings.asContext()
        settings.finish()
        guard load.isClean else { throw ConfigurationError(findings: load.findings) }
        self = context
    }
}

extension SettingsReader {
    func asContext() -> EvaluationContext {
        let schema: FlagValue = ["type": "string", "minLength": 1, "not": ["enum": ["kind", "multi"]]]
        let kind = value("kind", "What it is about; a user unless this says otherwise.", schema) ?? "user"
        guard case .string(let kind) = kind else {
            addError(
                "kind", "Expected a string, found \(kind.noun).", suggestion: "Write \"user\", or a kind of your own.")
            return .anonymous
        }
        guard kind == "multi" else {
            warnIfKeyless(kind)
            return EvaluationContext([part(of: ContextKind(rawValue: kind))])
        }
        let kinds = memberNames.filter { $0 != "kind" }
        if kinds.isEmpty {
            addError(
                nil, "A context of kind \"multi\" has no parts.", suggestion: "Add a part: \"user\": {\"key\": \"…\"}.")
        }
        return EvaluationContext(
            kinds.compactMap { kind in
                guard let part = object(kind) else { return nil }
                part.warnIfKeyless(kind)
                return part.part(of: ContextKind(rawValue: kind))
            })
    }

    /// Warns about a part that has neither a key nor `"anonymous": true`, if the configuration is only checked.
    ///
    /// Without a key, a user is anonymous. Other parts can be right, if the rules of a vendor only look at attributes.
    private func warnIfKeyless(_ kind: String) {
        guard host.checksFiles, kind != ContextKind.user.rawValue else { return }
        guard isUsable, form == nil, value("key") == nil, value("anonymous") != true else { return }
        addWarning(
            nil, "This part of the context has no key, so a flag can't be served to it in particular.",
            suggestion: "Add \"key\", or \"anonymous\": true.")
    }

    func part(of kind: ContextKind) -> EvaluationContext.Part {
        if ["", "kind", "multi"].contains(kind.rawValue) {
            addError("kind", "That cannot be a kind.", suggestion: "Write \"user\", or a kind of your own.")
        }
        let attributes = values("attributes", "What else is known, by name.", example: "{\"plan\": \"gold\"}")
        return EvaluationContext.Part(
            kind, key: string("key", "What identifies it among those of its kind."), attributes: attributes,
            privateAttributes: Set(strings("private", "Names of attributes that no event may hold.")),
            isAnonymous: bool("anonymous", "Whether the key stands for no one in particular.", default: false))
    }
}
