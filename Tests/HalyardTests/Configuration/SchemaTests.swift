// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import Testing
import TestSupport

/// The schema and the reader against each other, over documents that are made of the schema and then spoiled.
@Suite("JSON Schema")
struct SchemaTests {
    private let registry = ProviderRegistry()

    /// What the reader says; a variable is set, and the file is there.
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

    /// Whether no schema can say what is wrong: names of things that do not exist, ranges of texts, wrong nesting.
    private func isBeyondSchemas(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.code == "providerNesting" || diagnostic.message.contains("Unknown provider:")
            || diagnostic.message.contains("contains itself")
            || isAboutSeveralMembers(diagnostic)
            || diagnostic.message.contains("the string")
                && diagnostic.message.contains("is outside the range")
            || diagnostic.message.contains(": the value of") || diagnostic.message.contains(": the content of")
            || diagnostic.message.contains("Can't read") || diagnostic.message.contains("found the value of")
            || diagnostic.message.contains("found the content of")
            || diagnostic.message.contains("Missing setting \"active\"")
    }

    /// Returns true for findings about one member that depends on another: providers of a combination, an interval's file.
    private func isAboutSeveralMembers(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.message.contains("of the combin") || diagnostic.message.contains("A route has no provider")
            || diagnostic.code == "riskySetting"
            || diagnostic.message.contains("has no effect without a file")
    }

    @Test("the schema uses no keyword that the checker does not know")
    func keywords() {
        #expect(JSONSchema(registry.schema).unknownKeywords == [])
    }

    @Test("types of an app's own are described like those that come along")
    func ownTypes() throws {
        let own = ProviderType("company") { settings in
            _ = settings.secret("key")
            _ = settings.int("retries", default: 3, in: 0...9)
            _ = settings.duration("interval", default: .seconds(15), in: .seconds(1) ... .seconds(60))
            return InMemoryProvider(name: settings.name)
        }
        let schema = ProviderRegistry([ProviderModule(types: [own])]).schema
        guard case .array(let shapes)? = schema["$defs"]?["provider"]?["oneOf"] else {
            Issue.record("there are no shapes")
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

    @Test("what the schema accepts the reader accepts", arguments: [1, 2, 3, 4] as [UInt64])
    func accepted(seed: UInt64) {
        let schema = JSONSchema(registry.schema)
        var documents = SchemaDocuments(registry.schema, seed: seed)
        var read = 0
        for _ in 0..<150 {
            let document = documents.next()
            let faults = schema.faults(of: document)
            guard faults.isEmpty else {
                Issue.record("the generator strayed from the schema: \(faults) in \(document)")
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

    @Test("what the schema refuses the reader refuses, and the other way round", arguments: [5, 6, 7, 8] as [UInt64])
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
        #expect(refused > 80, "hardly anything was spoiled")
    }
}
