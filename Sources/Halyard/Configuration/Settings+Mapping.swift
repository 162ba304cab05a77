// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Settings {
    /// Rules for what a vendor receives of the context; none when the member is absent.
    ///
    /// All members may be absent:
    /// ```json
    /// {"drop": ["note"], "hash": ["phone"], "rename": {"plan": "tier"}, "constant": {"app": "shop"}, "private": ["email"]}
    /// ```
    public func mappingRules(_ name: String) -> MappingRules {
        describe([name: "What this vendor is sent of the context, and how."])
        guard let settings = object(name) else { return MappingRules() }
        settings.describe([
            "drop": "Attributes that are not sent.",
            "hash": "Attributes of which only a digest is sent.",
            "rename": "New names of attributes.",
            "constant": "Attributes that are always sent.",
            "private": "Attributes that are private.",
        ])
        return MappingRules(
            drop: Set(settings.strings("drop")), hash: Set(settings.strings("hash")),
            rename: settings.newNames("rename"),
            constant: settings.values("constant", example: "{\"app\": \"shop\"}"),
            private: Set(settings.strings("private")))
    }

    private func newNames(_ name: String) -> [String: String] {
        let value = value(name)
        form?.add(name, ["type": "object", "additionalProperties": ["type": "string", "minLength": 1]])
        guard let value else { return [:] }
        guard case .object(let members) = value else {
            reject(name, "Expected an object, found \(value.noun).", suggestion: "Write {\"plan\": \"tier\"}.")
            return [:]
        }
        let list = child(value, at: name, name: name)
        return members.reduce(into: [:]) { names, member in
            switch list.value(member.key) {
            case .string("")?:
                list.reject(
                    member.key, "The new name is empty.", suggestion: "Give it a name, or \"drop\" the attribute.")
            case .string(let newName)?: names[member.key] = newName
            case let other?:
                list.reject(member.key, "Expected a string, found \(other.noun).", suggestion: "Write the new name.")
            case nil: break
            }
        }
    }
}
