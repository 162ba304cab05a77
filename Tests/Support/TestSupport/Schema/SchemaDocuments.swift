// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// A generator of documents that match a schema, and of invalid variations.
package struct SchemaDocuments {
    private let schema: JSONSchema
    private let random: SeededRandom
    /// The providers generated so far, to which other providers can refer without a cycle.
    private var providers: [String] = []

    package init(_ schema: FlagValue, seed: UInt64) {
        self.schema = JSONSchema(schema)
        random = SeededRandom(seed: seed)
    }

    /// Returns a document that matches the schema, and refers only to existing providers.
    package mutating func next() -> FlagValue {
        providers = []
        var document = value(schema.root, at: [])
        // If there are several providers, a document must name the active one.
        if case .object(var members) = document, members["active"] == nil {
            members["active"] = .string(one(of: providers))
            document = .object(members)
        }
        return document
    }

    private mutating func value(_ schema: FlagValue, at path: [String], depth: Int = 0) -> FlagValue {
        let schema = self.schema.resolve(schema)
        if path.last == "active" || (path.last == "provider" && !providers.isEmpty && below(3) == 0) {
            return .string(one(of: providers.isEmpty ? ["none"] : providers))
        }
        if path.last == "$file" || path.last == "$env" { return .string(path.last == "$file" ? "file.txt" : "SET") }
        if let const = schema["const"] { return const }
        if let examples = schema["examples"] { return one(of: examples.elements) }
        if let words = schema["enum"] { return one(of: words.elements) }
        if let options = (schema["anyOf"] ?? schema["oneOf"])?.elements {
            return choice(among: options, at: path, depth: depth)
        }
        guard case .string(let type)? = schema["type"] else { return .null }
        switch type {
        case "boolean": return .bool(below(2) == 0)
        case "integer", "number": return number(schema, isWhole: type == "integer")
        case "string": return .string(one(of: ["a", "b c", "ü", "42"]))
        case "array":
            let items = schema["items"] ?? ["type": "string"]
            let least = schema["minItems"].flatMap(Int.init(flagValue:)) ?? 0
            return .array((0..<max(least, below(3))).map { _ in value(items, at: path + ["[]"], depth: depth + 1) })
        default: return object(schema, at: path, depth: depth)
        }
    }

    private mutating func choice(among options: [FlagValue], at path: [String], depth: Int) -> FlagValue {
        // A duration string must be in the number's range, which a pattern can't express.
        if let range = options.first(where: { $0["minimum"] != nil }),
            options.contains(where: { $0["pattern"] != nil }),
            below(2) == 0
        {
            let texts = [("15ms", 0.015), ("15s", 15), ("1.5m", 90), ("2h", 7200), ("1d", 86_400)]
            let fitting = texts.filter { range.range.contains($0.1) }
            if !fitting.isEmpty { return .string(one(of: fitting).0) }
        }
        // A schema can't check the value of a reference, so a reference instead of an enumerated value can be invalid.
        if let words = options.first(where: { $0["enum"] != nil }), options.count == 2 {
            let other = options.first { $0 != words } ?? words
            if schema.resolve(other)["type"] != "object" && schema.resolve(other)["oneOf"]?.elements.count == 2 {
                return value(words, at: path, depth: depth)
            }
        }
        if let exemplary = options.first(where: { $0["examples"] != nil }) {
            return value(exemplary, at: path, depth: depth)
        }
        var options = options.filter { $0["pattern"] == nil }
        // An inner provider isn't a name, because it could name itself. The depth is limited.
        if path.last == "provider" || path.suffix(2) == ["providers", "[]"] {
            options.removeAll { $0 == ["type": "string"] }
        }
        let shallow = options.filter { $0["properties"]?["provider"] == nil && $0["properties"]?["providers"] == nil }
        if depth > 4, !shallow.isEmpty { options = shallow }
        return value(one(of: options), at: path, depth: depth)
    }

    private mutating func object(_ schema: FlagValue, at path: [String], depth: Int) -> FlagValue {
        var members: [String: FlagValue] = [:]
        let required = Set(schema["required"]?.elements ?? [])
        for (name, property) in schema["properties"]?.objectMembers.sorted(by: { $0.key < $1.key }) ?? [] {
            // The providers come first because other properties refer to them.
            guard name != "providers" || !path.isEmpty else { continue }
            if path.isEmpty, members["providers"] == nil, let providers = schema["properties"]?["providers"] {
                members["providers"] = value(providers, at: ["providers"], depth: depth + 1)
            }
            guard required.contains(.string(name)) || below(2) == 0 else { continue }
            members[name] = value(property, at: path + [name], depth: depth + 1)
        }
        let others = schema["additionalProperties"]
        if let others, others != false {
            let least = schema["minProperties"].flatMap(Int.init(flagValue:)) ?? 0
            for number in 0..<max(least, below(4)) {
                let name = path == ["providers"] ? "p\(number)" : "m\(number)"
                members[name] = value(others, at: path + [name], depth: depth + 1)
                if path == ["providers"] { providers.append(name) }
            }
        } else if schema["properties"] == nil {
            members["free"] = one(of: [.null, 1, "x", [1, 2]])
        }
        return .object(members)
    }

    private func number(_ schema: FlagValue, isWhole: Bool) -> FlagValue {
        let range = schema.range
        let number = min(range.upperBound, range.lowerBound + Double(below(100)))
        return isWhole || below(2) == 0 && number == number.rounded() ? .int(Int64(number)) : .double(number)
    }

    private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

// MARK: - Invalid documents

extension SchemaDocuments {
    /// Returns the document with one property removed, added, or changed.
    package mutating func spoiled(_ document: FlagValue) -> FlagValue {
        switch document {
        case .object(var members) where !members.isEmpty:
            let name = one(of: members.keys.sorted())
            switch below(6) {
            case 0: members[name] = nil
            case 1: members["surplus"] = one(of: Self.odd)
            case 2: members[name] = one(of: Self.odd)
            default: members[name] = members[name].map { spoiled($0) }
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty:
            let index = below(elements.count)
            elements[index] = below(3) == 0 ? one(of: Self.odd) : spoiled(elements[index])
            return .array(elements)
        default: return one(of: Self.odd)
        }
    }

    private static let odd: [FlagValue] = [
        .null, true, -1, 0, 1, 1.5, 3.0, 1e300, "", "x", "1s", "01.50h", "1e3s", "-1s", "kind", "multi", [], [1], [:],
        ["$env": "SET"], ["$env": "SET", "default": 1], ["$file": "file.txt", "default": "d"], ["$env": "SET", "x": 1],
        ["type": "memory"],
    ]
}

extension FlagValue {
    fileprivate var range: ClosedRange<Double> {
        let lower = self["minimum"].flatMap(Double.init(flagValue:)) ?? 0
        return lower...max(lower, self["maximum"].flatMap(Double.init(flagValue:)) ?? 1_000_000)
    }
}
