// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

/// Requests for the flags of contexts, over sockets.
@Suite("LaunchDarkly context requests")
struct ContextRequestTests {
    private static let none = #"{"a":{"value":1,"version":1}}"#
    private static let tags =
        "X-Launchdarkly-Tags: application-id/halyard-swift application-name/halyard-swift application-version/0.1.0 "
        + "application-version-name/0.1.0"

    @Test("Sends the exact GET request, including private attributes")
    func get() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put("{}"))], polls: [Step.flags(Self.none)])
        defer { stage.server.stop() }
        let context = EvaluationContext([
            .init(.user, key: "a", attributes: ["email": "x"], privateAttributes: ["email"]), .init("org", key: "o"),
        ])
        let json =
            #"{"kind":"multi","org":{"key":"o"},"user":{"_meta":{"privateAttributes":["email"]},"email":"x","key":"a"}}"#
        let client = stage.client(
            try stage.contextProvider {
                $0.streamingMode = .polling
                $0.withReasons = true
                $0.secureModeHash = "a+b"
                $0.application.wrapperName = "w"
                $0.application.wrapperVersion = ""
            }, for: context)
        #expect(await client.start() == .ready)
        #expect(
            stage.server.requests.map { $0.transcript(withAgent: true) } == [
                [
                    "GET /base/msdk/evalx/contexts/\(URLBase64.text(Array(json.utf8)))?withReasons=true&h=a%2Bb",
                    "Accept: */*", "Authorization: api_key mob-1", "User-Agent: \(Platform.system.name)/0.1.0",
                    "X-Launchdarkly-Instance-Id: 1d0b14e4-db01-4fed-b346-6f8a7b81a989", Self.tags,
                    "X-Launchdarkly-Wrapper: w",
                ]
            ])
        await client.shutdown()
    }

    @Test("Sends the context in the body of a REPORT when streaming or polling")
    func report() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.ping)], polls: [Step.flags(Self.none)])
        defer { stage.server.stop() }
        let client = stage.client(try stage.contextProvider { $0.usesReport = true }, for: .user("a"))
        #expect(await client.start() == .ready)
        #expect(
            stage.server.requests.map { "\($0.line) \($0.text)" } == [
                #"REPORT /meval {"key":"a","kind":"user"}"#, #"REPORT /msdk/evalx/context {"key":"a","kind":"user"}"#,
            ])
        await client.shutdown()
    }

    @Test(
        "Requests flags for every identity with the provider's context model",
        arguments: [LaunchDarklyContextModel.users, .contexts])
    func forms(contextModel: LaunchDarklyContextModel) async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.none)])
        defer { stage.server.stop() }
        let provider = try stage.contextProvider { options in
            options.streamingMode = .polling
            options.contextModel = contextModel
        }
        let client = stage.client(provider, for: LaunchDarklyUser(key: "u").context)
        #expect(await client.start() == .ready)
        await client.setContext(try LaunchDarklyContext(jsonText: #"{"kind":"org","key":"o"}"#).context)
        await client.setContext(.user("n"))
        let bodies =
            contextModel == .users
            ? [#"{"key":"u"}"#, #"{"key":"o"}"#, #"{"key":"n"}"#]
            : [#"{"key":"u","kind":"user"}"#, #"{"key":"o","kind":"org"}"#, #"{"key":"n","kind":"user"}"#]
        #expect(
            stage.server.lines
                == bodies.map { "GET /msdk/evalx/\(contextModel.rawValue)/\(URLBase64.text(Array($0.utf8)))" })
        #expect(
            stage.server.requests.map { $0.value(of: "X-LaunchDarkly-Instance-Id") != nil }
                == Array(repeating: contextModel == .contexts, count: 3))
        await client.shutdown()
    }

    @Test(
        "Sends the app's tags, or Halyard's without a valid identifier",
        arguments: [
            (
                nil, nil,
                "application-id/halyard-swift application-name/halyard-swift application-version/0.1.0 application-version-name/0.1.0"
            ),
            (
                "bad!", "1",
                "application-id/halyard-swift application-name/halyard-swift application-version/0.1.0 application-version-name/0.1.0"
            ),
            ("my shop", "1 b", "application-id/my-shop application-version/1-b"),
            ("shop", "1!", "application-id/shop"),
        ] as [(String?, String?, String)])
    func tags(id: String?, version: String?, expected: String) async {
        var options = LaunchDarklyOptions(mobileKey: Secret("m"))
        options.application.id = id
        options.application.version = version
        let requests = LaunchDarklyRequests(options, dialect: LaunchDarklyStage.dialect(options))
        let context = try? LaunchDarklyContextBuilder(key: "a").build().get()
        guard let context else { return #expect(Bool(false)) }
        #expect(await requests.poll(context).headers["X-LaunchDarkly-Tags"] == expected)
    }

    @Test("Adds app and device contexts unless the context contains them")
    func environment() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.none)])
        defer { stage.server.stop() }
        let provider = try stage.contextProvider {
            $0.streamingMode = .polling
            $0.addsEnvironmentAttributes = true
            $0.application.id = "shop"
            $0.application.version = "1.2"
        }
        let mapped = provider.mapping(of: .user("a"))?.output
        #expect(mapped?["kind"] == "multi")
        #expect(mapped?["user"] == ["key": "a"])
        #expect(
            mapped?["ld_application"] == [
                "envAttributesVersion": "1.0", "id": "shop", "key": "jZAB0yxqcD2Vkhp3EVBQ8z3YI9PxcwvTUhXcvsrW3CA",
                "version": "1.2",
            ])
        let device = mapped?["ld_device"]
        #expect(device?["envAttributesVersion"] == "1.0")
        #expect(device?["os"]?["name"] == .string(Platform.system.name))
        #expect(provider.mapping(of: .user("b"))?.output?["ld_device"]?["key"] == device?["key"])
        let own = try LaunchDarklyContext(
            jsonText: #"{"kind":"multi","ld_application":{"key":"x"},"ld_device":{"key":"y"}}"#)
        #expect(provider.mapping(of: own.context)?.output == own.json)
    }
}
