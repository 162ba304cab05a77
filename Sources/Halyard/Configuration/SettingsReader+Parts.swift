// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension SettingsReader {
    /// Returns a part whose type a setting names, or `nil` if it is missing or unknown, which is recorded as an error.
    ///
    /// - Parameters:
    ///   - member: Setting that names the type. It must be a literal string, not a reference.
    ///   - what: Noun for the name, such as `provider type`.
    ///   - types: Known types.
    ///   - hint: Additional suggestion for an unknown type.
    func part<Product>(
        _ member: String, _ what: String, among types: [ComponentFactory<Product>], hint: String = ""
    ) -> Product? {
        let value = value(member, "Name of the \(what).", [:])
        if let form {
            var product: Product?
            var forms: [String: SettingsForm] = [:]
            for type in types {
                let settings = SettingsReader([:], name: name, builder: builder)
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

    /// Returns the name of a part's type, or `nil` if no type has this name or a similar name.
    ///
    /// An unknown name is recorded as an error. The most similar name is returned, because the other settings probably belong to
    /// that type.
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
            addError(member, "Expected a string, found \(other.noun).", suggestion: "Use the name of a \(what).")
        }
        return nil
    }

    /// Creates a part from these settings.
    ///
    /// Returns `nil` if they are invalid, which is recorded as an error.
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
        // An accessor that returned a placeholder has recorded the reason.
        let unrecorded = error.diagnostics.filter { !isRecorded($0) }
        for diagnostic in unrecorded {
            addError(member(of: diagnostic), diagnostic.message, suggestion: diagnostic.suggestion)
        }
    }

    /// Returns the setting that the location of a part's error names, or `nil` if it doesn't exist.
    private func member(of diagnostic: Diagnostic) -> String? {
        let name = diagnostic.location.flatMap { JSONPointer(parsing: $0.pointer).steps.first }
        return name.flatMap { memberNames.contains($0) ? $0 : nil }
    }

    private func isRecorded(_ diagnostic: Diagnostic) -> Bool {
        guard let member = member(of: diagnostic) else { return builder.hasError(within: pointer) }
        return builder.hasError(at: pointer.appending(member))
    }

    /// Returns a list of parts, each of which is an object with a `"type"`.
    func parts<Product>(
        _ name: String, _ description: String, _ what: String, among types: [ComponentFactory<Product>]
    ) -> [Product] {
        let schema: FlagValue = ["type": "array", "items": SettingsForm.definition(what)]
        let elements: [FlagValue]? = read(name, description, "an array", write: "[{\"type\": \"…\"}]", schema)
        guard let elements else { return [] }
        let list = child([:], at: name, name: name)
        return elements.enumerated().compactMap { number, element in
            builder.depend(on: element)
            return list.child(element, at: String(number), name: name).part("type", "\(what) type", among: types)
        }
    }

    /// Returns a list of objects, or an empty array if the setting is missing.
    ///
    /// A string can replace an object. It sets one of the object's settings.
    ///
    /// - Parameters:
    ///   - name: Name of the setting.
    ///   - description: Description of the setting.
    ///   - member: Setting that a string sets, or `nil` if only objects are allowed.
    ///   - example: Example for messages, or `nil` if the list is optional.
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
            addError(name, "Expected an array, found \(found).", suggestion: "Use \(example ?? "[{ … }]").")
            return []
        }
        let list = child([:], at: name, name: name)
        return elements.enumerated().map { number, element in
            var element = element
            if let member, case .string(let text) = element { element = .object([member: .string(text)]) }
            return list.child(element, at: String(number), name: "\(self.name)_\(number + 1)")
        }
    }

    /// Returns another provider, which is an object, or the name of a configured provider.
    ///
    /// A provider in an object gets the name of this part. Returns `nil` if the provider is missing or invalid, which is recorded
    /// as an error.
    public func provider(_ name: String, _ description: String? = nil) -> (any FlagProvider)? {
        require(name, "a provider, or the name of one")
        switch value(name, description, ["anyOf": [["type": "string"], SettingsForm.definition("provider")]]) {
        case nil: return nil
        case .string(let configured)?:
            let provider = builder.provider(named: configured) { circle in
                let path = circle.map { "\"\($0)\"" }.joined(separator: ", ")
                addError(name, "The provider contains itself: \(path).", suggestion: "Use another provider.")
            }
            if provider == nil, builder.providers?.memberNames.contains(configured) != true {
                rejectWord(name, "provider", among: builder.providers?.memberNames ?? [])
            }
            return provider
        case let value?:
            return builder.registry.provider(child(value, at: name, name: self.name))
        }
    }

    /// Returns the provider inside a wrapper or a combined provider, or `nil` if it is missing or invalid, which is recorded.
    func wrappedProvider() -> (any FlagProvider)? {
        provider("provider", "Inner provider: the name of a provider, or an object.")
    }

    /// Returns the provider inside a wrapper, or a placeholder if it is invalid.
    func innerProvider() -> any FlagProvider { wrappedProvider() ?? InMemoryFlagProvider(name: name) }

    // MARK: Objects

    /// Returns a setting that is an object, or `nil` if it is missing.
    ///
    /// If the settings are only described, returns an empty object, so that its settings are also described.
    public func object(_ name: String, _ description: String? = nil) -> SettingsReader? {
        described(name, description, \.schema) ?? value(name).map { child($0, at: name, name: name) }
    }

    /// Returns a setting that is an object, or a string or reference that sets one of its settings.
    ///
    /// Returns `nil` if it is missing.
    public func object(_ name: String, _ description: String? = nil, shorthand member: String) -> SettingsReader? {
        if let object = described(name, description, { $0.schema(orJust: member) }) { return object }
        switch value(name) {
        case .string(let text)?: return child(.object([member: .string(text)]), at: name, name: name)
        case .object(let reference)? where reference["$env"] != nil || reference["$file"] != nil:
            return child(.object([member: .object(reference)]), at: name, name: name)
        default: return object(name)
        }
    }

    /// Returns a setting that is an object with a separate schema, or `nil` if it is missing.
    func object(
        _ name: String, _ description: String, shorthand member: String? = nil,
        schema: @autoclosure @escaping () -> FlagValue
    ) -> SettingsReader? {
        guard value(name, description, schema()) != nil else { return nil }
        guard let member else { return object(name) }
        return object(name, shorthand: member)
    }

    /// Returns an empty object that records the settings if they are only described, or `nil` if they are read.
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
    /// The type of a part is unknown, because of a mistake or because only the app registers it.
    package static let unknownType: Diagnostic.Code = "unknownType"
}
