// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What one object of a configuration may hold, written down while the code that reads it asks for its members.
///
/// So the JSON Schema is made of the reader itself and cannot say anything else.
final class SettingsForm {
    private enum Member {
        case form(FlagValue)
        case object(SettingsForm)

        var schema: FlagValue {
            switch self {
            case .form(let form): form
            case .object(let object): object.schema
            }
        }
    }

    private var members: [String: Member] = [:]
    private var required: Set<String> = []
    /// What the object holds besides, by the word that a member holds.
    private var alternatives: (member: String, forms: [String: SettingsForm])?

    /// Lets a member be anything, unless more is said.
    func mention(_ name: String) {
        if members[name] == nil { members[name] = .form([:]) }
    }

    /// Describes a member; what is said last holds.
    func add(_ name: String, _ form: FlagValue) {
        members[name] = .form(form)
    }

    /// Describes a member that is an object.
    func add(_ name: String, _ form: SettingsForm?) {
        members[name] = form.map(Member.object)
    }

    func require(_ name: String) { required.insert(name) }

    /// Lets one member's word decide what else the object holds.
    func choose(by member: String, _ forms: [String: SettingsForm]) {
        alternatives = (member, forms)
        require(member)
    }

    /// The description as a JSON Schema.
    var schema: FlagValue {
        guard let (member, forms) = alternatives else { return schema(with: [:], []) }
        let schemas = forms.sorted { $0.key < $1.key }.map { word, form in
            let const = Member.form(["const": .string(word)])
            return schema(with: form.members.merging([member: const]) { _, const in const }, form.required)
        }
        // No type is registered: nothing will do.
        return schemas.isEmpty ? ["not": [:]] : ["oneOf": .array(schemas)]
    }

    private func schema(with others: [String: Member], _ alsoRequired: Set<String>) -> FlagValue {
        let properties = members.merging(others) { _, other in other }.mapValues(\.schema)
        var schema: [String: FlagValue] = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        let required = required.union(alsoRequired).sorted()
        if !required.isEmpty { schema["required"] = .array(required.map(FlagValue.string)) }
        return .object(schema)
    }

    // MARK: Forms of members

    /// A text, or a reference to one.
    static let text: FlagValue = ["$ref": "#/$defs/text"]

    /// One of some words, or a reference to one.
    static func words(_ words: [String], default defaultWord: String? = nil) -> FlagValue {
        var form: [String: FlagValue] = [
            "anyOf": [["enum": .array(words.sorted().map(FlagValue.string))], ["$ref": "#/$defs/reference"]]
        ]
        if let defaultWord { form["default"] = .string(defaultWord) }
        return .object(form)
    }

    static func integer(_ defaultValue: Int, _ range: ClosedRange<Int>?) -> FlagValue {
        var form: [String: FlagValue] = ["type": "integer", "default": .int(Int64(defaultValue))]
        if let range {
            form["minimum"] = .int(Int64(range.lowerBound))
            form["maximum"] = .int(Int64(range.upperBound))
        }
        return .object(form)
    }

    /// Seconds, or digits with a unit; the range of the latter is beyond what a pattern can say.
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
