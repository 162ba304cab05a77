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
    /// References to variables and files are not followed: such a text may come from anywhere.
    ///
    /// - Throws: Everything that is wrong, with a JSON pointer each.
    public init(json: FlagValue) throws(ConfigurationError) {
        let check = ConfigurationCheck(file: nil, bytes: nil)
        let settings = Settings(
            json, name: "context", pointer: JSONPointer(), directory: ".", host: ConfigurationHost(), formats: [],
            check: check, followsReferences: false)
        let context = settings.asContext()
        settings.finish()
        guard check.isClean else { throw ConfigurationError(findings: check.findings) }
        self = context
    }
}

extension Settings {
    func asContext() -> EvaluationContext {
        let kind = string("kind", default: "user")
        guard kind == "multi" else { return EvaluationContext([part(of: ContextKind(rawValue: kind))]) }
        let kinds = memberNames.filter { $0 != "kind" }
        if kinds.isEmpty {
            reject(nil, "A context of kind \"multi\" has no parts.", mend: "Add a part: \"user\": {\"key\": \"…\"}.")
        }
        return EvaluationContext(
            kinds.compactMap { kind in object(kind)?.part(of: ContextKind(rawValue: kind)) })
    }

    private func part(of kind: ContextKind) -> EvaluationContext.Part {
        if kind.rawValue.isEmpty || kind.rawValue == "kind" {
            reject("kind", "That cannot be a kind.", mend: "Write \"user\", or a kind of your own.")
        }
        let attributes = value("attributes") ?? .object([:])
        if case .object = attributes {
        } else {
            reject("attributes", "Expected an object, found \(attributes.noun).", mend: "Write {\"plan\": \"gold\"}.")
        }
        return EvaluationContext.Part(
            kind, key: string("key"), attributes: [String: FlagValue](flagValue: attributes) ?? [:],
            privateAttributes: Set(strings("private")), isAnonymous: bool("anonymous", default: false))
    }
}
