// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("OFREP configuration")
struct OFREPConfigurationTests {
    /// A configuration in which every option differs from its default.
    private static let everyOption = #"""
        {"version": 1, "context": {"key": "ann", "attributes": {"plan": "gold", "note": "x", "age": 42}},
         "providers": {"flags": {
           "type": "ofrep",
           "url": {"$env": "URL"},
           "bearer": {"$env": "TOKEN"},
           "headers": {"Flagd-Selector": "flagSetId=shop", "X-Team": {"$env": "TEAM"}},
           "pollInterval": "20s",
           "events": false,
           "inactivityDelay": "2m",
           "pausesInBackground": false,
           "timeout": "3s",
           "attributes": "text",
           "contexts": "primary",
           "missingFlags": "off",
           "mapping": {"drop": ["note"], "rename": {"plan": "tier"}, "constant": {"channel": "beta"}},
           "persistence": {"policy": "networkFirst", "ttl": "1h", "folder": "cache"},
           "bootstrap": {"file": "shipped.json", "format": "ofrep"}
         }}}
        """#

    private func host(_ stage: OFREPStage, _ files: InMemoryFileSystem = InMemoryFileSystem()) -> ConfigurationHost {
        let variables = ["URL": stage.server.url("/edge?tenant=7"), "TOKEN": "secret-token", "TEAM": "secret-team"]
        return .files(files) {
            $0.time = stage.time
            $0.variable = { variables[$0] }
        }
    }

    private func configuredClient(
        _ text: String, _ stage: OFREPStage, files: InMemoryFileSystem = InMemoryFileSystem(),
        module: ProviderModule? = nil,
        lifecycle: (any Lifecycle)? = nil
    ) throws(ConfigurationError) -> FlagClient {
        try FlagClient(
            configuration: .json(text, directory: "/app"),
            providers: [module ?? .ofrep(transport: OFREPStage.transport)],
            options: .manual(stage.time) { $0.lifecycle = lifecycle }, host: host(stage, files))
    }

    /// Returns a configuration of one provider with its required settings and additional ones.
    private func configuration(_ members: String = "") -> String {
        #"{"version": 1, "context": {"key": "ann"}, "providers": {"flags": {"type": "ofrep", "url": {"$env": "URL"}"#
            + #"\#(members.isEmpty ? "" : ", " + members)}}}"#
    }

    @Test("Applies every option, and sends the exact request")
    func everyOption() async throws {
        let stage = try OFREPStage(.on("a", streams: #"{"type":"sse","endpoint":{"requestUri":"/events"}}"#), .on("b"))
        defer { stage.server.stop() }
        let files = InMemoryFileSystem(["/app/shipped.json": #"{"flags":[{"key":"shipped","value":true}]}"#])
        let client = try configuredClient(
            Self.everyOption, stage, files: files, lifecycle: ManualLifecycle(.background))
        #expect(await client.start() == .ready)
        #expect(client.bool("a", default: false))
        // The option "missingFlags" is "off".
        #expect(!client.bool("absent", default: true))
        let body = #"{"context":{"age":"42","channel":"beta","targetingKey":"ann","tier":"gold"}}"#
        #expect(
            try await stage.server.nextRequest().transcript() == [
                "POST /edge/ofrep/v1/evaluate/flags?tenant=7", "Accept: application/json",
                "Authorization: Bearer secret-token", "Content-Length: \(body.utf8.count)",
                "Content-Type: application/json", "Flagd-Selector: flagSetId=shop", "X-Team: secret-team", body,
            ])
        await stage.pass(.seconds(20))
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
        #expect(stage.server.requests.map(\.method) == ["POST", "POST"])
        #expect(files.paths.contains { $0.hasPrefix("/app/cache/") && $0.hasSuffix(".snapshot") })
    }

    @Test("Serves bootstrap flags until the server responds")
    func bootstrap() async throws {
        let gate = Gate()
        let stage = try OFREPStage { _ in [.wait(gate), .send(.on("a"))] }
        defer { stage.server.stop() }
        let files = InMemoryFileSystem(["/app/shipped.json": #"{"flags":[{"key":"shipped","value":true}]}"#])
        let client = try configuredClient(configuration(#""bootstrap": "shipped.json""#), stage, files: files)
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        await client.until { $0.flagSet != nil }
        #expect(client.allFlags == ["shipped": true])
        gate.open()
        #expect(await start.value == .ready)
        #expect(client.allFlags == ["a": true])
        await client.shutdown()
    }

    @Test("Sends the key as X-API-Key unless the headers provider replaces it")
    func apiKey() async throws {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let configuration = configuration(#""apiKey": {"$env": "TOKEN"}"#)
        let plain = try configuredClient(configuration, stage)
        #expect(await plain.start() == .ready)
        await plain.shutdown()
        let module = ProviderModule.ofrep(transport: OFREPStage.transport) { ["X-API-Key": "fetched"] }
        let fetched = try configuredClient(configuration, stage, module: module)
        #expect(await fetched.start() == .ready)
        await fetched.shutdown()
        #expect(stage.server.requests.map { $0.value(of: "X-API-Key") } == ["secret-token", "fetched"])
        #expect(stage.server.requests.map { $0.value(of: "Authorization") } == [nil, nil])
    }

    @Test("Stores flags by default, and serves them for 30 days in later launches")
    func defaultPersistence() async throws {
        let stage = try OFREPStage(.on("a"), .response(503), .response(503))
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let first = try configuredClient(configuration(), stage, files: files)
        #expect(await first.start() == .ready)
        await first.shutdown()
        #expect(files.paths.count { $0.hasSuffix(".snapshot") } == 1)
        stage.time.advance(by: .seconds(30 * 86_400))
        let second = try configuredClient(configuration(), stage, files: files)
        _ = await second.start(until: .anyFlags)
        #expect(
            second.details(of: FlagKey("a", default: false)).description == "a = true (on, STATIC, persisted: flags)")
        await second.shutdown()
        stage.time.advance(by: .milliseconds(1))
        let third = try configuredClient(configuration(), stage, files: files)
        guard case .defaults = await third.start() else {
            Issue.record("The client started with flags.")
            return
        }
        #expect(third.allFlags == [:])
        await third.shutdown()
    }

    @Test("Follows the configured persistence policy", arguments: ["networkOnly", "networkFirst"])
    func otherPersistence(policy: String) async throws {
        let gate = Gate()
        let answers = InTurn([0, 1])
        let stage = try OFREPStage { _ in
            answers.next() == 0 ? [.send(.on("a"))] : [.wait(gate), .send(.response(503))]
        }
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let text = configuration(#""persistence": "\#(policy)""#)
        let first = try configuredClient(text, stage, files: files)
        #expect(await first.start() == .ready)
        await first.shutdown()
        #expect(files.paths.contains { $0.hasSuffix(".snapshot") } == (policy == "networkFirst"))
        let second = try configuredClient(text, stage, files: files)
        let start = Task { await second.start() }
        _ = try await stage.server.nextRequest()
        _ = try await stage.server.nextRequest()
        #expect(second.allFlags == [:])
        gate.open()
        _ = await start.value
        #expect(second.allFlags == (policy == "networkFirst" ? ["a": true] : [:]))
        await second.shutdown()
    }

    @Test("Ends a request after the configured timeout")
    func timeout() async throws {
        let stage = try OFREPStage { _ in [.stall] }
        defer { stage.server.stop() }
        let client = try configuredClient(
            configuration(#""timeout": "3s", "persistence": "networkOnly""#), stage, module: .ofrep)
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        // The client and the request each have a deadline.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(3))
        #expect(await start.value == .defaults(FlagError(.general, "\(stage.origin): No response within 3.0 seconds.")))
        await client.shutdown()
    }

    @Test("Reports all errors with locations and suggestions, without secrets")
    func errors() {
        let text = #"""
            {"version": 1, "providers": {"flags": {
              "type": "ofrep", "url": "flags.example.com", "bearer": {"$env": "NO_KEY"}, "pollIntervall": 5,
              "attributes": "json", "contexts": "all", "missingFlags": "on", "headers": {"accept": "x", "X-A": 7},
              "events": "yes", "inactivityDelay": "0s", "pollInterval": "500ms", "timeout": 0, "apiKey": "two\nlines",
              "mapping": {"rename": {"a": ""}}, "persistence": {"policy": "cacheFirst"}, "endpoint": "x"
            }}}
            """#
        let error = #expect(throws: ConfigurationError.self) { try ProviderRegistry([.ofrep]).load(.json(text)) }
        #expect(
            error?.description == #"""
                2:27: error: /providers/flags/url: The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api.
                2:58: error: /providers/flags/bearer: The environment variable NO_KEY is not set. Set it, or add a "default".
                2:78: error: /providers/flags/pollIntervall: Unknown setting "pollIntervall". Did you mean "pollInterval"?
                3:17: error: /providers/flags/attributes: Expected one of "native", "text", found "json".
                3:37: error: /providers/flags/contexts: Expected one of "nested", "primary", found "all".
                3:60: error: /providers/flags/missingFlags: Expected one of "unknown", "off", found "on".
                3:77: error: /providers/flags/headers: The provider sets the header field "accept". Remove it.
                3:100: error: /providers/flags/headers/X-A: Expected a string, found a number. Use "…" or {"$env": "NAME"}.
                4:13: error: /providers/flags/events: Expected true or false, found the string "yes". Use true or false.
                4:39: error: /providers/flags/inactivityDelay: "0s" is outside the range 1.0 seconds to 31536000.0 seconds. Use a duration in that range.
                4:61: error: /providers/flags/pollInterval: 0.5 seconds is outside the range 1.0 seconds to 31536000.0 seconds. Use a value in that range.
                4:81: error: /providers/flags/timeout: 0 is outside the range 0.01 seconds to 3600.0 seconds. Use a duration in that range.
                4:94: error: /providers/flags/apiKey: The value of "X-API-Key" is empty, or isn't valid in a header field. Use a single line of text.
                4:94: error: /providers/flags/apiKey: Authorization and X-API-Key are both set, and servers differ in which one they use. Remove all but one.
                5:31: error: /providers/flags/mapping/rename/a: The new name is empty. Set a name, or "drop" the attribute.
                5:63: error: /providers/flags/persistence/policy: Unknown persistence policy: "cacheFirst". Known values: "networkFirst", "networkOnly", "persistenceUntilNetworkSuccess".
                5:78: error: /providers/flags/endpoint: Unknown setting "endpoint". Known settings: apiKey, attributes, bearer, bootstrap, contexts, events, headers, inactivityDelay, mapping, missingFlags, network, pausesInBackground, persistence, pollInterval, timeout, type, url.
                """#)
    }

    @Test(
        "Reports missing and misspelled settings",
        arguments: [
            (#""type": "ofrep""#, #"1:39: error: /providers/flags: Missing setting "url". Add it: a string."#),
            (
                #""type": "ofrap", "url": "https://a""#,
                #"1:48: error: /providers/flags/type: Unknown provider type: "ofrap". Did you mean "ofrep"? Known values: "bootstrap", "bootstrapped", "combined", "memory", "ofrep", "persisted", "replay"."#
            ),
            (
                #""type": "ofrep", "url": "https://a", "Bearer": "t""#,
                #"1:77: error: /providers/flags/Bearer: Unknown setting "Bearer". Did you mean "bearer"?"#
            ),
            (
                #""type": "ofrep", "url": "https://a", "bearer": "s3cret", "apiKey": "s3cret""#,
                #"1:107: error: /providers/flags/apiKey: Authorization and X-API-Key are both set, and servers differ in "#
                    + "which one they use. Remove all but one."
            ),
        ])
    func nearMisses(members: String, diagnostic: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ProviderRegistry([.ofrep]).load(
                .json(#"{"version": 1, "providers": {"flags": {\#(members)}}}"#))
        }
        #expect(error?.description == diagnostic)
    }

    @Test("Includes the provider type and its settings in the schema")
    func schemaMembers() throws {
        let text = ProviderRegistry([.ofrep]).schema.description
        #expect(text.contains(#""const":"ofrep""#))
        for member in [
            "url", "bearer", "apiKey", "headers", "pollInterval", "events", "inactivityDelay", "pausesInBackground",
            "timeout", "attributes", "contexts", "missingFlags", "mapping", "persistence",
        ] {
            #expect(text.contains("\"\(member)\":{"), "\(member)")
        }
    }

    @Test("Accepts documents generated from the JSON schema", arguments: [1, 2, 3] as [UInt64])
    func schema(seed: UInt64) {
        let check = SchemaAgreement.check(
            ProviderRegistry([.ofrep]), type: "ofrep", seed: seed,
            butFor: ["/url", "/headers", "/bearer", "/apiKey", "/pollInterval"])
        #expect(check.others == [])
        #expect(check.count > 20)
    }
}
