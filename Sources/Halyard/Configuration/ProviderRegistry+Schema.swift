// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderRegistry {
    /// The JSON Schema (draft 2020-12) of the configurations that this registry can read, for editors.
    ///
    /// It is derived from the reader: each type records what it asks for. What it accepts can be read, except for what no
    /// schema can express: whether a named provider, variable or file exists, whether a text such as `"90d"` lies in the range
    /// of a duration, and which providers can be wrapped around which.
    public var schema: FlagValue {
        let root = form { load, settings in ConfigurationReader(registry: self, load: load).read(settings) }
        guard case .object(var members) = root else { return root }
        members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        members["title"] = "Halyard configuration"
        members["$defs"] = [
            "bootstrap": [
                "anyOf": [SettingsForm.text, form { $1.bootstrapped(Self.nobody, by: $1) }]
            ],
            "client": form { load, settings in
                ConfigurationReader(registry: self, load: load).client(nil, settings, below: nil, among: [:])
            },
            "context": Self.context,
            "killSwitch": killSwitch,
            "overrides": form { _, settings in _ = settings.asOverrides() },
            "hook": form { $1.part("type", "hook type", among: hooks) },
            "persistence": [
                "anyOf": [
                    ["enum": .array(policies.keys.sorted().map(FlagValue.string))],
                    form { $1.persisted(Self.nobody, by: $1) },
                ]
            ],
            "provider": form { $0.registry.provider($1) },
            "reference": Self.reference,
            "rule": [
                "anyOf": [
                    ["enum": .array(wordsForRules.map(FlagValue.string))],
                    form { $1.part("type", "merge rule", among: rules) },
                ]
            ],
            "sink": form { $1.part("type", "sink type", among: sinks) },
            "text": ["anyOf": [["type": "string"], ["$ref": "#/$defs/reference"]]],
        ]
        let sections = sections.mapValues { section in form { section.make($1) } }
        if case .object(let definitions)? = members["$defs"] {
            members["$defs"] = .object(definitions.merging(sections) { _, section in section })
        }
        return .object(members)
    }

    /// The rules that need nothing but their name.
    private var wordsForRules: [String] {
        rules.filter { rule in form { rule.value.make($1) }["required"] == nil }.keys.sorted()
    }

    /// A kill switch in a file, or at a URL where there is a fetcher for its scheme.
    private var killSwitch: FlagValue {
        var forms: [FlagValue] = [SettingsForm.text, killSwitch(in: "file", SettingsForm.text)]
        if !fetchers.isEmpty {
            let schemes = fetchers.keys.sorted()
            let pattern = "^(" + schemes.joined(separator: "|") + ")://"
            let url: FlagValue = [
                "type": "string", "pattern": .string(pattern),
                "examples": .array(schemes.map { .string($0 + "://example.com/kill.json") }),
            ]
            forms.append(killSwitch(in: "url", ["anyOf": [url, ["$ref": "#/$defs/reference"]]]))
        }
        return ["anyOf": .array(forms)]
    }

    private func killSwitch(in member: String, _ place: FlagValue) -> FlagValue {
        form { _, settings in
            _ = settings.requiredString(member)
            settings.form?.add(member, place)
            _ = settings.killSwitchRefresh()
        }
    }

    /// The form of the settings that some code asks for.
    private func form<Result>(_ ask: (ConfigurationLoad, Settings) -> Result) -> FlagValue {
        var host = ConfigurationHost()
        host.files = MemoryFiles()
        host.variable = { _ in nil }
        let load = ConfigurationLoad(registry: self, host: host, isDescribing: true)
        let settings = Settings(.object([:]), name: "form", load: load)
        _ = ask(load, settings)
        return settings.form?.schema ?? .null
    }

    private static let nobody = InMemoryProvider()

    private static let reference: FlagValue = [
        "oneOf": [
            [
                "type": "object",
                "properties": [
                    "$env": ["type": "string", "description": "The environment variable that holds the text."],
                    "default": ["type": "string", "description": "The text to use when there is no such variable."],
                ],
                "required": ["$env"], "additionalProperties": false,
            ],
            [
                "type": "object",
                "properties": [
                    "$file": ["type": "string", "description": "The file that holds the text."],
                    "default": ["type": "string", "description": "The text to use when there is no such file."],
                ],
                "required": ["$file"], "additionalProperties": false,
            ],
        ]
    ]

    private static let context: FlagValue = {
        let members: FlagValue = [
            "key": ["$ref": "#/$defs/text", "description": "What identifies it among those of its kind."],
            "attributes": ["type": "object", "description": "What else is known, by name."],
            "private": [
                "type": "array", "items": ["type": "string"],
                "description": "Names of attributes that no event may hold.",
            ],
            "anonymous": [
                "type": "boolean", "default": false,
                "description": "Whether the key stands for no one in particular.",
            ],
        ]
        let kind: FlagValue = [
            "type": "string", "minLength": 1, "not": ["enum": ["kind", "multi"]],
            "description": "What it is about; a user unless this says otherwise.",
        ]
        guard case .object(let part) = members else { return members }
        return [
            "anyOf": [
                [
                    "type": "object", "additionalProperties": false,
                    "properties": .object(part.merging(["kind": kind]) { _, kind in kind }),
                ],
                [
                    "type": "object", "required": ["kind"], "minProperties": 2,
                    "properties": [
                        "kind": ["const": "multi", "description": "Several kinds at once, each a member."]
                    ],
                    "propertyNames": ["minLength": 1],
                    "additionalProperties": [
                        "type": "object", "additionalProperties": false, "properties": members,
                    ],
                ],
            ]
        ]
    }()
}
