// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A validator for the part of JSON Schema (draft 2020-12) that Halyard's schema uses.
///
/// The toolchain doesn't include a validator, and the root package has no dependencies. All other keywords are in `unknownKeywords`.
package struct JSONSchema {
    let root: FlagValue

    package init(_ root: FlagValue) {
        self.root = root
    }

    /// Returns the errors of a document, each with a path and the failing keyword.
    package func faults(of document: FlagValue) -> [String] { faults(document, root, "") }

    /// The keywords in this schema and its subschemas that the validator doesn't support.
    package var unknownKeywords: Set<String> { unknownKeywords(in: root) }

    /// Returns the schema that a reference points to.
    func resolve(_ schema: FlagValue) -> FlagValue {
        guard case .string(let reference)? = schema["$ref"] else { return schema }
        let name = reference.split(separator: "/").last.map(String.init) ?? ""
        return resolve(root["$defs"]?[name] ?? ["not": [:]])
    }

    private static let known: Set<String> = [
        "$ref", "$defs", "$schema", "title", "description", "default", "type", "properties", "required",
        "additionalProperties",
        "items",
        "anyOf", "oneOf", "not", "enum", "const", "minimum", "maximum", "pattern", "minLength", "minProperties",
        "minItems", "propertyNames", "examples",
    ]

    private func unknownKeywords(in schema: FlagValue) -> Set<String> {
        guard case .object(let members) = schema else { return [] }
        var unknown = Set(members.keys).subtracting(Self.known)
        for name in ["properties", "$defs"] {
            for member in members[name]?.objectMembers.values ?? [:].values {
                unknown.formUnion(unknownKeywords(in: member))
            }
        }
        for name in ["items", "additionalProperties", "not", "propertyNames"] {
            unknown.formUnion(unknownKeywords(in: members[name] ?? .null))
        }
        for name in ["anyOf", "oneOf"] {
            for element in members[name]?.elements ?? [] { unknown.formUnion(unknownKeywords(in: element)) }
        }
        return unknown
    }
}

// MARK: - Validation

extension JSONSchema {
    private func faults(_ value: FlagValue, _ schema: FlagValue, _ path: String) -> [String] {
        let schema = resolve(schema)
        var faults: [String] = []
        func expect(_ holds: Bool, _ keyword: String) {
            if !holds { faults.append("\(path): \(keyword)") }
        }
        if case .string(let type)? = schema["type"] { expect(Self.has(value, type: type), "type") }
        if let const = schema["const"] { expect(value == const, "const") }
        if let words = schema["enum"] { expect(words.elements.contains(value), "enum") }
        if let options = schema["anyOf"] {
            expect(options.elements.contains { self.faults(value, $0, path).isEmpty }, "anyOf")
        }
        if let options = schema["oneOf"] {
            expect(options.elements.count { self.faults(value, $0, path).isEmpty } == 1, "oneOf")
        }
        if let not = schema["not"] { expect(!self.faults(value, not, path).isEmpty, "not") }
        if let number = Double(flagValue: value) {
            if let minimum = schema["minimum"].flatMap(Double.init(flagValue:)) { expect(number >= minimum, "minimum") }
            if let maximum = schema["maximum"].flatMap(Double.init(flagValue:)) { expect(number <= maximum, "maximum") }
        }
        if case .string(let text) = value {
            if let length = schema["minLength"].flatMap(Int.init(flagValue:)) {
                expect(text.count >= length, "minLength")
            }
            if case .string(let pattern)? = schema["pattern"] {
                expect((try? Regex(pattern).firstMatch(in: text)) != nil, "pattern")
            }
        }
        if case .array(let elements) = value, let least = schema["minItems"].flatMap(Int.init(flagValue:)) {
            if elements.count < least { faults.append("\(path): minItems") }
        }
        if case .array(let elements) = value, let items = schema["items"] {
            for (number, element) in elements.enumerated() {
                faults += self.faults(element, items, "\(path)/\(number)")
            }
        }
        if case .object(let members) = value { faults += self.faults(of: members, schema, path) }
        return faults
    }

    private func faults(of members: [String: FlagValue], _ schema: FlagValue, _ path: String) -> [String] {
        var faults: [String] = []
        // Constants are checked first because nested alternatives take too long otherwise.
        for (name, property) in schema["properties"]?.objectMembers ?? [:] {
            if let const = property["const"], let member = members[name], member != const {
                return ["\(path)/\(name): const"]
            }
        }
        for name in schema["required"]?.elements ?? [] {
            if case .string(let name) = name, members[name] == nil { faults.append("\(path): required \(name)") }
        }
        if let least = schema["minProperties"].flatMap(Int.init(flagValue:)), members.count < least {
            faults.append("\(path): minProperties")
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let place = "\(path)/\(name)"
            if let names = schema["propertyNames"] { faults += self.faults(.string(name), names, place) }
            if let property = schema["properties"]?[name] {
                faults += self.faults(member, property, place)
            } else if schema["additionalProperties"] == false {
                faults.append("\(place): additionalProperties")
            } else if let others = schema["additionalProperties"] {
                faults += self.faults(member, others, place)
            }
        }
        return faults
    }

    private static func has(_ value: FlagValue, type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.int, "number"), (.int, "integer"), (.double, "number"),
            (.string, "string"), (.array, "array"), (.object, "object"):
            true
        case (.double(let number), "integer"): number == number.rounded()
        default: false
        }
    }
}

extension FlagValue {
    var elements: [FlagValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var objectMembers: [String: FlagValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}
