// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing
import TestSupport

@Suite("LaunchDarkly configuration")
struct LaunchDarklyConfigurationTests {
    /// A configuration in which every option differs from its default.
    private static let everyOption = #"""
        {"version": 1, "context": {"key": "ann", "attributes": {"plan": "gold", "note": "x", "email": "a@b.c"}},
         "providers": {"flags": {
           "type": "launchdarkly",
           "mobileKey": {"$env": "KEY"},
           "baseUrl": {"$env": "BASE"},
           "streamUrl": {"$env": "STREAM"},
           "eventsUrl": {"$env": "EVENTS"},
           "contextModel": "users",
           "streamingMode": "polling",
           "flagPollingInterval": "10m",
           "backgroundFlagPollingInterval": "2h",
           "enableBackgroundUpdates": true,
           "streamInBackground": false,
           "useReport": true,
           "evaluationReasons": true,
           "retryWhenRefused": true,
           "initialReconnectDelay": "2s",
           "connectionTimeout": "100s",
           "maxCachedUsers": 7,
           "folder": "ld",
           "application": {"id": "shop", "name": "Shop", "version": "1.2", "versionName": "one.two"},
           "wrapperName": "wrap",
           "wrapperVersion": "3",
           "additionalHeaders": {"X-Gateway": "g", "X-Token": {"$env": "TOKEN"}},
           "sendEvents": true,
           "eventCapacity": 3,
           "eventFlushInterval": "20s",
           "allUserAttributesPrivate": true,
           "privateUserAttributes": ["email"],
           "inlineUserInEvents": true,
           "autoAliasingOptOut": true,
           "sendDiagnostics": true,
           "diagnosticRecordingInterval": "10m",
           "mapping": {"drop": ["note"], "rename": {"plan": "tier"}, "constant": {"channel": "beta"},
                       "private": ["tier"]},
           "bootstrap": {"file": "shipped.json", "format": "launchdarkly"}
         }}}
        """#

    private func host(_ stage: LaunchDarklyStage, files: InMemoryFileSystem = InMemoryFileSystem()) -> ConfigurationHost
    {
        let variables = [
            "URL": stage.server.url("/base"), "BASE": stage.server.url("/poll/"), "STREAM": stage.server.url("/stream"),
            "EVENTS": stage.server.url("/events"), "KEY": "mob-secret-key", "TOKEN": "secret-token",
        ]
        var host = ConfigurationHost()
        host.time = stage.time
        host.files = files
        host.variable = { variables[$0] }
        return host
    }

    private func configuredClient(
        _ text: String, _ stage: LaunchDarklyStage, files: InMemoryFileSystem = InMemoryFileSystem(),
        lifecycle: (any Lifecycle)? = nil
    ) throws(ConfigurationError) -> FlagClient {
        try FlagClient(
            configuration: .json(text, directory: "/app"),
            providers: [.launchDarkly(transport: PlatformTransport.make())],
            options: .manual(stage.time) { $0.lifecycle = lifecycle },
            host: host(stage, files: files))
    }

    @Test("Applies every option, and sends the exact requests")
    func everyOption() async throws {
        let stage = try LaunchDarklyStage(
            polls: [
                Step.flags(#"{"on":{"value":true,"version":2,"variation":1,"reason":{"kind":"OFF"}}}"#, tag: "\"1\"")
            ])
        defer { stage.server.stop() }
        let files = InMemoryFileSystem(["/app/shipped.json": #"{"shipped":{"value":true,"version":1}}"#])
        let lifecycle = ManualLifecycle()
        let client = try configuredClient(Self.everyOption, stage, files: files, lifecycle: lifecycle)
        #expect(await client.start() == .ready)
        #expect(client.details(of: FlagKey("on", default: false)).value)
        client.track("one")
        // The identify event also counts, so the third tracking event exceeds the capacity of 3.
        client.track("two")
        client.track("three")
        let agent = "User-Agent: \(Platform.system.name)/0.1.0"
        let identity = [
            agent, "X-Gateway: g",
            "X-Launchdarkly-Tags: application-id/shop application-name/Shop application-version/1.2 "
                + "application-version-name/one.two", "X-Launchdarkly-Wrapper: wrap/3", "X-Token: secret-token",
        ]
        let user =
            #"{"custom":{"channel":"beta","tier":"gold"},"email":"a@b.c","key":"ann","#
            + #""privateAttributeNames":["tier"]}"#
        let requests = try await [stage.server.nextRequest(), stage.server.nextRequest()].sorted {
            $0.method > $1.method
        }
        #expect(
            requests[0].transcript(withAgent: true).filter { !$0.hasPrefix("Accept:") }
                == [
                    "REPORT /poll/msdk/evalx/user?withReasons=true", "Authorization: api_key mob-secret-key",
                    "Content-Length: \(user.utf8.count)", "Content-Type: application/json",
                ] + identity + [user])
        let diagnostics = requests[1]
        #expect(diagnostics.target == "/events/mobile/events/diagnostic")
        let document = try JSONReader().read(diagnostics.body)
        #expect(document["kind"] == "diagnostic-init")
        #expect(document["id"]?["sdkKeySuffix"] == "et-key")
        #expect(
            document["sdk"]
                == ["name": "halyard-swift", "version": "0.1.0", "wrapperName": "wrap", "wrapperVersion": "3"])
        #expect(
            document["configuration"] == [
                "allAttributesPrivate": true, "autoAliasingOptOut": true, "backgroundPollingDisabled": false,
                "backgroundPollingIntervalMillis": 7_200_000, "connectTimeoutMillis": 100_000, "customBaseURI": true,
                "customEventsURI": true, "customHeaders": true, "customStreamURI": true,
                "diagnosticRecordingIntervalMillis": 600_000, "evaluationReasonsRequested": true, "eventsCapacity": 3,
                "eventsFlushIntervalMillis": 20_000, "inlineUsersInEvents": true, "maxCachedUsers": 7,
                "mobileKeyCount": 1, "pollingIntervalMillis": 600_000, "streamingDisabled": true, "useReport": true,
            ])
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(20))
        let redacted = #"{"key":"ann","privateAttrs":["channel","email","tier"]}"#
        let (start, end) = (1_767_225_600_000, 1_767_225_620_000)
        let events =
            #"[{"creationDate":\#(start),"key":"ann","kind":"identify","user":\#(redacted)},"#
            + #"{"creationDate":\#(start),"key":"one","kind":"custom","user":\#(redacted)},"#
            + #"{"creationDate":\#(start),"key":"two","kind":"custom","user":\#(redacted)},"#
            + #"{"endDate":\#(end),"features":{"on":{"counters":[{"count":1,"value":true,"variation":1,"version":2}],"#
            + #""default":false}},"kind":"summary","startDate":\#(start)}]"#
        let post = try await stage.server.nextRequest()
        #expect(
            post.transcript(withAgent: true).filter { !$0.hasPrefix("X-Launchdarkly-Payload-Id") }
                == [
                    "POST /events/mobile/events/bulk", "Accept: application/json",
                    "Authorization: api_key mob-secret-key", "Content-Length: \(events.utf8.count)",
                    "Content-Type: application/json", agent, "X-Gateway: g", "X-Launchdarkly-Event-Schema: 3",
                ] + identity.dropFirst(2) + [events])
        // Polling continues in the background, and sends the ETag of the current flags.
        lifecycle.move(to: .background)
        #expect(try await stage.server.nextRequest().value(of: "If-None-Match") == "\"1\"")
        await client.shutdown()
        #expect(files.paths.contains { $0.hasPrefix("/app/ld/") })
        #expect(files.paths.allSatisfy { $0.hasPrefix("/app/ld/") || $0 == "/app/shipped.json" })
    }

    /// Returns a configuration of one provider with its required settings and additional ones.
    private func configuration(_ members: String) -> String {
        #"{"version": 1, "context": {"key": "a"}, "providers": {"flags": {"type": "launchdarkly", "#
            + #""mobileKey": "mob-1", "connectionTimeout": "100s", "baseUrl": {"$env": "URL"}, "streamUrl": {"$env": "URL"}, "#
            + #""eventsUrl": {"$env": "URL"}\#(members.isEmpty ? "" : ", " + members)}}}"#
    }

    /// A configuration in which every option for contexts differs from its default.
    private static let contextOptions = #"""
        {"version": 1,
         "context": {"kind": "multi", "user": {"key": "u", "anonymous": true}, "org": {"key": "o"}},
         "providers": {"flags": {
           "type": "launchdarkly", "mobileKey": "mob-1", "connectionTimeout": "100s", "folder": "ld",
           "baseUrl": {"$env": "URL"}, "streamUrl": {"$env": "URL"}, "eventsUrl": {"$env": "URL"},
           "streamingMode": "polling", "sendDiagnostics": false, "application": {"id": "shop", "version": "1.2"},
           "pollAtStart": true,
           "autoEnvAttributes": true,
           "secureModeHash": "h/1",
           "enableCompression": true,
           "omitAnonymousContexts": true
         }}}
        """#

    /// Returns the JSON value of a compressed body, decompressed by the platform's HTTP client.
    private func plain(_ body: [UInt8]) async throws -> FlagValue {
        let server = try HostileServer(
            .readRequest, .send(.response(200, ["Content-Encoding: gzip"], body: Wire(body))))
        defer { server.stop() }
        let transport = PlatformTransport.make(time: ManualTime())
        let answer = try await transport.send(HTTPRequest(server.url("/")), within: HTTPLimits())
        await transport.close()
        return try JSONReader().read(answer.body)
    }

    @Test("Applies the options for contexts to the requests")
    func contextOptions() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(#"{"on":{"value":true,"version":2}}"#, tag: "\"1\"")])
        defer { stage.server.stop() }
        let files = InMemoryFileSystem()
        let client = try configuredClient(Self.contextOptions, stage, files: files)
        #expect(await client.start() == .ready)
        client.track("one")
        await client.shutdown()
        let requests = stage.server.requests
        #expect(requests.map(\.method) == ["GET", "POST"])
        let target = try #require(requests.first?.target)
        #expect(target.hasPrefix("/base/msdk/evalx/contexts/"))
        #expect(target.hasSuffix("?h=h%2F1"))
        let post = try #require(requests.last)
        #expect(post.value(of: "Content-Encoding") == "gzip")
        #expect(post.value(of: "X-LaunchDarkly-Event-Schema") == "4")
        guard case .array(let events) = try await plain(post.body) else {
            Issue.record("The body isn't a list of events.")
            return
        }
        #expect(events.map { $0["kind"] } == ["identify", "custom"])
        let context = events[0]["context"]
        #expect(context?["org"] == ["key": "o"])
        #expect(context?["user"] == nil)
        #expect(context?["ld_application"]?["id"] == "shop")
        #expect(context?["ld_device"]?["envAttributesVersion"] == "1.0")
        // With pollAtStart, the client requests flags even if they're younger than the polling interval.
        let again = try configuredClient(Self.contextOptions, stage, files: files)
        #expect(await again.start() == .ready)
        await again.shutdown()
        let second = try #require(stage.server.requests.dropFirst(2).first)
        #expect(second.method == "GET" && second.value(of: "If-None-Match") == "\"1\"")
    }

    @Test("Streams flags and sends events and diagnostic events by default")
    func defaults() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(#"{"on":{"value":true,"version":2}}"#))])
        defer { stage.server.stop() }
        let client = try configuredClient(configuration(""), stage)
        #expect(await client.start() == .ready)
        #expect(client.bool("on", default: false))
        await client.shutdown()
        #expect(
            Set(stage.server.lines) == [
                "GET /meval/eyJrZXkiOiJhIiwia2luZCI6InVzZXIifQ", "POST /mobile/events/bulk",
                "POST /mobile/events/diagnostic",
            ])
    }

    @Test("Sends no events of any kind if sendEvents is false")
    func sendEvents() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put(#"{"on":{"value":true,"version":2}}"#))])
        defer { stage.server.stop() }
        let client = try configuredClient(configuration(#""sendEvents": false"#), stage)
        #expect(await client.start() == .ready)
        #expect(client.bool("on", default: false))
        await client.shutdown()
        #expect(stage.server.lines == ["GET /meval/eyJrZXkiOiJhIiwia2luZCI6InVzZXIifQ"])
    }

    @Test("Sends no diagnostic events if sendDiagnostics is false")
    func diagnosticOptOut() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put("{}"))])
        defer { stage.server.stop() }
        let client = try configuredClient(configuration(#""sendDiagnostics": false"#), stage)
        #expect(await client.start() == .ready)
        await client.shutdown()
        #expect(stage.server.lines == ["GET /meval/eyJrZXkiOiJhIiwia2luZCI6InVzZXIifQ", "POST /mobile/events/bulk"])
    }

    @Test("Applies retryWhenRefused and initialReconnectDelay")
    func retrying() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(401), Step.status(500), Step.stream(.put("{}"))])
        defer { stage.server.stop() }
        let client = try configuredClient(
            configuration(#""sendEvents": false, "retryWhenRefused": true, "initialReconnectDelay": "5s""#), stage)
        if case .ready = await client.start() { Issue.record("The client received flags.") }
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(304_999))
        #expect(stage.server.requests.count == 1)
        stage.time.advance(by: .milliseconds(5001))
        await client.until { $0.error?.message.contains("responded with status 500") == true }
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(9999))
        #expect(stage.server.requests.count == 2)
        stage.time.advance(by: .milliseconds(10_001))
        await client.until { $0.status == .ready }
        await client.shutdown()
    }

    @Test("Serves cached flags in later launches, except with networkOnly")
    func persistence() async throws {
        let files = InMemoryFileSystem()
        let stage = try LaunchDarklyStage(streams: [
            Step.stream(.put(#"{"on":{"value":true,"version":2}}"#)), Step.status(503),
        ])
        defer { stage.server.stop() }
        let first = try configuredClient(configuration(#""sendEvents": false"#), stage, files: files)
        #expect(await first.start() == .ready)
        await first.shutdown()
        for (members, expected) in [
            ("", true), (#", "persistence": {"policy": "launchDarklyCache", "maxCachedUsers": 1}"#, true),
            (#", "persistence": "networkOnly""#, false),
        ] {
            let client = try configuredClient(configuration(#""sendEvents": false"# + members), stage, files: files)
            if case .ready = await client.start() { Issue.record("The client received fresh flags.") }
            #expect(client.bool("on", default: false) == expected)
            await client.shutdown()
        }
    }

    @Test("Sends the header fields of the module's headers provider")
    func headersProvider() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put("{}"))])
        defer { stage.server.stop() }
        let module = ProviderModule.launchDarkly(
            transport: PlatformTransport.make(),
            headersProvider: { _, headers in
                var headers = headers
                headers["X-Last"] = "word"
                return headers
            })
        let client = try FlagClient(
            configuration: .json(configuration(#""sendEvents": false"#)), providers: [module],
            options: .manual(stage.time),
            host: host(stage))
        #expect(await client.start() == .ready)
        #expect(stage.server.requests.first?.value(of: "X-Last") == "word")
        await client.shutdown()
    }

    @Test("Reports intervals that it lengthens to LaunchDarkly's minimum")
    func lengthened() async throws {
        // A release build doesn't reject the file of a debug build, which has lower minimums.
        let stage = try LaunchDarklyStage(polls: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = try configuredClient(
            configuration(
                #""sendEvents": false, "streamingMode": "polling", "flagPollingInterval": 1, "#
                    + #""backgroundFlagPollingInterval": "2s", "diagnosticRecordingInterval": "3s""#), stage)
        #expect(await client.start() == .ready)
        #expect(
            client.diagnostics.recent.map { "\($0.code.rawValue) \($0.subject ?? "")" } == [
                "intervalLengthened diagnosticRecordingInterval", "intervalLengthened flagPollingInterval",
                "intervalLengthened backgroundFlagPollingInterval",
            ])
        await client.shutdown()
    }

    @Test("Reports all errors with locations and suggestions, without secrets")
    func errors() throws {
        let text = #"""
            {"version": 1, "providers": {"flags": {
              "type": "launchdarkly", "mobileKey": {"$env": "NO_KEY"}, "baseUrl": "flags.example.com", "useReports": true,
              "streamUrl": "https://a:secret@b", "eventsUrl": "https://a/?x=1", "streamingMode": "push",
              "flagPollingInterval": "soon", "maxCachedUsers": -2, "eventCapacity": 0.5, "connectionTimeout": 0,
              "application": {"ident": "x"}, "wrapperName": "two\nlines", "mapping": {"rename": {"a": ""}},
              "additionalHeaders": {"a b": "x", "X-A": 7}, "persistence": "networkOnly"
            }}}
            """#
        let error = #expect(throws: ConfigurationError.self) {
            try ProviderRegistry([.launchDarkly]).load(.json(text))
        }
        #expect(
            error?.description == #"""
                2:40: error: /providers/flags/mobileKey: The environment variable NO_KEY is not set. Set it, or add a "default".
                2:71: error: /providers/flags/baseUrl: The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api.
                2:92: error: /providers/flags/useReports: Unknown setting "useReports". Did you mean "useReport"?
                3:16: error: /providers/flags/streamUrl: The URL contains a user or a password. Remove them, and set the key as a setting.
                3:51: error: /providers/flags/eventsUrl: The URL contains a query. Remove the "?" and everything after it.
                3:86: error: /providers/flags/streamingMode: Expected one of "streaming", "polling", found "push".
                4:26: error: /providers/flags/flagPollingInterval: Expected a duration, found the string "soon". Use seconds, or a number with a unit: "500ms", "15s", "5m", "24h", "7d".
                4:52: error: /providers/flags/maxCachedUsers: -2 is outside the range -1 to 1000000. Use a number in that range.
                4:52: error: /providers/flags/maxCachedUsers: "maxCachedUsers" has no effect together with "persistence". Remove one of them.
                4:73: error: /providers/flags/eventCapacity: Expected an integer, found 0.5. Use an integer.
                4:99: error: /providers/flags/connectionTimeout: 0 is outside the range 0.001 seconds to 31557600.0 seconds. Use a duration in that range.
                5:19: error: /providers/flags/application/ident: Unknown setting "ident". Known settings: id, name, version, versionName.
                5:49: error: /providers/flags/wrapperName: The wrapper's name or version contains control characters, or they exceed 4,096 bytes. Use a shorter name and version, each on one line.
                5:91: error: /providers/flags/mapping/rename/a: The new name is empty. Set a name, or "drop" the attribute.
                6:24: error: /providers/flags/additionalHeaders: "a b" isn't a valid header name. Use letters, digits, and "-".
                6:44: error: /providers/flags/additionalHeaders/X-A: Expected a string, found a number. Use "…" or {"$env": "NAME"}.
                """#)
    }

    @Test("Rejects a missing, empty, or invalid mobile key")
    func mobileKey() throws {
        for (member, message) in [
            ("", "Missing setting \"mobileKey\". Add it: a string, or {\"$env\": \"NAME\"}."),
            (#", "mobileKey": """#, "The value is empty. Set a value."),
            (
                #", "mobileKey": "a\nb""#,
                "The key contains control characters or is longer than 4,096 bytes. Use the environment's mobile key."
            ),
        ] {
            let error = #expect(throws: ConfigurationError.self) {
                try ProviderRegistry([.launchDarkly]).load(
                    .json(#"{"version": 1, "providers": {"flags": {"type": "launchdarkly"\#(member)}}}"#))
            }
            #expect(error?.diagnostics.map { ($0.message + " " + $0.suggestion) } == [message])
        }
    }

    @Test("Rejects a LaunchDarkly provider inside a persisted provider")
    func nesting() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ProviderRegistry([.launchDarkly]).load(
                .json(
                    #"{"version": 1, "active": "p", "providers": {"p": {"type": "persisted", "policy": "networkFirst", "#
                        + #""provider": {"type": "launchdarkly", "mobileKey": "k"}}}}"#))
        }
        #expect(error?.diagnostics.map(\.code) == ["providerNesting"])
    }

    @Test(
        "Accepts documents generated from the JSON schema", arguments: ["launchdarkly", "launchdarkly-local"],
        [1, 2, 3] as [UInt64])
    func schema(type: String, seed: UInt64) {
        let check = SchemaAgreement.check(
            ProviderRegistry([.launchDarkly]), type: type, seed: seed,
            butFor: [
                "/baseUrl", "/streamUrl", "/eventsUrl", "/mobileKey", "/sdkKey", "/additionalHeaders",
                "/maxCachedUsers", "/wrapperName",
            ])
        #expect(check.others == [])
        #expect(check.count > 10)
    }
}
