// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing
import TestSupport

@Suite("Guide samples: LaunchDarkly provider")
struct ServingFromLaunchDarklyTests {
    /// The token source of the samples.
    private struct Tokens: Sendable {
        func current() async -> String { "token" }
    }

    private static let page = "Providers/LaunchDarkly/Provider/HalyardLaunchDarkly.docc/LaunchDarklyOptions.md"

    @Test("Creates a provider from options")
    func options() throws {
        let key = "mob-1"
        var options = LaunchDarklyOptions(mobileKey: Secret(key))
        options.withReasons = true
        options.events.privateAttributes = ["email"]
        let provider = try LaunchDarklyProvider.cached(options)  // throws everything that is wrong, with a suggestion
        let flags = FlagClient(provider: provider, context: .user("c3b155b0", ["plan": "gold"]))
        #expect(flags.providerName == "launchdarkly")
    }

    @Test("Creates a local provider from options and from the reference page's configuration")
    func localOptions() throws {
        let folder = "Providers/LaunchDarkly/Provider/HalyardLaunchDarkly.docc"
        let page = try Repository.text("\(folder)/LaunchDarklyLocalOptions.md")
        let text = try #require(page.firstMatch(of: /```json\n((?:.|\n)*?)```/)).1
        let schema = ProviderRegistry([.launchDarkly]).schema
        #expect(JSONSchema(schema).faults(of: try JSONReader().read(String(text))) == [])
        let client = try FlagClient(configuration: .json(String(text)), providers: [.launchDarkly])
        #expect(client.providerName == "launchdarkly")
        let key = "sdk-1"
        var options = LaunchDarklyLocalOptions(sdkKey: Secret(key))
        options.filter = "checkout"
        let flags = FlagClient(provider: try LaunchDarklyLocalProvider(options))
        #expect(flags.providerName == "launchdarkly")
    }

    @Test("Evaluates the rules of the guide about local evaluation")
    func localRules() async throws {
        let folder = "Providers/LaunchDarkly/Provider/HalyardLaunchDarkly.docc"
        let page = try Repository.text("\(folder)/EvaluateLaunchDarklyFlagsLocally.md")
        let blocks = page.matches(of: /```json\n((?:.|\n)*?)```/).map { String($0.1) }
        let rules = try #require(blocks.firstIndex { $0.hasPrefix("{\n  \"flags\"") })
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem(["/app/rules.json": blocks[rules], "/app/halyard.json": blocks[rules + 1]])
        let flags = try FlagClient(configuration: .file("/app/halyard.json"), providers: [.launchDarkly], host: host)
        #expect(await flags.start(within: .seconds(60)) == .ready)
        let key = FlagKey("new-checkout", default: false)
        #expect(!flags.snapshot(for: .user("bob", ["plan": "free"]))[key])
        let context = EvaluationContext.user("ada", ["plan": "gold"])
            .adding(.init(.organization, key: "acme", attributes: ["size": 120]))
        let details = flags.snapshot(for: context).details(of: key)
        #expect(details.description == "new-checkout = true (1, TARGETING_MATCH, bootstrap: rules)")
        let reason = try #require(details.metadata["vendorReason"])
        #expect(reason.description == #"{"kind":"RULE_MATCH","ruleId":"gold-plan","ruleIndex":0}"#)
        #expect(page.contains("\n\(details)\n") && page.contains("\n\(reason)\n"))
    }

    @Test("Requests flags as the reference page's configuration specifies")
    func configuration() async throws {
        let server = try HostileServer { request in
            request.method == "POST"
                ? [.send(.response(202))]
                : [.send(.eventStream + .event("put", #"{"nav":{"value":true,"version":1}}"#)), .stall]
        }
        defer { server.stop() }
        let text = try #require(try Repository.text(Self.page).firstMatch(of: /```json\n((?:.|\n)*?)```/)).1
        let schema = ProviderRegistry([.launchDarkly]).schema
        #expect(JSONSchema(schema).faults(of: try JSONReader().read(String(text))) == [])
        let address = server.url("")
        let addresses = #""streamUrl": "\#(address)", "eventsUrl": "\#(address)""#
        let configuration = text.replacing(#""streamUrl": "https://clientstream.launchdarkly.com""#, with: addresses)
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem(["/app/halyard.json": String(configuration), "/app/flags.json": "{}"])
        var options = FlagClient.Options()
        options.time = ManualTime()
        let flags = try FlagClient(
            configuration: .file("/app/halyard.json"), providers: [.launchDarkly], options: options, host: host)
        #expect(await flags.start(within: .seconds(60)) == .ready)
        #expect(flags.bool("nav", default: false))
        await flags.shutdown()
        let request = try #require(server.requests.first { $0.method == "GET" })
        let context = "eyJrZXkiOiJhZGEiLCJraW5kIjoidXNlciIsInRpZXIiOiJnb2xkIn0"
        #expect(request.target == "/meval/\(context)?withReasons=true")
        #expect(request.value(of: "Authorization") == "api_key mob-only-for-trying")
    }

    @Test("Accepts a custom transport and header provider")
    func parts() throws {
        let (tokens, transport) = (Tokens(), PlatformTransport.make())
        let path = Repository.path("Examples/QuickStart/halyard.json").path(percentEncoded: false)
        let launchDarkly = ProviderModule.launchDarkly(
            transport: transport,
            headersProvider: { url, headers in
                var headers = headers
                headers["X-Gateway"] = await tokens.current()  // asked before each request
                return headers
            })
        let flags = try FlagClient(configuration: .file(path), providers: [launchDarkly])
        #expect(flags.providerName == "file")
    }

    @Test("Reports the connection status")
    func connections() async throws {
        let provider = try LaunchDarklyProvider(
            LaunchDarklyOptions(mobileKey: Secret("mob-1")), files: InMemoryFileSystem())
        let shown = Lock<[String]>([])
        let task = Task {
            await follow(provider) { mode, known, failure in
                shown.withLock { $0.append("\(mode) \(known?.description ?? "-") \(failure.map { "\($0)" } ?? "-")") }
            }
        }
        await until { !shown.withLock({ $0.isEmpty }) }
        task.cancel()
        await task.value
        #expect(shown.withLock { $0 } == ["offline - -"])
    }

    /// Observes the connection, as the guide does.
    private func follow(
        _ provider: LaunchDarklyProvider,
        _ show: (LaunchDarklyConnection.Mode, Instant?, LaunchDarklyConnection.Failure?) -> Void
    ) async {
        for await connection in provider.connections {
            show(connection.mode, connection.lastKnownFlagValidity, connection.lastFailure)
        }
    }
}
