// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Settings {
    /// A part whose type a member names; nil when it is missing or unknown, which is recorded as an error.
    ///
    /// - Parameters:
    ///   - member: The member that names the type; a literal text, not a reference.
    ///   - what: What the text should name: `provider type`.
    ///   - types: The types by name.
    ///   - hint: What else may help when the type is unknown.
    func part<Product>(
        _ member: String, _ what: String, among types: [String: ConfiguredType<Product>], hint: String = ""
    ) -> Product? {
        let names = types.keys.sorted()
        if let form {
            let described = types.mapValues { type in
                let settings = Settings(.object([:]), name: name, load: load)
                return (product: type.make(settings), form: settings.form)
            }
            form.choose(by: member, described.compactMapValues(\.form))
            form.describe([member: "Which \(what) it is."])
            return described.values.first?.product
        }
        switch value(member) {
        case .string(let name)?:
            if let type = types[name] { return type.make(self) }
            let nearest = NearestName.of(name, among: names)
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            reject(
                member, "No \(what) is named \"\(name)\".",
                suggestion: nearest.map { "Did you mean \"\($0)\"?" } ?? "The known ones: \(list).\(hint)")
        case nil:
            reportMissing(member, "one of " + names.joined(separator: ", "))
        case let other?:
            reject(member, "Expected a string, found \(other.noun).", suggestion: "Write the name of a \(what).")
        }
        giveUp()
        return nil
    }

    /// A list of parts, each an object with a `"type"`.
    func parts<Product>(
        _ name: String, _ what: String, among types: [String: ConfiguredType<Product>]
    ) -> [Product] {
        let value = value(name)
        form?.add(name, ["type": "array", "items": ["$ref": .string("#/$defs/\(what)")]])
        guard let value else { return [] }
        guard case .array(let elements) = value else {
            reject(name, "Expected an array, found \(value.noun).", suggestion: "Write [{\"type\": \"…\"}].")
            return []
        }
        let list = child(.object([:]), at: name, name: name)
        return elements.enumerated().compactMap { number, element in
            load.depend(on: element)
            return list.child(element, at: String(number), name: name).part("type", "\(what) type", among: types)
        }
    }

    /// A list of objects, each of which may be written as a text that gives one of its members; empty when it is absent.
    ///
    /// - Parameters:
    ///   - name: The member that holds the list.
    ///   - member: The member that a text gives; nil when only objects are allowed.
    ///   - example: An example for messages; nil when the list is optional.
    func objects(_ name: String, shorthand member: String? = nil, example: String? = nil) -> [Settings] {
        let value = value(name)
        if load.isDescribing {
            if example != nil { form?.require(name) }
            let element = child(.object([:]), at: name, name: self.name)
            form?.add(
                name, listOf: element.form, hasShorthand: member != nil, isRequired: example != nil)
            return [element]
        }
        guard let value else {
            if let example { reportMissing(name, example) }
            return []
        }
        guard case .array(let elements) = value, example == nil || !elements.isEmpty else {
            let found = value == [] ? "an empty array" : value.noun
            reject(name, "Expected an array, found \(found).", suggestion: "Write \(example ?? "[{ … }]").")
            return []
        }
        let list = child(.object([:]), at: name, name: name)
        return elements.enumerated().map { number, element in
            var element = element
            if let member, case .string(let text) = element { element = .object([member: .string(text)]) }
            return list.child(element, at: String(number), name: "\(self.name)_\(number + 1)")
        }
    }

    /// Another provider: an object of its own, which gets this one's name, or the name of a configured one.
    ///
    /// Nil when it is missing or wrong, which is recorded as an error.
    public func provider(_ name: String) -> (any FlagProvider)? {
        let value = value(name)
        form?.add(name, ["anyOf": [["type": "string"], ["$ref": "#/$defs/provider"]]])
        switch value {
        case nil:
            reportMissing(name, "a provider, or the name of one")
            return nil
        case .string(let configured)?:
            let provider = load.provider(named: configured) { circle in
                let path = circle.map { "\"\($0)\"" }.joined(separator: ", ")
                reject(name, "The provider is made of itself: \(path).", suggestion: "Name another one.")
            }
            if provider == nil, load.providers?.memberNames.contains(configured) != true {
                rejectWord(name, "provider", among: load.providers?.memberNames ?? [])
            }
            return provider
        case let value?:
            return load.registry.provider(child(value, at: name, name: self.name))
        }
    }

    /// The provider inside a wrapper; a placeholder when it is wrong.
    func innerProvider() -> any FlagProvider {
        describe(["provider": "The provider: the name of one, or an object."])
        return provider("provider") ?? InMemoryProvider(name: name)
    }

    /// A member that is an object, or just a text or reference that gives one of its members; nil when it is absent.
    public func object(_ name: String, shorthand member: String) -> Settings? {
        switch value(name) {
        case .string(let text)?: return child(.object([member: .string(text)]), at: name, name: name)
        case .object(let reference)? where reference["$env"] != nil || reference["$file"] != nil:
            return child(.object([member: .object(reference)]), at: name, name: name)
        default:
            let object = object(name)
            form?.add(name, object?.form, shorthand: member)
            return object
        }
    }
}
