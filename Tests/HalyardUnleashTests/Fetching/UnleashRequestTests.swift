// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import Testing

@Suite("Unleash requests")
struct UnleashRequestTests {
    /// Returns the request that a provider sends for a context.
    private func request(
        for context: EvaluationContext = .user("ann"), _ change: @escaping (inout UnleashOptions) -> Void = { _ in }
    ) async throws -> RecordedRequest {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                options.url = stage.server.url("/api/frontend")
                change(&options)
            }, for: context)
        #expect(await client.start() == .ready)
        await client.shutdown()
        return try await stage.server.nextRequest()
    }

    private static let identity = [
        "Unleash-Appname: halyard", "Unleash-Connection-Id: \(UnleashStage.connectionId)",
        "Unleash-Sdk: halyard-swift:0.1.0",
    ]

    @Test("Sends the expected GET request, byte for byte")
    func plain() async throws {
        #expect(
            try await request().transcript()
                == [
                    "GET /api/frontend?appName=halyard&environment=default&userId=ann&sessionId=4711",
                    "Accept: application/json", "Authorization: key",
                ] + Self.identity)
    }

    @Test("Sends the context in the body of a POST request")
    func post() async throws {
        let request = try await request(for: .user("ann", ["plan": "gold", "currentTime": "2026-01-01T00:00:00Z"])) {
            $0.fetchMethod = .post
        }
        let body =
            #"{"context":{"appName":"halyard","currentTime":"2026-01-01T00:00:00Z","environment":"default","#
            + #""properties":{"plan":"gold"},"sessionId":"4711","userId":"ann"}}"#
        #expect(
            request.transcript()
                == [
                    "POST /api/frontend", "Accept: application/json", "Authorization: key",
                    "Content-Length: \(body.utf8.count)", "Content-Type: application/json",
                ] + Self.identity + [body])
    }

    @Test(
        "Percent-encodes all but unreserved characters in names and values",
        arguments: [
            ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("[x]", "%5Bx%5D"), ("50%", "50%25"),
            ("ü/?#", "%C3%BC%2F%3F%23"), ("-._~", "-._~"), ("", ""), ("🏳️", "%F0%9F%8F%B3%EF%B8%8F"),
        ])
    func escaping(text: String, escaped: String) async throws {
        let request = try await request(for: .user(text, ["n" + text: .string(text)]))
        #expect(
            request.target
                == "/api/frontend?appName=halyard&environment=default&userId=\(escaped)&sessionId=4711"
                + "&properties%5Bn\(escaped)%5D=\(escaped)")
    }

    @Test("Sends all context fields, sorts properties, and omits absent fields")
    func fields() async throws {
        let context = EvaluationContext.user(
            "ann",
            [
                "sessionId": "9", "remoteAddress": "10.0.0.1", "currentTime": "2026-01-01T00:00:00Z", "b": 2, "a": true,
            ])
        #expect(
            try await request(for: context).target
                == "/api/frontend?appName=halyard&environment=default&userId=ann&sessionId=9&remoteAddress=10.0.0.1"
                + "&currentTime=2026-01-01T00%3A00%3A00Z&properties%5Ba%5D=true&properties%5Bb%5D=2")
        let bare = try await request(for: .anonymous) { $0.environment = nil }
        #expect(bare.target == "/api/frontend?appName=halyard&sessionId=4711")
    }

    @Test(
        "Keeps the URL's query and removes trailing slashes",
        arguments: [
            ("/api/frontend?project=a%20b&x", "/api/frontend?project=a%20b&x&appName=halyard&sessionId=4711"),
            ("/api/frontend/", "/api/frontend?appName=halyard&sessionId=4711"),
            ("/api/frontend//?x=1", "/api/frontend?x=1&appName=halyard&sessionId=4711"),
            ("", "/?appName=halyard&sessionId=4711"),
        ])
    func url(path: String, target: String) async throws {
        let request = try await request(for: .anonymous) { options in
            let end = options.url.index(options.url.endIndex, offsetBy: -"/api/frontend".count)
            options.url = options.url[..<end] + path
            options.environment = nil
        }
        #expect(request.target == target)
    }

    @Test("Prefers fetched headers, then static headers, then default headers")
    func headers() async throws {
        let request = try await request { options in
            options.headers = ["X-Gateway": "static", "X-Static": "s", "authorization": "static"]
            options.headersProvider = {
                [
                    "x-gateway": "fetched", "Authorization": "Bearer token", "IF-NONE-MATCH": "no",
                    "Content-Type": "no", "Unleash-Anything": "no",
                ]
            }
            options.flavor = .init(name: "wrapper", version: "1.2")
        }
        #expect(
            request.transcript() == [
                "GET /api/frontend?appName=halyard&environment=default&userId=ann&sessionId=4711",
                "Accept: application/json", "Authorization: Bearer token", "Unleash-Appname: halyard",
                "Unleash-Connection-Id: \(UnleashStage.connectionId)", "Unleash-Sdk-Flavor-Version: 1.2",
                "Unleash-Sdk-Flavor: wrapper", "Unleash-Sdk: halyard-swift:0.1.0", "X-Gateway: fetched", "X-Static: s",
            ])
    }

    @Test("Sends the key in a header field with a custom name")
    func headerName() async throws {
        let request = try await request { $0.headerName = "X-Api-Key" }
        #expect(request.value(of: "X-Api-Key") == "key")
        #expect(request.value(of: "Authorization") == nil)
    }

    @Test("Fails the attempt if the headers provider throws, then calls it again")
    func failingHeadersProvider() async throws {
        struct NoToken: Error, CustomStringConvertible { let description = "no token yet" }
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let attempts = Lock(0)
        let client = stage.client(
            try stage.provider { options in
                options.headersProvider = {
                    if attempts.withLock({
                        $0 += 1; return $0 == 1
                    }) {
                        throw NoToken()
                    }
                    return [:]
                }
            })
        let message = "\(stage.origin): The headers provider failed: no token yet."
        #expect(await client.start() == .defaults(FlagError(.general, message)))
        #expect(await client.refresh() == .completed)
        #expect(stage.server.requests.count == 1)
        await client.shutdown()
    }

    @Test("Ends the attempt if the headers provider takes too long")
    func hangingHeadersProvider() async throws {
        let stage = try UnleashStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                options.headersProvider = {
                    try await Task.sleep(for: .seconds(3600))
                    return [:]
                }
            })
        let start = Task { await client.start() }
        await stage.pass(.seconds(10))
        let message = "\(stage.origin): The headers provider took longer than 10.0 seconds."
        #expect(await start.value == .defaults(FlagError(.general, message)))
        await client.shutdown()
    }

    @Test("Reports all invalid options together, with suggestions")
    func problems() throws {
        var options = UnleashOptions(url: "ftp://flags", clientKey: Secret(""))
        options.headers = [
            "unleash-sdk": "x", "Content-Type": "x", "a b": "x", "X-Fine": "x", "X-Lines": "secret\r\nX: y",
        ]
        options.flavor = .init(name: "wrapper", version: "")
        options.headerName = "If-None-Match"
        options.metricsUrl = "https://user:password@flags.example.com"
        options.appName = "a\nb"
        let error = #expect(throws: ConfigurationError.self) { try UnleashProvider(options) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "error: /url: The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api.",
                "error: /metricsUrl: The URL contains a user or a password. Remove them, and set the key as a setting.",
                "error: /clientKey: The key is empty or isn't valid in a header field. Use a frontend token.",
                "error: /appName: The name is empty or isn't valid in a header field. Use the app's name, on one line.",
                "error: /headerName: The key can't be sent in a header field of this name. "
                    + "Use \"Authorization\", or the field that your gateway requires.",
                "error: /headers: The provider sets the header field \"Content-Type\". Remove it.",
                "error: /headers: The value of \"X-Lines\" is empty, or isn't valid in a header field. "
                    + "Use a single line of text.",
                "error: /headers: \"a b\" isn't a valid header field name. Use letters, digits, and \"-\".",
                "error: /headers: The provider sets the header field \"unleash-sdk\". Remove it.",
                "error: /flavor: The name or the version is empty or isn't valid in a header field. "
                    + "Set both, each on one line.",
            ])
    }
}
