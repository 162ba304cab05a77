// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension SettingsReader {
    /// Rules for what a vendor receives of the context; none when the member is absent.
    ///
    /// All members may be absent:
    /// ```json
    /// {"drop": ["note"], "hash": ["phone"], "rename": {"plan": "tier"}, "constant": {"app": "shop"}, "private": ["email"]}
    /// ```
    public func mappingRules(_ name: String) -> MappingRules {
        guard let settings = object(name, "What this vendor is sent of the context, and how.") else {
            return MappingRules()
        }
        return MappingRules(
            drop: Set(settings.strings("drop", "Attributes that are not sent.")),
            hash: Set(settings.strings("hash", "Attributes of which only a digest is sent.")),
            rename: settings.newNames("rename", "New names of attributes."),
            constant: settings.values("constant", "Attributes that are always sent.", example: "{\"app\": \"shop\"}"),
            private: Set(settings.strings("private", "Attributes that are private.")))
    }

    private func newNames(_ name: String, _ description: String) -> [String: String] {
        let schema: FlagValue = ["type": "object", "additionalProperties": ["type": "string", "minLength": 1]]
        guard let list = list(name, description, example: "{\"plan\": \"tier\"}", schema) else { return [:] }
        return list.memberNames.reduce(into: [:]) { names, oldName in
            switch list.value(oldName) {
            case .string("")?:
                list.addError(
                    oldName, "The new name is empty.", suggestion: "Give it a name, or \"drop\" the attribute.")
            case .string(let newName)?: names[oldName] = newName
            case let other?:
                list.addError(oldName, "Expected a string, found \(other.noun).", suggestion: "Write the new name.")
            case nil: break
            }
        }
    }
}
