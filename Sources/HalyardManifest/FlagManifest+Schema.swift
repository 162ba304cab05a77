// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagManifest {
    /// The address of OpenFeature's own schema, which a manifest names as its `$schema`.
    package static let openFeatureSchema =
        "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json"

    /// The JSON Schema (draft-07) of manifests with the members that are Halyard's own, for editors.
    package static let schema = """
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Flag manifest",
          "description": "OpenFeature's flag manifest, version 0, with what Halyard reads beside it",
          "type": "object",
          "required": ["flags"],
          "properties": {
            "$schema": { "type": "string" },
            "flags": {
              "description": "The flags by key",
              "type": "object",
              "propertyNames": { "minLength": 1 },
              "additionalProperties": { "$ref": "#/$defs/flag" }
            }
          },
          "$defs": {
            "flag": {
              "oneOf": [
                { "$ref": "#/$defs/boolean" },
                { "$ref": "#/$defs/string" },
                { "$ref": "#/$defs/integer" },
                { "$ref": "#/$defs/float" },
                { "$ref": "#/$defs/object" }
              ]
            },
            "boolean": {
              "type": "object",
              "required": ["flagType", "defaultValue"],
              "properties": {
                "flagType": { "const": "boolean" },
                "defaultValue": { "description": "What a read returns when the flag is missing", "type": "boolean" },
                "description": { "$ref": "#/$defs/description" },
                "swift": { "$ref": "#/$defs/swift" },
                "metadata": { "$ref": "#/$defs/metadata" }
              }
            },
            "string": {
              "type": "object",
              "required": ["flagType", "defaultValue"],
              "properties": {
                "flagType": { "const": "string" },
                "defaultValue": { "description": "What a read returns when the flag is missing", "type": "string" },
                "description": { "$ref": "#/$defs/description" },
                "swift": { "$ref": "#/$defs/swiftString" },
                "metadata": { "$ref": "#/$defs/metadata" }
              }
            },
            "integer": {
              "type": "object",
              "required": ["flagType", "defaultValue"],
              "properties": {
                "flagType": { "const": "integer" },
                "defaultValue": {
                  "description": "What a read returns when the flag is missing",
                  "type": "integer",
                  "minimum": -9223372036854775808,
                  "maximum": 9223372036854775807
                },
                "description": { "$ref": "#/$defs/description" },
                "swift": { "$ref": "#/$defs/swift" },
                "metadata": { "$ref": "#/$defs/metadata" }
              }
            },
            "float": {
              "type": "object",
              "required": ["flagType", "defaultValue"],
              "properties": {
                "flagType": { "const": "float" },
                "defaultValue": { "description": "What a read returns when the flag is missing", "type": "number" },
                "description": { "$ref": "#/$defs/description" },
                "swift": { "$ref": "#/$defs/swift" },
                "metadata": { "$ref": "#/$defs/metadata" }
              }
            },
            "object": {
              "type": "object",
              "required": ["flagType", "defaultValue"],
              "properties": {
                "flagType": { "const": "object" },
                "defaultValue": { "description": "What a read returns when the flag is missing; any value" },
                "description": { "$ref": "#/$defs/description" },
                "swift": { "$ref": "#/$defs/swift" },
                "metadata": { "$ref": "#/$defs/metadata" }
              }
            },
            "description": { "description": "What the flag does; becomes the key's documentation", "type": "string" },
            "swift": {
              "description": "How the flag looks in Swift",
              "type": "object",
              "properties": { "name": { "$ref": "#/$defs/name" } },
              "not": { "anyOf": [{ "required": ["cases"] }, { "required": ["type"] }] }
            },
            "swiftString": {
              "description": "How the flag looks in Swift",
              "type": "object",
              "properties": {
                "name": { "$ref": "#/$defs/name" },
                "cases": {
                  "description": "The flag's values; they become the cases of an enumeration",
                  "type": "array",
                  "items": { "type": "string" },
                  "minItems": 1
                },
                "type": {
                  "description": "A type of the app's own with string values, such as Theme; its cases are named as ours would be",
                  "type": "string"
                }
              },
              "not": { "required": ["cases", "type"] }
            },
            "name": { "description": "The name of the key's member, such as newNav", "type": "string", "minLength": 1 },
            "metadata": {
              "description": "What people know about the flag; may hold anything else",
              "type": "object",
              "properties": {
                "owner": { "description": "Who is responsible", "type": "string" },
                "expires": {
                  "description": "The last day on which the flag is needed",
                  "type": "string",
                  "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
                },
                "permanent": { "description": "Whether the flag is meant to stay", "type": "boolean" }
              }
            }
          }
        }

        """
}
