// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderRegistry {
    /// The JSON Schema (draft 2020-12) of the configurations that this registry can read, for editors.
    ///
    /// The schema is derived from the code that reads configurations: each type records the settings that it reads. A schema can't
    /// express whether a provider, variable, or file exists, whether a string such as `"90d"` is in the range of a duration, and
    /// which providers can be wrapped. All other configurations that it accepts are valid.
    public var schema: FlagValue {
        let root = form { $0.builder.read($0) }
        guard case .object(var members) = root else { return root }
        var definitions: [String: FlagValue] = [
            "bootstrap": ["anyOf": [SettingsForm.text, form { $0.bootstrapped(Self.standIn, by: $0) }]],
            "client": form { $0.builder.client(nil, $0, below: nil, among: [:]) },
            "context": context,
            "killSwitch": killSwitch,
            "overrides": form { $0.asOverrides() },
            "hook": form { $0.part("type", "hook type", among: module.hooks) },
            "persistence": [
                "anyOf": [
                    ["enum": .array(module.policies.map(\.name).sorted().map(FlagValue.string))],
                    form { $0.persisted(Self.standIn, by: $0) },
                ]
            ],
            "provider": form(provider),
            "reference": [
                "oneOf": [
                    Self.reference("$env", "environment variable", "variable"), Self.reference("$file", "file", "file"),
                ]
            ],
            "strategy": [
                "anyOf": [
                    ["enum": .array(namesOfStrategies.map(FlagValue.string))],
                    form { $0.part("type", "strategy", among: module.strategies) },
                ]
            ],
            "sink": form { $0.part("type", "sink type", among: module.sinks) },
            "text": ["anyOf": [["type": "string"], SettingsForm.definition("reference")]],
        ]
        for section in module.sections { definitions[section.name] = form { $0.make(section) } }
        members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        members["title"] = "Halyard configuration"
        members["$defs"] = .object(definitions)
        return .object(members)
    }

    /// The names of the strategies that don't require settings.
    private var namesOfStrategies: [String] {
        module.strategies.filter { strategy in form { $0.make(strategy) }["required"] == nil }.map(\.name).sorted()
    }

    /// The schema of a kill switch in a file, or at a URL if a fetcher supports its scheme.
    private var killSwitch: FlagValue {
        let file = killSwitch(in: "file", "File that contains the document.", SettingsForm.text)
        var forms = [SettingsForm.text, file]
        if !module.fetchers.isEmpty {
            let schemes = module.fetchers.map(\.name).sorted()
            let pattern = "^(" + schemes.joined(separator: "|") + ")://"
            let url: FlagValue = [
                "type": "string", "pattern": .string(pattern),
                "examples": .array(schemes.map { .string($0 + "://example.com/kill.json") }),
            ]
            let place: FlagValue = ["anyOf": [url, SettingsForm.definition("reference")]]
            forms.append(killSwitch(in: "url", "URL of the document.", place))
        }
        return ["anyOf": .array(forms)]
    }

    private func killSwitch(in member: String, _ description: String, _ place: FlagValue) -> FlagValue {
        form { settings in
            settings.require(member, "")
            _ = settings.value(member, description, place)
            return settings.killSwitchRefresh
        }
    }

    /// Returns the schema of the settings that a closure reads.
    private func form(_ ask: (SettingsReader) -> Any?) -> FlagValue {
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem()
        host.variable = { _ in nil }
        let builder = ConfigurationBuilder(registry: self, host: host, isDescribing: true)
        let settings = SettingsReader([:], name: "form", builder: builder)
        _ = ask(settings)
        return settings.form?.schema ?? .null
    }

    private static let standIn = InMemoryFlagProvider()

    private static func reference(_ member: String, _ what: String, _ short: String) -> FlagValue {
        [
            "type": "object",
            "properties": [
                member: ["type": "string", "description": .string("The \(what) that contains the value.")],
                "default": [
                    "type": "string", "description": .string("Default value if the \(short) doesn't exist."),
                ],
            ],
            "required": [.string(member)], "additionalProperties": false,
        ]
    }

    private var context: FlagValue {
        [
            "anyOf": [
                form { $0.asContext() },
                [
                    "type": "object", "required": ["kind"], "minProperties": 2,
                    "properties": [
                        "kind": ["const": "multi", "description": "Context with several kinds, each as a property."]
                    ],
                    "propertyNames": ["minLength": 1],
                    "additionalProperties": form { $0.part(of: .user) },
                ],
            ]
        ]
    }
}
