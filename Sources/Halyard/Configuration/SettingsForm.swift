// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A description of the settings in one object, recorded while code reads them.
///
/// The JSON Schema is derived from it.
final class SettingsForm {
    /// The schema of each setting, created after all settings are known.
    private var members: [String: () -> FlagValue] = [:]
    private var required: Set<String> = []
    private var descriptions: [String: String] = [:]
    /// The additional settings of the object, by the value of a setting.
    private var alternatives: (member: String, forms: [String: SettingsForm])?

    /// Allows any value for a setting, unless it is described elsewhere.
    func mention(_ name: String) {
        if members[name] == nil { members[name] = { [:] } }
    }

    /// Describes a setting.
    ///
    /// The last schema and the last description replace earlier ones.
    func add(_ name: String, _ description: String?, _ schema: @escaping () -> FlagValue) {
        members[name] = schema
        if let description { descriptions[name] = description }
    }

    func require(_ name: String) { required.insert(name) }

    /// Selects additional settings by the value of a setting.
    func choose(by member: String, _ forms: [String: SettingsForm]) {
        alternatives = (member, forms)
        require(member)
    }

    /// The JSON Schema of the object.
    var schema: FlagValue {
        if alternatives == nil { return ownSchema }
        // Without any alternative, nothing is valid.
        return shapes.isEmpty ? ["not": [:]] : ["oneOf": .array(shapes.map(\.ownSchema))]
    }

    /// Returns the schema of the object, or of one of its settings in its place.
    func schema(orJust member: String) -> FlagValue { ["anyOf": [members[member]?() ?? Self.text, schema]] }

    /// The possible shapes of the object, one for each alternative, including nested alternatives.
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

    /// The schema of a string or a reference.
    static let text = definition("text")

    /// The schema of a nonempty string or a reference.
    static let secret: FlagValue = ["anyOf": [["type": "string", "minLength": 1], definition("reference")]]

    /// Returns a reference to a definition of the schema.
    static func definition(_ name: String) -> FlagValue { ["$ref": .string("#/$defs/\(name)")] }

    /// Returns the schema of one of several words, or a reference.
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

    /// Returns the schema of a duration: seconds, or digits with a unit.
    ///
    /// A pattern can't express the range of digits with a unit.
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
