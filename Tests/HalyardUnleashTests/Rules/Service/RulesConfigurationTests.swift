// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash rules: configuration")
struct RulesConfigurationTests {
    /// Every option with a value other than its default.
    ///
    /// Names in capitals are environment variables.
    private static let everyOption = #"""
        {"version": 1, "context": {"key": "ann", "attributes": {"plan": "gold", "note": "x"}},
         "providers": {"flags": {
           "type": "unleash-local",
           "url": {"$env": "URL"},
           "token": {"$env": "TOKEN"},
           "appName": "shop",
           "environment": "blue",
           "instanceId": "till-7",
           "projects": ["till"],
           "delta": true,
           "refreshInterval": "20s",
           "pausesInBackground": false,
           "requestTimeout": "3s",
           "headers": {"X-Gateway": "g"},
           "sessionId": "99",
           "sendMetrics": true,
           "metricsInterval": "40s",
           "impressions": "all",
           "mapping": {"rename": {"plan": "tier"}, "drop": ["note"]},
           "persistence": {"policy": "networkFirst", "folder": "cache"},
           "bootstrap": {"file": "shipped.json", "format": "unleash-local"}
         }}}
        """#

    private func client(
        _ text: String, _ stage: RulesStage, files: InMemoryFileSystem = InMemoryFileSystem(),
        lifecycle: (any Lifecycle)? = nil,
        strategies: [String: UnleashLocalOptions.Strategy] = [:]
    ) throws(ConfigurationError) -> FlagClient {
        let variables = ["URL": stage.server.url("/edge/api"), "TOKEN": "secret-token"]
        var host = ConfigurationHost.files(files)
        host.time = stage.time
        host.variable = { variables[$0] }
        return try FlagClient(
            configuration: .json(text, directory: "/app"),
            providers: [.unleash(transport: UnleashStage.transport, strategies: strategies)],
            options: .manual(stage.time) { $0.lifecycle = lifecycle }, host: host)
    }

    @Test("Applies every option from the configuration")
    func everyOption() async throws {
        let stage = try RulesStage(.delta(Wire.hydration(["a": "gold"]), tag: "\"1\""))
        defer { stage.server.stop() }
        let shipped = #"{"features":[{"name":"shipped","enabled":true}]}"#
        let files = InMemoryFileSystem(["/app/shipped.json": shipped])
        let lifecycle = ManualLifecycle()
        let client = try client(Self.everyOption, stage, files: files, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        let fetch = try await stage.first("delta?project=till")
        #expect(fetch.target == "/edge/api/client/delta?project=till")
        #expect(
            ["Authorization", "Unleash-Appname", "Unleash-Instanceid", "Unleash-Interval", "X-Gateway"].map {
                fetch.value(of: $0)
            } == ["secret-token", "shop", "till-7", "20000", "g"])
        // The rule uses "plan", which the mapping renames.
        #expect(client.allFlags == ["a": false])
        #expect(client.mappings().mappings.first?.output?["properties"] == ["tier": "gold"])
        let register = try await stage.first("register")
        #expect(register.text.contains(#""environment":"blue","instanceId":"till-7","interval":20000"#))
        await until { files.paths.contains { $0.hasPrefix("/app/cache/") } }
        // Polling continues in the background.
        lifecycle.move(to: .background)
        await client.until { $0.mode == .background }
        let count = stage.fetches.count
        await until {
            stage.time.advance(by: .seconds(20))
            return stage.fetches.count > count
        }
        await client.shutdown()
    }

    @Test("Requires only a URL and a token")
    func least() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let text = #"""
            {"version": 1, "providers": {"flags": {"type": "unleash-local", "url": {"$env": "URL"}, "token": {"$env": "TOKEN"}}}}
            """#
        let client = try client(text, stage)
        #expect(await client.start() == .ready)
        #expect(client.snapshot(for: .gold).bool("a", default: false))
        #expect(client.snapshot(for: .silver).bool("a", default: true) == false)
        await client.shutdown()
        #expect(stage.fetches.map(\.target) == ["/edge/api/client/features"])
    }

    @Test("Uses the custom strategies of the provider module")
    func strategies() async throws {
        let stage = try RulesStage(
            .flags(
                #"{"features":[{"name":"a","enabled":true,"strategies":[{"name":"starts","parameters":{"with":"b"}}]}]}"#
            ))
        defer { stage.server.stop() }
        let text =
            #"{"version": 1, "providers": {"flags": {"type": "unleash-local", "url": {"$env": "URL"}, "token": "t"}}}"#
        let client = try client(
            text, stage,
            strategies: [
                "starts": { parameters, context in context.userId?.hasPrefix(parameters["with"] ?? "?") == true }
            ])
        #expect(await client.start() == .ready)
        #expect(client.snapshot(for: .silver).bool("a", default: false))
        #expect(!client.snapshot(for: .gold).bool("a", default: true))
        await client.shutdown()
    }

    @Test(
        "Reports configuration problems with their location",
        arguments: [
            (#""url": "https://x.test/api""#, ["/providers/flags: Missing setting \"token\"."]),
            (
                #""url": "nowhere", "token": "t""#,
                [
                    "/providers/flags/url: The value isn't an absolute http or https URL. Use a URL such as "
                        + "https://flags.example.com/api."
                ]
            ),
            (
                #""url": "https://x.test/api", "token": "t", "projects": [""]"#,
                ["/providers/flags/projects: A project has no name."]
            ),
            (
                #""url": "https://x.test/api", "token": "t", "refreshIntervall": "1s""#,
                ["/providers/flags/refreshIntervall: Unknown setting \"refreshIntervall\"."]
            ),
        ])
    func problems(members: String, expected: [String]) throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let text = #"{"version": 1, "providers": {"flags": {"type": "unleash-local", \#(members)}}}"#
        let error = #expect(throws: ConfigurationError.self) { try client(text, stage) }
        #expect(error?.diagnostics.map { "\($0.location?.pointer ?? ""): \($0.message)" } == expected)
    }
}
