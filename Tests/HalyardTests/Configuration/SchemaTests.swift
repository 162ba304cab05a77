// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

/// Compares the schema with the reader, using documents that are generated from the schema and then corrupted.
@Suite("JSON Schema")
struct SchemaTests {
    private let registry = ProviderRegistry()

    /// Returns the reader's diagnostics, with every variable set and the file present.
    private func diagnostics(_ document: FlagValue) -> [Diagnostic] {
        do throws(ConfigurationError) {
            _ = try registry.load(
                .json(JSONWriter.text(document)),
                host: .files(InMemoryFileSystem(["file.txt": "text"])) { $0.variable = { _ in "text" } })
            return []
        } catch {
            return error.diagnostics
        }
    }

    /// Returns true for errors that no schema can express, such as unknown names, string ranges, and invalid nesting.
    private func isBeyondSchemas(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.code == "providerNesting" || diagnostic.message.contains("Unknown provider:")
            || diagnostic.message.contains("contains itself")
            || isAboutSeveralMembers(diagnostic)
            || diagnostic.message.contains("\" is outside the range")
            || diagnostic.message.contains(": the value of") || diagnostic.message.contains(": the content of")
            || diagnostic.message.contains("Can't read") || diagnostic.message.contains("found the value of")
            || diagnostic.message.contains("found the content of")
            || diagnostic.message.contains("Missing setting \"active\"")
    }

    /// Returns true for diagnostics about a setting that depends on another, such as an interval that needs a file.
    private func isAboutSeveralMembers(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.message.contains("of the combin") || diagnostic.message.contains("A route has no provider")
            || diagnostic.code == "riskySetting"
            || diagnostic.message.contains("has no effect without a file")
    }

    @Test("Uses only keywords that the validator supports")
    func keywords() {
        #expect(JSONSchema(registry.schema).unknownKeywords == [])
    }

    @Test("Describes custom provider types")
    func ownTypes() throws {
        let own = ProviderType("company") { settings in
            _ = settings.secret("key")
            _ = settings.int("retries", default: 3, in: 0...9)
            _ = settings.duration("interval", default: .seconds(15), in: .seconds(1) ... .seconds(60))
            return InMemoryFlagProvider(name: settings.name)
        }
        let schema = ProviderRegistry([ProviderModule(types: [own])]).schema
        guard case .array(let shapes)? = schema["$defs"]?["provider"]?["oneOf"] else {
            Issue.record("The schema has no provider types.")
            return
        }
        let shape = try #require(shapes.first { $0["properties"]?["type"]?["const"] == "company" })
        #expect(shape["required"] == ["key", "type"])
        #expect(
            shape["properties"]?["key"] == [
                "anyOf": [["type": "string", "minLength": 1], ["$ref": "#/$defs/reference"]]
            ])
        #expect(
            shape["properties"]?["retries"] == ["type": "integer", "default": 3, "minimum": 0, "maximum": 9])
        #expect(
            shape["properties"]?["interval"] == [
                "anyOf": [
                    ["type": "number", "minimum": 1.0, "maximum": 60.0],
                    ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$"],
                ]
            ])
    }

    @Test("Accepts only documents that the reader accepts", arguments: [1, 2, 3, 4] as [UInt64])
    func accepted(seed: UInt64) {
        let schema = JSONSchema(registry.schema)
        var documents = SchemaDocuments(registry.schema, seed: seed)
        var read = 0
        for _ in 0..<150 {
            let document = documents.next()
            let faults = schema.faults(of: document)
            guard faults.isEmpty else {
                Issue.record("The generator created an invalid document: \(faults) in \(document)")
                return
            }
            let diagnostics = diagnostics(document).filter {
                !["providerNesting", "missingFile"].contains($0.code) && !isAboutSeveralMembers($0)
            }
            guard diagnostics.isEmpty else {
                Issue.record("seed \(seed): \(diagnostics) in \(document)")
                return
            }
            read += 1
        }
        #expect(read == 150)
    }

    @Test("Rejects the same documents as the reader", arguments: [5, 6, 7, 8] as [UInt64])
    func spoiled(seed: UInt64) {
        let schema = JSONSchema(registry.schema)
        var documents = SchemaDocuments(registry.schema, seed: seed)
        var refused = 0
        for _ in 0..<250 {
            let document = documents.spoiled(documents.next())
            let faults = schema.faults(of: document)
            let diagnostics = diagnostics(document)
            let isRead = diagnostics.allSatisfy(isBeyondSchemas)
            guard isRead == faults.isEmpty else {
                Issue.record("seed \(seed): schema \(faults), reader \(diagnostics) in \(document)")
                return
            }
            if !faults.isEmpty { refused += 1 }
        }
        #expect(refused > 80, "Too few documents were corrupted.")
    }
}
