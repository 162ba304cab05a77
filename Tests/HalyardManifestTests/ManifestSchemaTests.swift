// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing
import TestSupport

@Suite struct ManifestSchemaTests {
    private func faults(_ manifest: [UInt8]) throws -> [String] {
        let schema = try JSONReader().read(Array(FlagManifest.schema.utf8))
        return JSONSchema(schema).faults(of: try JSONReader().read(manifest))
    }

    @Test("Uses only keywords that the validator supports")
    func keywords() throws {
        #expect(JSONSchema(try JSONReader().read(Array(FlagManifest.schema.utf8))).unknownKeywords == [])
    }

    @Test(
        "Rejects flags that the reader rejects or warns about",
        arguments: [
            #""a": 1"#, #""": { "flagType": "boolean", "defaultValue": true }"#, #""a": { "flagType": "boolean" }"#,
            #""a": { "defaultValue": true }"#, #""a": { "flagType": "bool", "defaultValue": true }"#,
            #""a": { "flagType": "boolean", "defaultValue": 1 }"#, #""a": { "flagType": "string", "defaultValue": 1 }"#,
            #""a": { "flagType": "integer", "defaultValue": 1.5 }"#,
            #""a": { "flagType": "float", "defaultValue": "1" }"#,
            #""a": { "flagType": "boolean", "defaultValue": true, "description": 1 }"#,
            #""a": { "flagType": "boolean", "defaultValue": true, "swift": 1 }"#,
            #""a": { "flagType": "boolean", "defaultValue": true, "swift": { "cases": ["x"] } }"#,
            #""a": { "flagType": "integer", "defaultValue": 1, "swift": { "type": "Level" } }"#,
            #""a": { "flagType": "string", "defaultValue": "x", "swift": { "cases": ["x"], "type": "Theme" } }"#,
            #""a": { "flagType": "string", "defaultValue": "x", "swift": { "cases": [] } }"#,
            #""a": { "flagType": "string", "defaultValue": "x", "swift": { "cases": [1] } }"#,
            #""a": { "flagType": "boolean", "defaultValue": true, "metadata": { "expires": "soon" } }"#,
        ])
    func refused(flag: String) throws {
        let bytes = manifest(flag)
        #expect(!FlagManifest.read(bytes).problems.isEmpty)
        #expect(try !faults(bytes).isEmpty)
    }

    @Test("Accepts the fixtures", arguments: ["hostile.json", "public.json"])
    func accepted(file: String) throws {
        #expect(try faults(try fixture("Fixtures/\(file)")) == [])
    }

    @Test("Accepts unknown properties")
    func unknownMembers() throws {
        let flag =
            #""a": { "flagType": "boolean", "defaultValue": true, "x": 1, "metadata": { "jira": 1 }, "swift": { "y": 2 } }"#
        #expect(try faults(manifest(flag)) == [])
    }
}
