// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

extension LaunchDarklyContext {
    /// The context as flag requests contain it, with all attributes, including private attributes, and the list of these.
    public var json: FlagValue { json { $0.json } }

    /// Returns the context with each part written by a closure, and with the kinds added.
    func json(_ write: (Part) -> [String: FlagValue]) -> FlagValue {
        let parts = parts
        if parts.count == 1 {
            return .object(write(parts[0]).merging(["kind": .string(parts[0].kind.rawValue)]) { $1 })
        }
        let members = parts.map { ($0.kind.rawValue, FlagValue.object(write($0))) }
        return .object(Dictionary(uniqueKeysWithValues: members + [("kind", "multi")]))
    }

    /// Creates a context from the JSON of a context, or of a legacy user, which has no `kind`.
    ///
    /// - Throws: A ``LaunchDarklyContextError`` that describes the problem.
    public init(json: FlagValue) throws(LaunchDarklyContextError) {
        guard case .object(var members) = json else {
            throw .invalidMember("context", "an object", json.noun)
        }
        guard let kind = members.removeValue(forKey: "kind") else {
            self.init([try Part(oldUser: members)])
            return
        }
        guard case .string(let name) = kind else { throw .invalidMember("kind", "a string", kind.noun) }
        guard name == "multi" else {
            self.init([try Part(ContextKind(rawValue: name), members)])
            return
        }
        if members.isEmpty { throw .noKinds }
        var parts: [Part] = []
        for (name, member) in members.sorted(by: \.key) {
            guard case .object(let members) = member else { throw .invalidMember(name, "an object", member.noun) }
            parts.append(try Part(ContextKind(rawValue: name), members))
        }
        self.init(parts)
    }

    /// Creates a context from the JSON text of a context, or of a legacy user.
    ///
    /// - Throws: A ``LaunchDarklyContextError`` that describes the problem.
    public init(jsonText text: String) throws(LaunchDarklyContextError) {
        let json: FlagValue
        do throws(JSONError) {
            json = try JSONReader().read(text)
        } catch {
            throw .invalidJSON("\(error)")
        }
        try self.init(json: json)
    }
}

extension LaunchDarklyContext: Codable {
    /// Encodes the context without the values that it marks as private, and with a list of their names.
    ///
    /// Apps tend to log encoded values. Use ``json`` for the whole context.
    public func encode(to encoder: any Encoder) throws { try eventJSON(LaunchDarklyPrivacy()).encode(to: encoder) }

    /// Creates a context from the same JSON as ``init(json:)``.
    public init(from decoder: any Decoder) throws { try self.init(json: FlagValue(from: decoder)) }
}

// MARK: - Parts

extension LaunchDarklyContext.Part {
    /// All properties except the kind.
    var json: [String: FlagValue] {
        var members = optional.merging(identity) { $1 }
        if !privateAttributes.isEmpty {
            let names = privateAttributes.map { $0.raw() }.sorted().map(FlagValue.string)
            members["_meta"] = ["privateAttributes": .array(names)]
        }
        return members
    }

    /// The properties that are never private: the key and the anonymous property.
    var identity: [String: FlagValue] {
        isAnonymous ? ["key": .string(key), "anonymous": true] : ["key": .string(key)]
    }

    /// Reads the properties of a part.
    fileprivate init(_ kind: ContextKind, _ members: [String: FlagValue]) throws(LaunchDarklyContextError) {
        guard kind.isValidForLaunchDarkly else { throw .invalidKind(kind.rawValue) }
        guard let key = members["key"] else { throw .noKey }
        guard case .string(let text) = key else { throw .invalidMember("key", "a string", key.noun) }
        if text.isEmpty { throw .emptyKey }
        var isAnonymous = false
        switch members["anonymous"] {
        case nil: break
        case .bool(let value)?: isAnonymous = value
        case let other?: throw .invalidMember("anonymous", "true or false", other.noun)
        }
        var names: [String] = []
        switch members["_meta"] {
        case nil, .null?: break
        case .object(let meta)?: names = try Self.texts("privateAttributes", meta)
        case let other?: throw .invalidMember("_meta", "an object", other.noun)
        }
        self.init(
            kind: kind, key: text, isAnonymous: isAnonymous, name: try Self.text("name", members),
            attributes: members.filter { name, value in
                !LaunchDarklyContext.reservedNames.contains(name) && name != "name" && !name.isEmpty && !value.isNull
            }, privateAttributes: Set(names.map { LaunchDarklyReference($0) }))
    }

    /// Reads a legacy user, which has known attributes next to the key, and the app's attributes in `custom`.
    ///
    /// Its key can be empty, and `anonymous` can be null. Private attributes are names, never paths. `secondary` next to the
    /// key is ignored, as in LaunchDarkly's client for contexts.
    fileprivate init(oldUser members: [String: FlagValue]) throws(LaunchDarklyContextError) {
        guard let key = try Self.text("key", members) else { throw .noKey }
        var attributes: [String: FlagValue] = [:]
        switch members["custom"] {
        case nil, .null?: break
        case .object(let custom)?:
            attributes = custom.filter { name, value in
                !LaunchDarklyContext.reservedNames.contains(name) && name != "name" && !name.isEmpty && !value.isNull
            }
        case let other?: throw .invalidMember("custom", "an object", other.noun)
        }
        for known in LaunchDarklyUser.known where !["name", "secondary"].contains(known.name) {
            if let text = try Self.text(known.name, members) { attributes[known.name] = .string(text) }
        }
        var isAnonymous = false
        switch members["anonymous"] {
        case nil, .null?: break
        case .bool(let value)?: isAnonymous = value
        case let other?: throw .invalidMember("anonymous", "true or false", other.noun)
        }
        self.init(
            kind: .user, key: key, isAnonymous: isAnonymous, name: try Self.text("name", members),
            attributes: attributes,
            privateAttributes: Set(
                try Self.texts("privateAttributeNames", members).map(LaunchDarklyReference.init(literal:))))
    }

    private static func text(
        _ name: String, _ members: [String: FlagValue]
    ) throws(LaunchDarklyContextError) -> String? {
        switch members[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        case let other?: throw .invalidMember(name, "a string", other.noun)
        }
    }

    private static func texts(
        _ name: String, _ members: [String: FlagValue]
    ) throws(LaunchDarklyContextError) -> [String] {
        switch members[name] {
        case nil, .null?: return []
        case .array(let elements)?:
            var texts: [String] = []
            for element in elements {
                guard case .string(let text) = element else {
                    throw .invalidMember(name, "a list of strings", element.noun)
                }
                texts.append(text)
            }
            return texts
        case let other?: throw .invalidMember(name, "a list of strings", other.noun)
        }
    }
}
