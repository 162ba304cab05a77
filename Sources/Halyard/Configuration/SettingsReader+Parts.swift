// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension SettingsReader {
    /// A part whose type a member names; nil when it is missing or unknown, which is recorded as an error.
    ///
    /// - Parameters:
    ///   - member: The member that names the type; a literal text, not a reference.
    ///   - what: What the text should name: `provider type`.
    ///   - types: The known types.
    ///   - hint: What else may help when the type is unknown.
    func part<Product>(
        _ member: String, _ what: String, among types: [ComponentFactory<Product>], hint: String = ""
    ) -> Product? {
        let value = value(member, "Which \(what) it is.", [:])
        if let form {
            var product: Product?
            var forms: [String: SettingsForm] = [:]
            for type in types {
                let settings = SettingsReader([:], name: name, load: load)
                product = settings.make(type)
                forms[type.name] = settings.form
            }
            form.choose(by: member, forms)
            return product
        }
        let name = typeName(value, at: member, what, among: types.map(\.name).sorted(), hint: hint)
        guard let type = types.first(where: { $0.name == name }) else {
            giveUp()
            return nil
        }
        let product = make(type)
        return value == .string(type.name) ? product : nil
    }

    /// Returns the name of a part's type, or of the type that was probably meant, because the other members belong to that type.
    ///
    /// Any other value is recorded as an error. Returns nil if no type has a similar name.
    private func typeName(
        _ value: FlagValue?, at member: String, _ what: String, among names: [String], hint: String
    ) -> String? {
        switch value {
        case .string(let name)?:
            if names.contains(name) { return name }
            rejectWord(member, what, among: names, code: .unknownType, hint: hint)
            return NearestName.of(name, among: names)
        case nil:
            require(member, "one of " + names.joined(separator: ", "))
        case let other?:
            addError(member, "Expected a string, found \(other.noun).", suggestion: "Write the name of a \(what).")
        }
        return nil
    }

    /// Makes a part from these settings; nil if they are wrong, which is recorded as an error.
    func make<Product>(_ type: ComponentFactory<Product>) -> Product? {
        do {
            return try type.make(self)
        } catch {
            addError(error)
            return nil
        }
    }

    private func addError(_ error: any Error) {
        guard let error = error as? ConfigurationError else {
            return addError(nil, "The settings can't be used: \(error)".asSentence)
        }
        // An accessor that gave a placeholder has recorded the reason.
        let unrecorded = error.findings.filter { !isRecorded($0) }
        for finding in unrecorded {
            addError(member(of: finding), finding.message, suggestion: finding.suggestion)
        }
    }

    /// The member that the location of a part's error names; nil if there is no such member.
    private func member(of finding: Diagnostic) -> String? {
        let name = finding.location.flatMap { JSONPointer(parsing: $0.pointer).steps.first }
        return name.flatMap { memberNames.contains($0) ? $0 : nil }
    }

    private func isRecorded(_ finding: Diagnostic) -> Bool {
        guard let member = member(of: finding) else { return load.hasError(within: pointer) }
        return load.hasError(at: pointer.appending(member))
    }

    /// A list of parts, each an object with a `"type"`.
    func parts<Product>(
        _ name: String, _ description: String, _ what: String, among types: [ComponentFactory<Product>]
    ) -> [Product] {
        let schema: FlagValue = ["type": "array", "items": SettingsForm.definition(what)]
        let elements: [FlagValue]? = read(name, description, "an array", write: "[{\"type\": \"…\"}]", schema)
        guard let elements else { return [] }
        let list = child([:], at: name, name: name)
        return elements.enumerated().compactMap { number, element in
            load.depend(on: element)
            return list.child(element, at: String(number), name: name).part("type", "\(what) type", among: types)
        }
    }

    /// A list of objects, each of which may be written as a text that gives one of its members; empty when it is absent.
    ///
    /// - Parameters:
    ///   - name: The member that holds the list.
    ///   - description: What the member is for.
    ///   - member: The member that a text gives; nil when only objects are allowed.
    ///   - example: An example for messages; nil when the list is optional.
    func objects(
        _ name: String, _ description: String, shorthand member: String? = nil, example: String? = nil
    ) -> [SettingsReader] {
        if let example { require(name, example) }
        let element = described(name, description) { element in
            let items = member == nil ? element.schema : ["anyOf": [["type": "string"], element.schema]]
            var schema: [String: FlagValue] = ["type": "array", "items": items]
            if example != nil { schema["minItems"] = 1 }
            return .object(schema)
        }
        if let element { return [element] }
        guard let value = value(name) else { return [] }
        guard case .array(let elements) = value, example == nil || !elements.isEmpty else {
            let found = value == [] ? "an empty array" : value.noun
            addError(name, "Expected an array, found \(found).", suggestion: "Write \(example ?? "[{ … }]").")
            return []
        }
        let list = child([:], at: name, name: name)
        return elements.enumerated().map { number, element in
            var element = element
            if let member, case .string(let text) = element { element = .object([member: .string(text)]) }
            return list.child(element, at: String(number), name: "\(self.name)_\(number + 1)")
        }
    }

    /// Another provider: an object of its own, which gets this one's name, or the name of a configured one.
    ///
    /// Nil when it is missing or wrong, which is recorded as an error.
    public func provider(_ name: String, _ description: String? = nil) -> (any FlagProvider)? {
        require(name, "a provider, or the name of one")
        switch value(name, description, ["anyOf": [["type": "string"], SettingsForm.definition("provider")]]) {
        case nil: return nil
        case .string(let configured)?:
            let provider = load.provider(named: configured) { circle in
                let path = circle.map { "\"\($0)\"" }.joined(separator: ", ")
                addError(name, "The provider is made of itself: \(path).", suggestion: "Name another one.")
            }
            if provider == nil, load.providers?.memberNames.contains(configured) != true {
                rejectWord(name, "provider", among: load.providers?.memberNames ?? [])
            }
            return provider
        case let value?:
            return load.registry.provider(child(value, at: name, name: self.name))
        }
    }

    /// Returns the provider inside a wrapper or a combination, or `nil` if it is missing or wrong, which is recorded.
    func wrappedProvider() -> (any FlagProvider)? {
        provider("provider", "The provider: the name of one, or an object.")
    }

    /// The provider inside a wrapper; a placeholder when it is wrong.
    func innerProvider() -> any FlagProvider { wrappedProvider() ?? InMemoryProvider(name: name) }

    // MARK: Objects

    /// A member that is an object; nil when it is absent.
    ///
    /// Where settings are only described, an empty object, so that its members are described too.
    public func object(_ name: String, _ description: String? = nil) -> SettingsReader? {
        described(name, description, \.schema) ?? value(name).map { child($0, at: name, name: name) }
    }

    /// A member that is an object, or just a text or reference that gives one of its members; nil when it is absent.
    public func object(_ name: String, _ description: String? = nil, shorthand member: String) -> SettingsReader? {
        if let object = described(name, description, { $0.schema(orJust: member) }) { return object }
        switch value(name) {
        case .string(let text)?: return child(.object([member: .string(text)]), at: name, name: name)
        case .object(let reference)? where reference["$env"] != nil || reference["$file"] != nil:
            return child(.object([member: .object(reference)]), at: name, name: name)
        default: return object(name)
        }
    }

    /// A member that is such an object, and is described by a schema of its own; nil when it is absent.
    func object(
        _ name: String, _ description: String, shorthand member: String? = nil,
        schema: @autoclosure @escaping () -> FlagValue
    ) -> SettingsReader? {
        guard value(name, description, schema()) != nil else { return nil }
        guard let member else { return object(name) }
        return object(name, shorthand: member)
    }

    /// Where settings are only described, an empty object to record what a member holds; nil where they are read.
    private func described(
        _ name: String, _ description: String?, _ schema: @escaping (SettingsForm) -> FlagValue
    ) -> SettingsReader? {
        guard form != nil else { return nil }
        let object = child([:], at: name, name: name)
        _ = value(name, description, object.form.map(schema) ?? [:])
        return object
    }
}

extension Diagnostic.Code {
    /// A part's type is not known: a mistake, or a type that only the app registers.
    package static let unknownType: Diagnostic.Code = "unknownType"
}
