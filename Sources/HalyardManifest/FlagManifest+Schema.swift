// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagManifest {
    /// The URL of OpenFeature's schema, which a manifest contains as its `$schema`.
    package static let openFeatureSchema =
        "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json"

    /// The JSON Schema (draft-07) of manifests for editors, with Halyard's additional properties.
    package static let schema = """
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Flag manifest",
          "description": "OpenFeature flag manifest, version 0, with Halyard's additional properties",
          "type": "object",
          "required": ["flags"],
          "properties": {
            "$schema": { "type": "string" },
            "flags": {
              "description": "Flags by key",
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
                "defaultValue": { "description": "Value that a read returns if the flag is missing", "type": "boolean" },
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
                "defaultValue": { "description": "Value that a read returns if the flag is missing", "type": "string" },
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
                  "description": "Value that a read returns if the flag is missing",
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
                "defaultValue": { "description": "Value that a read returns if the flag is missing", "type": "number" },
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
                "defaultValue": { "description": "Value of any type that a read returns if the flag is missing" },
                "description": { "$ref": "#/$defs/description" },
                "swift": { "$ref": "#/$defs/swift" },
                "metadata": { "$ref": "#/$defs/metadata" }
              }
            },
            "description": { "description": "Purpose of the flag, used as the documentation of the key", "type": "string" },
            "swift": {
              "description": "Name and type of the flag in Swift",
              "type": "object",
              "properties": { "name": { "$ref": "#/$defs/name" } },
              "not": { "anyOf": [{ "required": ["cases"] }, { "required": ["type"] }] }
            },
            "swiftString": {
              "description": "Name and type of the flag in Swift",
              "type": "object",
              "properties": {
                "name": { "$ref": "#/$defs/name" },
                "cases": {
                  "description": "Values of the flag, used as the cases of an enumeration",
                  "type": "array",
                  "items": { "type": "string" },
                  "minItems": 1
                },
                "type": {
                  "description": "Type of the app with string raw values, such as Theme, and cases named as Halyard names them",
                  "type": "string"
                }
              },
              "not": { "required": ["cases", "type"] }
            },
            "name": { "description": "Name of the key's member, such as newNav", "type": "string", "minLength": 1 },
            "metadata": {
              "description": "Information about the flag. Can contain additional properties.",
              "type": "object",
              "properties": {
                "owner": { "description": "Owner of the flag", "type": "string" },
                "expires": {
                  "description": "Last day on which the flag is needed",
                  "type": "string",
                  "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
                },
                "permanent": { "description": "Marks a flag as permanent", "type": "boolean" }
              }
            }
          }
        }

        """
}
