// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What one object of a configuration may hold, recorded while the code that reads it asks for its members.
///
/// So the JSON Schema is derived from the reader itself and cannot deviate from it.
final class SettingsForm {
    private enum Member {
        case form(FlagValue)
        case object(SettingsForm)
        /// An object, or its shorthand: the form of one of its members.
        case shorthand(SettingsForm, member: String)
        /// A list of objects, each of which may be written as a text.
        case list(SettingsForm, hasShorthand: Bool, isRequired: Bool)

        var schema: FlagValue {
            switch self {
            case .form(let form): return form
            case .object(let object): return object.schema
            case .shorthand(let object, let member):
                return ["anyOf": [object.members[member]?.schema ?? text, object.schema]]
            case .list(let element, let hasShorthand, let isRequired):
                let items: FlagValue =
                    hasShorthand ? ["anyOf": [["type": "string"], element.schema]] : element.schema
                return .object(
                    ["type": "array", "items": items].merging(isRequired ? ["minItems": 1] : [:]) { $1 })
            }
        }
    }

    private var members: [String: Member] = [:]
    private var required: Set<String> = []
    private var descriptions: [String: String] = [:]
    /// What else the object holds, by the word that a member holds.
    private var alternatives: (member: String, forms: [String: SettingsForm])?

    /// Lets a member be anything, unless it is described later.
    func mention(_ name: String) {
        if members[name] == nil { members[name] = .form([:]) }
    }

    /// Describes a member; the last description wins.
    func add(_ name: String, _ form: FlagValue) {
        members[name] = .form(form)
    }

    /// Describes a member that is an object.
    func add(_ name: String, _ form: SettingsForm?) {
        members[name] = form.map(Member.object)
    }

    /// Describes a member that is an object, or just what one of that object's members holds.
    func add(_ name: String, _ form: SettingsForm?, shorthand member: String) {
        members[name] = form.map { .shorthand($0, member: member) }
    }

    /// Describes a member that is a list of objects.
    func add(_ name: String, listOf element: SettingsForm?, hasShorthand: Bool, isRequired: Bool) {
        members[name] = element.map { .list($0, hasShorthand: hasShorthand, isRequired: isRequired) }
    }

    func require(_ name: String) { required.insert(name) }

    /// Says what members are for; the last text wins.
    func describe(_ texts: [String: String]) { descriptions.merge(texts) { $1 } }

    /// Lets one member's word determine what else the object holds.
    func choose(by member: String, _ forms: [String: SettingsForm]) {
        alternatives = (member, forms)
        require(member)
    }

    /// The description as a JSON Schema.
    var schema: FlagValue {
        let shapes = shapes.map(\.schema)
        if alternatives == nil { return shapes[0] }
        // Without any alternative, nothing is valid.
        return shapes.isEmpty ? ["not": [:]] : ["oneOf": .array(shapes)]
    }

    /// The possible shapes of the object, one for each alternative; an alternative may have alternatives itself.
    private var shapes: [Shape] {
        let own = Shape(members: members, required: required, descriptions: descriptions)
        guard let (member, forms) = alternatives else { return [own] }
        return forms.sorted { $0.key < $1.key }.flatMap { word, form in
            form.shapes.map { own.merging($0, member, word) }
        }
    }

    private struct Shape {
        var members: [String: Member]
        var required: Set<String>
        var descriptions: [String: String]

        func merging(_ other: Shape, _ member: String, _ word: String) -> Shape {
            var members = members.merging(other.members) { _, other in other }
            members[member] = .form(["const": .string(word)])
            return Shape(
                members: members, required: required.union(other.required),
                descriptions: descriptions.merging(other.descriptions) { $1 })
        }

        var schema: FlagValue {
            var schema: [String: FlagValue] = [
                "type": "object", "additionalProperties": false,
                "properties": .object(
                    Dictionary(uniqueKeysWithValues: members.map { ($0, described($1.schema, $0)) })),
            ]
            if !required.isEmpty { schema["required"] = .array(required.sorted().map(FlagValue.string)) }
            return .object(schema)
        }

        private func described(_ schema: FlagValue, _ name: String) -> FlagValue {
            guard let text = descriptions[name], case .object(var members) = schema else { return schema }
            members["description"] = .string(text)
            return .object(members)
        }
    }

    // MARK: Forms of members

    /// A text, or a reference to one.
    static let text: FlagValue = ["$ref": "#/$defs/text"]

    /// A text that is not empty, or a reference to one.
    static let secret: FlagValue = ["anyOf": [["type": "string", "minLength": 1], ["$ref": "#/$defs/reference"]]]

    /// One of some words, or a reference to one.
    static func words(_ words: [String], default defaultWord: String? = nil) -> FlagValue {
        var form: [String: FlagValue] = [
            "anyOf": [["enum": .array(words.sorted().map(FlagValue.string))], ["$ref": "#/$defs/reference"]]
        ]
        if let defaultWord { form["default"] = .string(defaultWord) }
        return .object(form)
    }

    static func number(_ defaultValue: Double, _ range: ClosedRange<Double>?) -> FlagValue {
        var form: [String: FlagValue] = ["type": "number", "default": .double(defaultValue)]
        if let range {
            form["minimum"] = .double(range.lowerBound)
            form["maximum"] = .double(range.upperBound)
        }
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
