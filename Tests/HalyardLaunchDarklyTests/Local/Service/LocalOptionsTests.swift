// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly options for servers")
struct LocalOptionsTests {
    @Test(
        "Refuses keys of other kinds, and names the right provider type",
        arguments: [
            ("", "The SDK key is empty."), ("mob-1", "This is a mobile key, not an SDK key."),
            ("0123456789abcdef01234567", "This is a client-side ID, not an SDK key."),
            ("api-1", "This is an access token for the REST API, not an SDK key."),
            ("sdk-\n", "The key contains control characters or is longer than 4,096 bytes."),
        ])
    func keys(key: String, message: String) {
        let problems = LaunchDarklyLocalOptions(sdkKey: Secret(key)).problems
        #expect(problems.map(\.message) == [message] && problems.map(\.option) == ["sdkKey"])
        let isOtherType = key == "mob-1" || key.hasPrefix("0")
        #expect(problems.first?.suggestion.contains("\"launchdarkly\"") == isOtherType)
    }

    @Test("Accepts SDK keys and the keys of a Relay Proxy", arguments: ["sdk-1", "my-relay-key"])
    func validKeys(key: String) { #expect(LaunchDarklyLocalOptions(sdkKey: Secret(key)).problems.isEmpty) }

    @Test("The provider type for apps refuses an SDK key")
    func clientKey() {
        let problems = LaunchDarklyOptions(mobileKey: Secret("sdk-1")).problems
        #expect(problems.map(\.option) == ["mobileKey"])
        #expect(problems.first?.suggestion.contains("\"launchdarkly-local\"") == true)
    }

    @Test("Refuses to run on a user's device")
    func device() {
        var options = LaunchDarklyLocalOptions(sdkKey: Secret("sdk-1"))
        options.isOnUserDevice = true
        #expect(
            options.problems.map(\.message) == [
                "An app on a user's device must not contain an SDK key, because the key gives access to all rules."
            ])
    }

    @Test("Has the default values of LaunchDarkly's server SDKs")
    func defaults() {
        let options = LaunchDarklyLocalOptions(sdkKey: Secret("sdk-1"))
        #expect(options.endpoints.polling == "https://sdk.launchdarkly.com")
        #expect(options.endpoints.streaming == "https://stream.launchdarkly.com")
        #expect(options.endpoints.events == "https://events.launchdarkly.com")
        #expect(options.streamingMode == .streaming && options.pollingInterval == .seconds(30))
        #expect(options.events.capacity == 10_000 && options.events.flushInterval == .seconds(5))
        #expect(options.events.diagnosticInterval == .seconds(900) && options.events.server != nil)
    }

    @Test("Generates a key for contexts without a key, and doesn't store it")
    func generatedKeys() throws {
        let provider = try LaunchDarklyLocalProvider(LaunchDarklyLocalOptions(sdkKey: Secret("sdk-1")))
        let context = try #require(provider.mapping(of: .anonymous)?.output)
        #expect(context["anonymous"] == true && String(flagValue: context["key"] ?? .null)?.utf8.count == 36)
        let other = try LaunchDarklyLocalProvider(LaunchDarklyLocalOptions(sdkKey: Secret("sdk-1")))
        #expect(other.mapping(of: .anonymous)?.output != context)
    }

    /// A configuration in which every option differs from its default.
    private static let everyOption = #"""
        {"version": 1, "context": {"key": "ann", "attributes": {"plan": "gold", "note": "x"}},
         "providers": {"flags": {
           "type": "launchdarkly-local", "sdkKey": {"$env": "KEY"},
           "baseUrl": {"$env": "BASE"}, "streamUrl": {"$env": "STREAM"}, "eventsUrl": {"$env": "EVENTS"},
           "streamingMode": "polling", "flagPollingInterval": "10m", "filter": "shop", "folder": "ld",
           "initialReconnectDelay": "2s", "connectionTimeout": "100s",
           "application": {"id": "shop", "version": "1.2"}, "wrapperName": "wrap", "wrapperVersion": "3",
           "additionalHeaders": {"X-Gateway": "g"}, "sendEvents": true, "eventCapacity": 3, "eventFlushInterval": "20s",
           "allUserAttributesPrivate": true, "privateUserAttributes": ["email"], "omitAnonymousContexts": true,
           "enableCompression": true, "sendDiagnostics": true, "diagnosticRecordingInterval": "10m",
           "mapping": {"drop": ["note"], "rename": {"plan": "tier"}}
         }}}
        """#

    @Test("A configuration sets every option")
    func configuration() async throws {
        let stage = try LocalStage(polls: [
            [.send(.response(200, body: "\(LocalStage.rules("1", version: 2))"))]
        ])
        let variables = [
            "BASE": stage.server.url("/poll/"), "STREAM": stage.server.url("/stream"),
            "EVENTS": stage.server.url("/events"), "KEY": "sdk-secret",
        ]
        let host = ConfigurationHost.files(InMemoryFileSystem()) {
            $0.time = stage.time
            $0.variable = { variables[$0] }
        }
        let client = try FlagClient(
            configuration: .json(Self.everyOption, directory: "/app"), providers: [.launchDarkly],
            options: .manual(stage.time), host: host)
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["a": 1] && client.diagnostics.recent.isEmpty)
        let poll = try #require(stage.server.requests.first { $0.target.contains("latest-all") })
        #expect(poll.target == "/poll/sdk/latest-all?filter=shop")
        #expect(poll.value(of: "Authorization") == "sdk-secret" && poll.value(of: "X-Gateway") == "g")
        #expect(poll.value(of: "X-LaunchDarkly-Tags") == "application-id/shop application-version/1.2")
        #expect(poll.value(of: "X-LaunchDarkly-Wrapper") == "wrap/3")
        #expect(client.mappings().mappings.first?.output?["tier"] == "gold")
        await client.shutdown()
    }

    @Test("A configuration without a key, or with a client option, is an error")
    func invalidConfiguration() {
        for provider in [
            #""type": "launchdarkly-local""#, #""type": "launchdarkly-local", "sdkKey": "sdk-1", "useReport": true"#,
        ] {
            #expect(throws: ConfigurationError.self) {
                try FlagClient(
                    configuration: .json(#"{"version": 1, "providers": {"p": {\#(provider)}}}"#),
                    providers: [.launchDarkly], options: .manual(), host: .files(InMemoryFileSystem()))
            }
        }
    }
}
