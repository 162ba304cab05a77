// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardOFREP
import HalyardUnleash
import Testing
import TestSupport

@Suite("Guide samples: JSON configuration")
struct ConfiguringTests {
    private static let pages = ["ConfigureHalyard", "ConfigurationFile"]

    /// Returns the JSON blocks of the pages that are complete configurations.
    private static func configurations() throws -> [String] {
        try pages.flatMap { page in
            try Repository.text("Sources/Halyard/Halyard.docc/\(page).md").matches(of: /```json\n((?:.|\n)*?)```/)
                .map { String($0.1) }.filter { $0.contains("\"version\"") }
        }
    }

    /// Creates a folder with a configuration and the files that the pages' configurations name.
    private func folder(_ configuration: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in ["halyard.json": configuration, "flags.json": #"{"flags": {"new-checkout": true}}"#] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        return folder
    }

    @Test("Loads and validates every configuration of the pages")
    func configurations() async throws {
        let registry = ProviderRegistry([.unleash, .launchDarkly, .ofrep])
        let variables = [
            "LAUNCHDARKLY_MOBILE_KEY": "mob-key", "UNLEASH_FRONTEND_TOKEN": "key", "OFREP_TOKEN": "token",
            "PROXY_PASSWORD": "password",
        ]
        var host = ConfigurationHost()
        host.variable = { variables[$0] }
        let configurations = try Self.configurations()
        #expect(configurations.count == 10)
        for text in configurations {
            let folder = try folder(text)
            let file = folder.appending(path: "halyard.json").path(percentEncoded: false)
            // A vendor's provider has the vendor's name, and needs a network to start.
            if !["launchdarkly", "unleash", "ofrep"].contains(try registry.load(.file(file), host: host).active) {
                let client = try FlagClient(
                    configuration: .file(file), providers: [.unleash, .launchDarkly, .ofrep], host: host)
                #expect(await client.start(within: .seconds(60)) == .ready)
                #expect(client.bool("new-checkout", default: false))
                await client.shutdown()
            }
            #expect(JSONSchema(registry.schema).faults(of: try JSONReader().read(text)) == [])
            try FileManager.default.removeItem(at: folder)
        }
    }

    @Test("Describes every property of the schema in a sentence")
    func descriptions() {
        func bare(_ schema: FlagValue, at path: String) -> [String] {
            switch schema {
            case .object(let members):
                var found: [String] = []
                if case .object(let properties)? = members["properties"] {
                    for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
                        let text = String(flagValue: property["description"] ?? .null) ?? ""
                        if !text.hasSuffix(".") { found.append("\(path)/\(name)") }
                    }
                }
                return found + members.sorted { $0.key < $1.key }.flatMap { bare($1, at: "\(path)/\($0)") }
            case .array(let elements): return elements.enumerated().flatMap { bare($1, at: "\(path)/\($0)") }
            default: return []
            }
        }
        #expect(bare(ProviderRegistry([.unleash, .launchDarkly, .ofrep]).schema, at: "") == [])
        let own = ProviderType("own") { settings in
            InMemoryFlagProvider(["answer": .int(Int64(settings.int("answer", "What is answered.", default: 42)))])
        }
        let schema = ProviderRegistry([ProviderModule(types: [own])]).schema
        #expect(bare(schema, at: "") == [])
        #expect(bare(["properties": ["a": ["type": "string"]]], at: "") == ["/a"])
    }

    @Test("Validates the example's configuration with the published schema")
    func example() throws {
        let schema = try JSONReader().read(try Repository.text("Examples/QuickStart/halyard.schema.json"))
        let example = try JSONReader().read(try Repository.text("Examples/QuickStart/halyard.json"))
        #expect(JSONSchema(schema).faults(of: example) == [])
        #expect(schema == ProviderRegistry([.unleash, .launchDarkly, .ofrep]).schema)
    }

    @Test("Creates named clients, and applies another configuration")
    func clients() async throws {
        let folder = try folder(try #require(try Self.configurations().first { $0.contains("\"clients\"") }))
        let path = folder.appending(path: "halyard.json").path(percentEncoded: false)
        let shop = try FlagClient(configuration: .file(path), client: "shop")
        let all = try FlagClient.all(in: .file(path))  // by name: "back-office" and "shop"
        #expect(all.keys.sorted() == ["back-office", "shop"])
        #expect(shop.name == "shop")

        let flags = shop
        await flags.start()
        let other = folder.appending(path: "other.json").path(percentEncoded: false)
        try Data(
            #"{"version": 1, "providers": {"p": {"type": "memory", "flags": {"new-nav": false}}}, "clients": {"shop": {}}}"#
                .utf8
        ).write(to: URL(filePath: other))
        try await flags.applyConfiguration(.file(other))  // all or nothing: throws if it cannot be done
        #expect(flags[.newNav] == false)
        await flags.shutdown()
        try FileManager.default.removeItem(at: folder)
    }
}
