// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardManifest
import Testing
import TestSupport

@testable import HalyardTool

@Suite("schema")
struct SchemaCommandTests {
    @Test("Prints the published configuration schema")
    func configuration() async throws {
        let published = try Repository.text("Examples/QuickStart/halyard.schema.json")
        #expect(await MemoryTool().run("schema") == .init(status: .success, output: published))
    }

    @Test("Prints the manifest schema")
    func manifest() async {
        #expect(await MemoryTool().run("schema", "--manifest").output == FlagManifest.schema)
        #expect(await MemoryTool().run("schema", "--manifest", "--output=eval").status == .usage)
    }

    @Test("Provides a schema for each command with --json, and for no other")
    func outputs() async throws {
        let commands = Tool().commands.filter { $0.options.contains(.json) }.map(\.name)
        #expect(commands.sorted() == OutputSchema.all.keys.sorted())
        for name in commands {
            let schema = try JSONReader().read(await MemoryTool().run("schema", "--output", name).output)
            #expect(JSONSchema(schema).unknownKeywords == [])
            #expect(schema["title"] == .string("halyard-cli \(name) --json"))
            #expect(!JSONSchema(schema).faults(of: [:]).isEmpty, "\(name): the schema accepts an empty object")
        }
    }
}
