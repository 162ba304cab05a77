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
    @Test("the schema of configurations is the published file")
    func configuration() async throws {
        let published = try Repository.text("Examples/QuickStart/halyard.schema.json")
        #expect(await MemoryTool().run("schema") == .init(status: .success, output: published))
    }

    @Test("the schema of manifests")
    func manifest() async {
        #expect(await MemoryTool().run("schema", "--manifest").output == FlagManifest.schema)
        #expect(await MemoryTool().run("schema", "--manifest", "--output=eval").status == .usage)
    }

    @Test("every command with --json has a schema, and no other one has")
    func outputs() async throws {
        let commands = Tool().commands.filter { $0.options.contains(.json) }.map(\.name)
        #expect(commands.sorted() == OutputSchema.all.keys.sorted())
        for name in commands {
            let schema = try JSONReader().read(await MemoryTool().run("schema", "--output", name).output)
            #expect(JSONSchema(schema).unknownKeywords == [])
            #expect(schema["title"] == .string("halyard-cli \(name) --json"))
            #expect(!JSONSchema(schema).faults(of: [:]).isEmpty, "\(name): the schema refuses nothing")
        }
    }
}
