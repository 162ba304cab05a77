// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension SettingsReader {
    /// Returns the rules that map a context for a vendor, or empty rules if the setting is missing.
    ///
    /// All settings are optional:
    /// ```json
    /// {"drop": ["note"], "hash": ["phone"], "rename": {"plan": "tier"}, "constant": {"app": "shop"}, "private": ["email"]}
    /// ```
    public func mappingRules(_ name: String) -> MappingRules {
        guard let settings = object(name, "Rules that map the evaluation context for this vendor.") else {
            return MappingRules()
        }
        return MappingRules(
            drop: Set(settings.strings("drop", "Attributes that are not sent.")),
            hash: Set(settings.strings("hash", "Attributes that are sent only as a digest.")),
            rename: settings.newNames("rename", "New attribute names."),
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
                    oldName, "The new name is empty.", suggestion: "Set a name, or \"drop\" the attribute.")
            case .string(let newName)?: names[oldName] = newName
            case let other?:
                list.addError(oldName, "Expected a string, found \(other.noun).", suggestion: "Use the new name.")
            case nil: break
            }
        }
    }
}
