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

    // MARK: Configuration

    /// A setting with a value that differs from the default value.
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let json: String
        let isApplied: @Sendable (LaunchDarklyLocalOptions) -> Bool

        init<Value: Equatable & Sendable>(
            _ name: String, _ json: String, _ property: any KeyPath<LaunchDarklyLocalOptions, Value> & Sendable,
            _ value: Value
        ) {
            testDescription = name
            self.json = json
            isApplied = { $0[keyPath: property] == value }
        }
    }

    private static let settings = [
        Setting("sdkKey", #""sdk-2""#, \.sdkKey, Secret("sdk-2")),
        Setting("baseUrl", #""https://a.example""#, \.endpoints.polling, "https://a.example"),
        Setting("streamUrl", #""https://b.example""#, \.endpoints.streaming, "https://b.example"),
        Setting("eventsUrl", #""https://c.example""#, \.endpoints.events, "https://c.example"),
        Setting("streamingMode", #""polling""#, \.streamingMode, .polling),
        Setting("flagPollingInterval", #""10m""#, \.pollingInterval, .seconds(600)),
        Setting("filter", #""shop""#, \.filter, "shop"),
        Setting("initialReconnectDelay", #""2s""#, \.initialReconnectDelay, .seconds(2)),
        Setting("connectionTimeout", #""100s""#, \.connectionTimeout, .seconds(100)),
        Setting("application", #"{"id": "shop"}"#, \.application.id, "shop"),
        Setting("application", #"{"version": "1.2"}"#, \.application.version, "1.2"),
        Setting("wrapperName", #""wrap""#, \.application.wrapperName, "wrap"),
        Setting("wrapperVersion", #""3""#, \.application.wrapperVersion, "3"),
        Setting("additionalHeaders", #"{"X-Gateway": "g"}"#, \.additionalHeaders, ["X-Gateway": "g"]),
        Setting("sendEvents", "false", \.sendsEvents, false),
        Setting("eventCapacity", "3", \.events.capacity, 3),
        Setting("eventFlushInterval", #""20s""#, \.events.flushInterval, .seconds(20)),
        Setting("allUserAttributesPrivate", "true", \.events.allAttributesPrivate, true),
        Setting("privateUserAttributes", #"["email"]"#, \.events.privateAttributes, ["email"]),
        Setting("omitAnonymousContexts", "true", \.events.omitsAnonymousContexts, true),
        Setting("enableCompression", "true", \.events.isCompressed, true),
        Setting("sendDiagnostics", "false", \.events.sendsDiagnostics, false),
        Setting("diagnosticRecordingInterval", #""10m""#, \.events.diagnosticInterval, .seconds(600)),
        Setting("storeEvents", "false", \.events.storage.isOn, false),
        Setting("storedEventsSize", "1000", \.events.storage.size, 1000),
        Setting("storedEventsAge", #""1h""#, \.events.storage.age, .seconds(3600)),
    ]

    /// Reads options from the settings of a provider.
    private func options(_ settings: String) throws(ConfigurationError) -> LaunchDarklyLocalOptions {
        let options = Lock(LaunchDarklyLocalOptions(sdkKey: Secret("")))
        let type = ProviderType("ld") { settings in
            let read = LaunchDarklyLocalOptions(settings)
            options.withLock { $0 = read }
            return InMemoryFlagProvider(name: settings.name)
        }
        _ = try ProviderRegistry([ProviderModule(types: [type])]).load(
            .json(#"{"version": 1, "providers": {"p": {"type": "ld", \#(settings)}}}"#))
        return options.withLock { $0 }
    }

    @Test("Reads each setting", arguments: settings)
    func setting(row: Setting) throws {
        let key = row.testDescription == "sdkKey" ? "" : #", "sdkKey": "sdk-1""#
        #expect(try row.isApplied(options(#""\#(row.testDescription)": \#(row.json)\#(key)"#)))
        #expect(!row.isApplied(LaunchDarklyLocalOptions(sdkKey: Secret("sdk-1"))))
    }

    @Test("Reads no settings other than the tested settings")
    func settingNames() {
        let error = #expect(throws: ConfigurationError.self) {
            try options(#""sdkKey": "sdk-1", "zzzzzzzz": 1"#)
        }
        let names = Set(Self.settings.map(\.testDescription)).union(["bootstrap", "persistence", "type"])
        #expect(error?.diagnostics.map(\.suggestion) == ["Known settings: \(names.sorted().joined(separator: ", "))."])
    }

    /// Returns a client of a provider with these additional settings, which polls the stage's service.
    private func client(_ settings: String, _ stage: LocalStage, _ files: InMemoryFileSystem) throws -> FlagClient {
        let variables = ["URL": stage.server.url("/poll/"), "KEY": "sdk-secret"]
        let text = #"""
            {"version": 1, "context": {"key": "ann", "attributes": {"plan": "gold", "note": "x"}},
             "providers": {"flags": {
               "type": "launchdarkly-local", "sdkKey": {"$env": "KEY"}, "baseUrl": {"$env": "URL"},
               "eventsUrl": {"$env": "URL"}, "streamingMode": "polling", \#(settings)
             }}}
            """#
        let host = ConfigurationHost.files(files) {
            $0.time = stage.time
            $0.variable = { variables[$0] }
        }
        return try FlagClient(
            configuration: .json(text, directory: "/app"), providers: [.launchDarkly], options: .manual(stage.time),
            host: host)
    }

    @Test("Creates a provider that applies the settings to requests, contexts, and stored events")
    func configuration() async throws {
        let stage = try LocalStage(polls: [[.send(.response(200, body: "\(LocalStage.rules("1", version: 2))"))]])
        let files = InMemoryFileSystem()
        let client = try client(
            #"""
            "filter": "shop", "application": {"id": "shop", "version": "1.2"}, "wrapperName": "wrap",
            "wrapperVersion": "3", "additionalHeaders": {"X-Gateway": "g"}, "folder": "ld",
            "mapping": {"drop": ["note"], "rename": {"plan": "tier"}}
            """#, stage, files)
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["a": 1] && client.diagnostics.recent.isEmpty)
        let poll = try #require(stage.server.requests.first { $0.target.contains("latest-all") })
        #expect(poll.target == "/poll/sdk/latest-all?filter=shop")
        #expect(poll.value(of: "Authorization") == "sdk-secret" && poll.value(of: "X-Gateway") == "g")
        #expect(poll.value(of: "X-LaunchDarkly-Tags") == "application-id/shop application-version/1.2")
        #expect(poll.value(of: "X-LaunchDarkly-Wrapper") == "wrap/3")
        #expect(
            client.mappings().mappings.first?.output == ["kind": "user", "key": "ann", "tier": "gold"])
        await client.setOnline(false)
        client.track("bought")
        await client.shutdown()
        #expect(!files.paths.isEmpty && files.paths.allSatisfy { $0.hasPrefix("/app/ld/") })
    }

    @Test("Reports an interval of diagnostic events that it lengthens")
    func diagnosticInterval() async throws {
        let stage = try LocalStage(polls: [[.send(.response(200, body: "\(LocalStage.rules("1", version: 2))"))]])
        let client = try client(
            #""sendEvents": false, "diagnosticRecordingInterval": "3s""#, stage, InMemoryFileSystem())
        #expect(await client.start() == .ready)
        #expect(
            client.diagnostics.recent.map { "\($0.code.rawValue) \($0.subject ?? "")" } == [
                "intervalLengthened diagnosticRecordingInterval"
            ])
        await client.shutdown()
    }

    @Test(
        "Rejects a configuration without a key, and settings of the provider type for apps",
        arguments: [
            ("", "/providers/p: Missing setting \"sdkKey\"."),
            (#", "sdkKey": """#, "/providers/p/sdkKey: The value is empty."),
            (
                #", "sdkKey": "mob-1""#,
                "/providers/p/sdkKey: This is a mobile key, not an SDK key."
            ),
            (#", "sdkKey": "sdk-1", "useReport": true"#, "/providers/p/useReport: Unknown setting \"useReport\"."),
        ])
    func invalidConfiguration(settings: String, problem: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ProviderRegistry([.launchDarkly]).load(
                .json(#"{"version": 1, "providers": {"p": {"type": "launchdarkly-local"\#(settings)}}}"#))
        }
        #expect(error?.diagnostics.map { "\($0.location?.pointer ?? "-"): \($0.message)" } == [problem])
    }
}
