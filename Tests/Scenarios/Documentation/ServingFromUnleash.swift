// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardUnleash
import HostileServer
import Testing
import TestSupport

@Suite("Guide samples: Unleash provider")
struct ServingFromUnleashTests {
    /// The token source of the samples.
    private struct Tokens: Sendable {
        func current() async throws -> String { "token" }
    }

    /// A stub for the app's analytics.
    private final class Analytics {
        var lines: [String] = []
        func log(_ name: String, _ isEnabled: Bool, _ variant: String?) {
            lines.append("\(name) \(isEnabled) \(variant ?? "-")")
        }
    }

    private static let page = "Providers/Unleash/Provider/HalyardUnleash.docc/UnleashOptions.md"
    private static let answer: Wire = """
        {"toggles":[{"name":"checkout","enabled":true,"impressionData":true,\
        "variant":{"name":"blue","enabled":true,"payload":{"type":"string","value":"#00f"}}}]}
        """

    private func server() throws -> HostileServer {
        try HostileServer { request in
            request.target.contains("metrics") ? [.send(.response(202))] : [.send(.response(body: Self.answer))]
        }
    }

    @Test("Creates a provider from options")
    func options() throws {
        let (tokens, key) = (Tokens(), "key")
        var options = UnleashOptions(url: "https://flags.example.com/api/frontend", clientKey: Secret(key))
        options.appName = "shop"
        options.headersProvider = { ["Authorization": try await tokens.current()] }  // asked before each request
        let provider = try UnleashProvider(options)  // throws everything that is wrong, with a suggestion
        let flags = FlagClient(provider: provider, context: .user("c3b155b0", ["plan": "gold"]))
        #expect(flags.providerName == "unleash")
    }

    @Test("Creates a local provider with rules and a custom strategy")
    func rules() throws {
        let page = try Repository.text("Providers/Unleash/Provider/HalyardUnleash.docc/UnleashLocalOptions.md")
        let text = try #require(page.firstMatch(of: /```json\n((?:.|\n)*?)```/)).1
        #expect(JSONSchema(ProviderRegistry([.unleash]).schema).faults(of: try JSONReader().read(String(text))) == [])
        let client = try FlagClient(configuration: .json(String(text)), providers: [.unleash])
        #expect(client.providerName == "unleash")
        let token = "token"
        var options = UnleashLocalOptions(url: "https://flags.example.com/api", token: Secret(token))
        options.projects = ["checkout"]
        options.strategies["businessHours"] = { parameters, context in
            parameters["zone"] == context.properties["zone"]  // whether it holds
        }
        let flags = FlagClient(provider: try UnleashLocalProvider(options))
        #expect(flags.providerName == "unleash")
    }

    @Test("Requests flags as the reference page's configuration specifies")
    func configuration() async throws {
        let server = try server()
        defer { server.stop() }
        let text = try #require(try Repository.text(Self.page).firstMatch(of: /```json\n((?:.|\n)*?)```/)).1
        #expect(JSONSchema(ProviderRegistry([.unleash]).schema).faults(of: try JSONReader().read(String(text))) == [])
        let files = InMemoryFileSystem([
            "/app/halyard.json": String(text.replacing("https://flags.example.com", with: server.url(""))),
            "/app/flags.json": #"{"toggles":[]}"#,
        ])
        var host = ConfigurationHost()
        host.files = files
        let path = "/app/halyard.json"
        var options = FlagClient.Options()
        options.time = ManualTime()
        let configured = try FlagClient(
            configuration: .file(path), providers: [.unleash], options: options, host: host)
        #expect(await configured.start(within: .seconds(60)) == .ready)
        await configured.shutdown()
        let request = try await server.nextRequest()
        #expect(request.target.contains("properties%5Btier%5D=gold"))
        #expect(request.value(of: "Authorization") == "only-for-trying")
    }

    @Test("Accepts a custom transport and headers provider")
    func parts() throws {
        let (tokens, transport) = (Tokens(), PlatformTransport.make())
        let path = Repository.path("Examples/QuickStart/halyard.json").path(percentEncoded: false)
        let unleash = ProviderModule.unleash(
            transport: transport, headersProvider: { ["Authorization": try await tokens.current()] })
        let flags = try FlagClient(configuration: .file(path), providers: [unleash])
        #expect(flags.providerName == "file")
    }

    @Test("Returns a flag's state, payload, variant, and impressions")
    func reading() async throws {
        let server = try server()
        defer { server.stop() }
        let provider = try UnleashProvider(
            UnleashOptions(url: server.url("/api/frontend"), clientKey: Secret("key")),
            transport: PlatformTransport.make(time: ManualTime()), store: InMemoryFlagStore())
        var options = FlagClient.Options()
        options.time = ManualTime()
        let flags = FlagClient(provider: provider, options: options)
        await flags.start()
        // The stream must exist before the reads.
        let impressions = provider.impressions
        let isOn = flags.bool("checkout", default: false)
        let colour = flags.string("checkout", default: "#000000")  // the payload of the variant
        let variant = flags.details(of: FlagKey("checkout", default: "#000000")).variant
        #expect(isOn)
        #expect(colour == "#00f")
        #expect(variant == "blue")
        let analytics = Analytics()
        var seen = 0
        for await impression in impressions {
            analytics.log(impression.featureName, impression.isEnabled, impression.variant)
            seen += 1
            if seen == 3 { break }
        }
        #expect(analytics.lines == ["checkout true -", "checkout true blue", "checkout true blue"])
        await flags.shutdown()
    }

    /// Passes the impressions on, as the guide does.
    private func follow(_ provider: UnleashProvider, _ analytics: Analytics) async {
        for await impression in provider.impressions {
            analytics.log(impression.featureName, impression.isEnabled, impression.variant)
        }
    }
}
