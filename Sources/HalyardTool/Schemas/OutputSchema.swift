// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The JSON Schemas of the commands' output with `--json`.
///
/// Later releases can add properties, but never remove them.
enum OutputSchema {
    /// The schemas by the name of the command.
    static let all: [String: FlagValue] = [
        "check": check, "compare": compare, "eval": eval, "explain": explain, "stale": stale,
        "watch": watch,
    ]

    /// Returns the complete schema of a command's output.
    static func of(_ command: String) -> FlagValue? {
        guard case .object(var members)? = all[command] else { return nil }
        members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        members["title"] = .string("\(Tool.name) \(command) --json")
        return .object(members)
    }

    private static let check = object([
        "errors": number, "warnings": number, "notes": number,
        "diagnostics": list(
            of: object(
                [
                    "code": text, "severity": ["enum": ["info", "warning", "error"]], "message": text,
                    "suggestion": text,
                ],
                optional: ["file": text, "line": number, "column": number, "pointer": text])),
    ])

    private static let eval = object([
        "provider": text, "status": text, "context": ["type": "object"],
        "flags": list(
            of: object(
                [
                    "key": text, "value": [:], "variant": orNull("string"), "reason": text, "origin": text,
                    "provider": orNull("string"), "payload": [:], "age": orNull("number"),
                ], optional: ["error": error])),
    ])

    private static let explain = object(
        [
            "key": text, "context": text, "value": [:], "reason": text,
            "steps": list(
                of: object(
                    ["layer": text, "outcome": ["enum": ["used", "passed", "refused"]], "message": text],
                    optional: ["facts": ["type": "object"]])),
        ], optional: ["error": error])

    private static let watch = object(
        ["time": text, "key": text],
        optional: [
            "old": [:], "new": [:], "oldPayload": [:], "payload": [:], "variant": orNull("string"), "reason": text,
            "origin": text,
            "provider": orNull("string"),
        ])

    private static let compare = object([
        "contexts": number, "compared": number, "agreed": number, "agreement": share, "differing": number,
        "allowed": number,
        "flags": list(
            of: object(
                [
                    "key": text, "primary": text, "other": text, "compared": number, "agreement": share,
                    "counts": ["type": "object", "additionalProperties": number],
                    "examples": list(
                        of: object(
                            ["identity": text, "count": number], optional: ["primaryValue": [:], "otherValue": [:]])),
                ], optional: ["unlistedMismatches": number])),
    ])

    private static let stale = object([
        "findings": list(
            of: object([
                "key": text, "kind": text, "reason": text,
                "places": list(of: object(["file": text, "line": number, "column": number])),
            ]))
    ])

    // MARK: Forms

    static let text: FlagValue = ["type": "string"]
    static let number: FlagValue = ["type": "integer", "minimum": 0]
    private static let share: FlagValue = ["type": "number", "minimum": 0, "maximum": 1]
    private static let error = object(["code": text, "message": text])

    static func orNull(_ type: FlagValue) -> FlagValue { ["anyOf": [["type": type], ["type": "null"]]] }

    static func list(of element: FlagValue) -> FlagValue { ["type": "array", "items": element] }

    static func object(_ required: [String: FlagValue], optional: [String: FlagValue] = [:]) -> FlagValue {
        [
            "type": "object", "required": .array(required.keys.sorted().map(FlagValue.string)),
            "properties": .object(required.merging(optional) { $1 }),
        ]
    }
}
