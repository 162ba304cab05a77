// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import Testing
import TestSupport

@Suite("Unleash configuration")
struct UnleashConfigurationTests {
    /// Every option with a value other than its default.
    ///
    /// Names in capitals are environment variables.
    private static let everyOption = #"""
        {"version": 1, "context": {"key": "ann", "attributes": {"plan": "gold", "note": "x", "region": "eu"}},
         "providers": {"flags": {
           "type": "unleash",
           "url": {"$env": "URL"},
           "clientKey": {"$env": "KEY"},
           "headerName": "X-Api-Key",
           "appName": "shop",
           "environment": "blue",
           "instanceId": "till-7",
           "refreshInterval": "20s",
           "pausesInBackground": false,
           "fetchMethod": "post",
           "freshFor": "1h",
           "requestTimeout": "3s",
           "missingFlags": "unknown",
           "headers": {"X-Gateway": "g", "X-Token": {"$env": "TOKEN"}},
           "flavor": {"name": "wrapper", "version": "2.1"},
           "sessionId": "99",
           "storeSession": false,
           "sessionFolder": "sessions",
           "sendMetrics": true,
           "metricsInterval": "40s",
           "metricsIntervalInitial": "5s",
           "metricsUrl": {"$env": "METRICS_URL"},
           "impressions": "all",
           "mapping": {"drop": ["note"], "rename": {"plan": "tier"}, "hash": ["region"],
                       "constant": {"channel": "beta"}, "private": ["tier"]},
           "persistence": {"policy": "networkFirst", "ttl": "1h", "folder": "cache"},
           "bootstrap": {"file": "shipped.json", "format": "unleash"}
         }}}
        """#

    private func host(_ stage: UnleashStage, files: InMemoryFileSystem = InMemoryFileSystem()) -> ConfigurationHost {
        let variables = [
            "URL": stage.server.url("/edge/api/frontend?tenant=7"), "KEY": "secret-key", "TOKEN": "secret-token",
            "METRICS_URL": stage.server.url("/metrics"),
        ]
        var host = ConfigurationHost()
        host.time = stage.time
        host.files = files
        host.variable = { variables[$0] }
        return host
    }

    private func configuredClient(
        _ text: String, _ stage: UnleashStage, files: InMemoryFileSystem = InMemoryFileSystem(),
        lifecycle: (any Lifecycle)? = nil
    ) throws(ConfigurationError) -> FlagClient {
        try FlagClient(
            configuration: .json(text, directory: "/app"),
            providers: [.unleash(transport: UnleashStage.transport)],
            options: .manual(stage.time) { $0.lifecycle = lifecycle }, host: host(stage, files: files))
    }

    @Test("Sends the expected requests with every option configured")
    func everyOption() async throws {
        let stage = try UnleashStage(.toggles("on"))
        defer { stage.server.stop() }
        let files = InMemoryFileSystem(["/app/shipped.json": #"{"toggles":[{"name":"shipped","enabled":true}]}"#])
        let lifecycle = ManualLifecycle()
        let client = try configuredClient(Self.everyOption, stage, files: files, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        #expect(client.bool("on", default: false))
        // Missing flags are unknown in this configuration, so the caller's default value applies.
        #expect(client.bool("absent", default: true))
        let region = "4d0282941aaf2d694ddaa24fca75e503c73ab16fff3884cac12f39f882bc60cb"
        let context =
            #"{"context":{"appName":"shop","environment":"blue","properties":{"channel":"beta","region":"\#(region)","#
            + #""tier":"gold"},"sessionId":"99","userId":"ann"}}"#
        let identity = [
            "Unleash-Appname: shop", "Unleash-Sdk-Flavor-Version: 2.1", "Unleash-Sdk-Flavor: wrapper",
            "Unleash-Sdk: halyard-swift:0.1.0", "X-Api-Key: secret-key", "X-Gateway: g", "X-Token: secret-token",
        ]
        let fetch = try await stage.server.nextRequest()
        let id = fetch.value(of: "Unleash-Connection-Id")
        #expect(
            fetch.transcript().filter { !$0.hasPrefix("Unleash-Connection-Id") }
                == [
                    "POST /edge/api/frontend?tenant=7", "Accept: application/json",
                    "Content-Length: \(context.utf8.count)", "Content-Type: application/json",
                ] + identity + [context])
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(5))
        let metrics =
            #"{"appName":"shop","bucket":{"start":"2026-01-01T00:00:00.000Z","stop":"2026-01-01T00:00:05.000Z","#
            + #""toggles":{"absent":{"no":1,"yes":0},"on":{"no":0,"yes":1}}},"environment":"blue","#
            + #""instanceId":"till-7"}"#
        let report = try await stage.server.nextRequest()
        #expect(
            report.transcript().filter { !$0.hasPrefix("Unleash-Connection-Id") }
                == [
                    "POST /metrics", "Accept: application/json", "Content-Length: \(metrics.utf8.count)",
                    "Content-Type: application/json",
                ] + identity + [metrics])
        #expect(id?.isEmpty == false)
        #expect(report.value(of: "Unleash-Connection-Id") == id)
        await client.shutdown()
        // The session ID remains in memory, and only the flags are stored.
        #expect(files.paths.contains { $0.hasPrefix("/app/cache/") })
        #expect(!files.paths.contains { $0.hasPrefix("/app/sessions") })
    }

    /// Returns a configuration of one provider, with the required settings and the given settings.
    private func configuration(_ members: String) -> String {
        #"{"version": 1, "providers": {"flags": {"type": "unleash", "url": {"$env": "URL"}, "clientKey": "k", "#
            + #""sessionId": "9", "sendMetrics": false\#(members.isEmpty ? "" : ", " + members)}}}"#
    }

    @Test("Polls in the background if configured")
    func polling() async throws {
        let stage = try UnleashStage(.toggles("a"), .toggles("b"))
        defer { stage.server.stop() }
        let lifecycle = ManualLifecycle(.background)
        let client = try configuredClient(
            configuration(#""refreshInterval": "20s", "pausesInBackground": false"#), stage, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        await stage.pass(.seconds(20))
        await client.until { $0.flagSet?.table["b"] != nil }
        await client.shutdown()
    }

    @Test("Applies the configured request timeout")
    func requestTimeout() async throws {
        let stage = try UnleashStage { _ in [.stall] }
        defer { stage.server.stop() }
        let client = try FlagClient(
            configuration: .json(configuration(#""requestTimeout": "3s""#)), providers: [.unleash],
            options: .manual(stage.time),
            host: host(stage))
        let start = Task { await client.start() }
        _ = try await stage.server.nextRequest()
        // The client and the request each wait for a deadline.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(3))
        guard case .defaults(let error) = await start.value else {
            Issue.record("The client has flags.")
            return
        }
        #expect(error == FlagError(.general, "\(stage.origin): No response within 3.0 seconds."))
        await client.shutdown()
    }

    @Test("Sends no metrics if they are turned off")
    func disableMetrics() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = try configuredClient(configuration(""), stage)
        await client.start()
        _ = client.bool("a", default: false)
        await client.shutdown()
        #expect(stage.server.requests.map(\.method) == ["GET"])
    }

    @Test("Reports all errors with locations and suggestions, without secrets")
    func errors() throws {
        let text = #"""
            {"version": 1, "providers": {"flags": {
              "type": "unleash", "url": "flags.example.com", "clientKey": {"$env": "NO_KEY"}, "refreshIntervall": 5,
              "fetchMethod": "put", "missingFlags": "on", "headers": {"unleash-sdk": "x", "X-A": 7},
              "flavor": {"name": "n"}, "metricsUrl": "https://a:secret@b", "requestTimeout": 0, "headerName": "Content-Type",
              "mapping": {"rename": {"a": ""}}, "appName": "two\nlines"
            }}}
            """#
        let error = #expect(throws: ConfigurationError.self) {
            try ProviderRegistry([.unleash]).load(.json(text))
        }
        #expect(
            error?.description == #"""
                2:29: error: /providers/flags/url: The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api.
                2:63: error: /providers/flags/clientKey: The environment variable NO_KEY is not set. Set it, or add a "default".
                2:83: error: /providers/flags/refreshIntervall: Unknown setting "refreshIntervall". Did you mean "refreshInterval"?
                3:18: error: /providers/flags/fetchMethod: Expected one of "get", "post", found "put".
                3:41: error: /providers/flags/missingFlags: Expected one of "unknown", "off", found "on".
                3:58: error: /providers/flags/headers: The provider sets the header field "unleash-sdk". Remove it.
                3:86: error: /providers/flags/headers/X-A: Expected a string, found a number. Use "…" or {"$env": "NAME"}.
                4:13: error: /providers/flags/flavor: Missing setting "version". Add it: a string.
                4:42: error: /providers/flags/metricsUrl: The URL contains a user or a password. Remove them, and set the key as a setting.
                4:82: error: /providers/flags/requestTimeout: 0 is outside the range 0.01 seconds to 3600.0 seconds. Use a duration in that range.
                4:99: error: /providers/flags/headerName: The key can't be sent in a header field of this name. Use "Authorization", or the field that your gateway requires.
                5:31: error: /providers/flags/mapping/rename/a: The new name is empty. Set a name, or "drop" the attribute.
                5:48: error: /providers/flags/appName: The name is empty or isn't valid in a header field. Use the app's name, on one line.
                """#)
    }

    @Test("Reports missing required settings")
    func missing() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ProviderRegistry([.unleash]).load(
                .json(#"{"version": 1, "providers": {"flags": {"type": "unleash"}}}"#))
        }
        #expect(
            error?.diagnostics.map(\.description) == [
                "1:39: error: /providers/flags: Missing setting \"url\". Add it: a string.",
                "1:39: error: /providers/flags: Missing setting \"clientKey\". "
                    + "Add it: a string, or {\"$env\": \"NAME\"}.",
            ])
    }

    @Test("Accepts the same settings as the JSON schema", arguments: [1, 2, 3] as [UInt64])
    func schema(seed: UInt64) {
        let check = SchemaAgreement.check(
            ProviderRegistry([.unleash]), type: "unleash", seed: seed,
            butFor: ["/url", "/metricsUrl", "/headerName", "/headers", "/appName", "/clientKey"])
        #expect(check.others == [])
        #expect(check.count > 20)
    }
}
