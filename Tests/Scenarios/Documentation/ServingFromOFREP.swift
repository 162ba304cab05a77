// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("Guide samples: OFREP provider")
struct ServingFromOFREPTests {
    /// The token source of the samples.
    private struct Tokens: Sendable {
        func current() async throws -> String { "token" }
    }

    private static let page = "Providers/OFREP/Provider/HalyardOFREP.docc/UseOFREP.md"

    @Test("Creates a provider from options")
    func options() throws {
        let tokens = Tokens()
        var options = OFREPOptions(url: "https://flags.example.com")
        // Asked before each request.
        options.headersProvider = { ["Authorization": "Bearer " + (try await tokens.current())] }
        let provider = try OFREPProvider(options)  // throws everything that is wrong, with a suggestion
        let flags = FlagClient(provider: provider, context: .user("c3b155b0", ["plan": "gold"]))
        #expect(flags.providerName == "ofrep")
    }

    @Test("Sends the guide's request body for the guide's configuration")
    func configuration() async throws {
        let server = try HostileServer(answering: { _ in Step.flags(#"{"flags":[]}"#) })
        defer { server.stop() }
        let blocks = try Repository.text(Self.page).matches(of: /```json\n((?:.|\n)*?)```/).map { String($0.1) }
        let index = try #require(blocks.firstIndex { $0.contains("\"mapping\"") })
        let (text, body) = (blocks[index], blocks[index + 1])
        #expect(JSONSchema(ProviderRegistry([.ofrep]).schema).faults(of: try JSONReader().read(text)) == [])
        let files = InMemoryFileSystem([
            "/app/halyard.json": text.replacing("https://flags.example.com", with: server.url("")),
            "/app/flags.json": #"{"flags":[]}"#,
        ])
        var host = ConfigurationHost()
        host.files = files
        var options = FlagClient.Options()
        options.time = ManualTime()
        let client = try FlagClient(
            configuration: .file("/app/halyard.json"), providers: [.ofrep], options: options, host: host)
        await client.start(within: .seconds(60))
        let request = try await server.nextRequest()
        await client.shutdown()
        #expect(request.value(of: "Authorization") == "Bearer only-for-trying")
        #expect(request.value(of: "Flagd-Selector") == "flagSetId=shop")
        #expect(try JSONReader().read(request.text) == JSONReader().read(body))
    }

    @Test("Lists exactly the settings of the schema")
    func members() throws {
        let reference = try Repository.text("Providers/OFREP/Provider/HalyardOFREP.docc/OFREPOptions.md")
        let rows = reference.matches(of: /(?m)^\| (`[a-zA-Z]+`) \|[^|]+\|[^|]+\|[^|]+\|$/)
        let listed = rows.flatMap { $0.1.split(separator: ",").map { $0.filter(\.isLetter) } }
        let schema = ProviderRegistry([.ofrep]).schema
        let known = try #require(Self.members(of: "ofrep", in: schema))
        #expect(Set(listed).union(["type", "bootstrap"]) == Set(known))
    }

    /// Returns the settings of a provider type in a configuration schema.
    private static func members(of type: String, in schema: FlagValue) -> [String]? {
        switch schema {
        case .object(let members):
            if members["properties"]?["type"]?["const"] == .string(type),
                case .object(let properties)? = members["properties"]
            {
                return Array(properties.keys)
            }
            return members.values.lazy.compactMap { Self.members(of: type, in: $0) }.first
        case .array(let elements): return elements.lazy.compactMap { Self.members(of: type, in: $0) }.first
        default: return nil
        }
    }
}
