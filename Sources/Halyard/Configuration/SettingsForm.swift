// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What one object of a configuration may hold, recorded while the code that reads it asks for its members.
///
/// So the JSON Schema is derived from the reader itself.
final class SettingsForm {
    /// The schema of each member, made once all members are known.
    private var members: [String: () -> FlagValue] = [:]
    private var required: Set<String> = []
    private var descriptions: [String: String] = [:]
    /// What else the object holds, by the word that a member holds.
    private var alternatives: (member: String, forms: [String: SettingsForm])?

    /// Lets a member be anything, unless it is described elsewhere.
    func mention(_ name: String) {
        if members[name] == nil { members[name] = { [:] } }
    }

    /// Describes a member; the last schema and the last text win.
    func add(_ name: String, _ description: String?, _ schema: @escaping () -> FlagValue) {
        members[name] = schema
        if let description { descriptions[name] = description }
    }

    func require(_ name: String) { required.insert(name) }

    /// Lets one member's word determine what else the object holds.
    func choose(by member: String, _ forms: [String: SettingsForm]) {
        alternatives = (member, forms)
        require(member)
    }

    /// The description as a JSON Schema.
    var schema: FlagValue {
        if alternatives == nil { return ownSchema }
        // Without any alternative, nothing is valid.
        return shapes.isEmpty ? ["not": [:]] : ["oneOf": .array(shapes.map(\.ownSchema))]
    }

    /// The schema of the object or, in its place, of one of its members.
    func schema(orJust member: String) -> FlagValue { ["anyOf": [members[member]?() ?? Self.text, schema]] }

    /// The possible shapes of the object, one for each alternative; an alternative may have alternatives itself.
    private var shapes: [SettingsForm] {
        guard let (member, forms) = alternatives else { return [self] }
        return forms.sorted(by: \.key).flatMap { word, form in
            form.shapes.map { shape in
                let whole = SettingsForm()
                whole.members = members.merging(shape.members) { $1 }
                whole.members[member] = { ["const": .string(word)] }
                whole.required = required.union(shape.required)
                whole.descriptions = descriptions.merging(shape.descriptions) { $1 }
                return whole
            }
        }
    }

    private var ownSchema: FlagValue {
        var properties = members.mapValues { $0() }
        for (name, text) in descriptions {
            guard case .object(var described)? = properties[name] else { continue }
            described["description"] = .string(text)
            properties[name] = .object(described)
        }
        var schema: [String: FlagValue] = [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
        ]
        if !required.isEmpty { schema["required"] = .array(required.sorted(by: \.self).map(FlagValue.string)) }
        return .object(schema)
    }

    // MARK: Forms of members

    /// A text, or a reference to one.
    static let text = definition("text")

    /// A text that is not empty, or a reference to one.
    static let secret: FlagValue = ["anyOf": [["type": "string", "minLength": 1], definition("reference")]]

    /// What the whole schema defines under a name.
    static func definition(_ name: String) -> FlagValue { ["$ref": .string("#/$defs/\(name)")] }

    /// One of some words, or a reference to one.
    static func words(_ words: [String], default defaultWord: String? = nil) -> FlagValue {
        var form: [String: FlagValue] = [
            "anyOf": [["enum": .array(words.sorted().map(FlagValue.string))], definition("reference")]
        ]
        form["default"] = defaultWord.map(FlagValue.string)
        return .object(form)
    }

    static func number<Number: FlagValueConvertible>(
        _ type: FlagValue, default defaultValue: Number, in range: ClosedRange<Number>?
    ) -> FlagValue {
        var form: [String: FlagValue] = ["type": type, "default": defaultValue.flagValue]
        form["minimum"] = range?.lowerBound.flagValue
        form["maximum"] = range?.upperBound.flagValue
        return .object(form)
    }

    /// Seconds, or digits with a unit; a pattern cannot express the range of the latter.
    static func duration(_ range: ClosedRange<Duration>) -> FlagValue {
        let seconds = { (duration: Duration) in FlagValue.double(Double(duration.wholeMilliseconds) / 1000) }
        return [
            "anyOf": [
                ["type": "number", "minimum": seconds(range.lowerBound), "maximum": seconds(range.upperBound)],
                ["type": "string", "pattern": .string(#"^[0-9]+(\.[0-9]+)?(ms|s|m|h|d)$"#)],
            ]
        ]
    }
}
