// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardOFREP
import HalyardSupport
import HostileServer
import Testing
import TestSupport

@Suite("OFREP requests")
struct OFREPRequestTests {
    /// Returns the request that a provider sends for a context.
    private func request(
        for context: EvaluationContext = .user("ann"), base: String = "",
        _ change: @escaping (inout OFREPOptions) -> Void = { _ in }
    ) async throws -> RecordedRequest {
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                options.url += base
                change(&options)
            }, for: context)
        #expect(await client.start() == .ready)
        await client.shutdown()
        return try await stage.server.nextRequest()
    }

    @Test("Sends the exact bulk request, even with an empty context")
    func plain() async throws {
        #expect(
            try await request().transcript() == [
                "POST /ofrep/v1/evaluate/flags", "Accept: application/json", "Content-Length: 34",
                "Content-Type: application/json", #"{"context":{"targetingKey":"ann"}}"#,
            ])
        #expect(try await request(for: .anonymous).text == #"{"context":{}}"#)
    }

    @Test(
        "Keeps the path and query of the base URL, without trailing slashes",
        arguments: [
            ("/", "/ofrep/v1/evaluate/flags"), ("/edge/a%20b", "/edge/a%20b/ofrep/v1/evaluate/flags"),
            ("/edge//", "/edge/ofrep/v1/evaluate/flags"), ("?a=b%20c&d", "/ofrep/v1/evaluate/flags?a=b%20c&d"),
            ("/edge/?tenant=7", "/edge/ofrep/v1/evaluate/flags?tenant=7"),
        ])
    func base(base: String, target: String) async throws {
        #expect(try await request(base: base).target == target)
    }

    @Test(
        "Rejects an invalid base URL without repeating it in the message",
        arguments: [
            ("", "The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api."),
            (
                "flags.example.com",
                "The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api."
            ),
            (
                "ftp://a",
                "The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api."
            ),
            (
                "https://ann:secret@a",
                "The URL contains a user or a password. Remove them, and set the key as a setting."
            ),
            (
                "https://a/#secret",
                "The URL contains a fragment, which is never sent. Remove the \"#\" and the text after it."
            ),
        ])
    func invalidBase(url: String, problem: String) {
        let error = #expect(throws: ConfigurationError.self) { try OFREPProvider(OFREPOptions(url: url)) }
        #expect(error?.diagnostics.map(\.description) == ["error: /url: \(problem)"])
    }

    @Test("Reports all invalid options together, each with a suggestion")
    func problems() {
        var options = OFREPOptions(url: "ftp://flags")
        options.bearer = Secret("one\ntwo")
        options.apiKey = Secret("")
        options.headers = [
            "accept": "x", "Content-Type": "x", "IF-NONE-MATCH": "x", "Last-Event-ID": "x", "a b": "x", "X-Fine": "x",
            "X-Lines": "secret\r\nX: y",
        ]
        options.pollInterval = .milliseconds(999)
        options.inactivityDelay = .zero
        options.timeout = .milliseconds(9)
        let error = #expect(throws: ConfigurationError.self) { try OFREPProvider(options) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "error: /url: The value isn't an absolute http or https URL. Use a URL such as https://flags.example.com/api.",
                "error: /headers: The provider sets the header field \"Content-Type\". Remove it.",
                "error: /headers: The provider sets the header field \"IF-NONE-MATCH\". Remove it.",
                "error: /headers: The provider sets the header field \"Last-Event-ID\". Remove it.",
                "error: /headers: The value of \"X-Lines\" is empty, or isn't valid in a header field. Use a single line of text.",
                "error: /headers: \"a b\" isn't a valid header field name. Use letters, digits, and \"-\".",
                "error: /headers: The provider sets the header field \"accept\". Remove it.",
                "error: /bearer: The value of \"Authorization\" is empty, or isn't valid in a header field. "
                    + "Use a single line of text.",
                "error: /apiKey: The value of \"X-API-Key\" is empty, or isn't valid in a header field. "
                    + "Use a single line of text.",
                "error: /apiKey: Authorization and X-API-Key are both set, and servers differ in which one they use. "
                    + "Remove all but one.",
                "error: /pollInterval: 0.999 seconds is outside the range 1.0 seconds to 31536000.0 seconds. "
                    + "Use a value in that range.",
                "error: /inactivityDelay: 0.0 seconds is outside the range 1.0 seconds to 31536000.0 seconds. "
                    + "Use a value in that range.",
                "error: /timeout: 0.009 seconds is outside the range 0.01 seconds to 3600.0 seconds. "
                    + "Use a value in that range.",
            ])
    }

    @Test("Requests only bulk evaluations for all operations")
    func onlyBulk() async throws {
        let stage = try OFREPStage(.on("a", tag: "\"1\""))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(client.bool("a", default: false))
        #expect(!client.bool("unlisted", default: false))
        await client.refresh()
        await client.setContext(.user("bob"))
        await client.flush()
        await client.shutdown()
        #expect(
            stage.server.requests.map { "\($0.method) \($0.target)" }
                == Array(repeating: "POST /ofrep/v1/evaluate/flags", count: 3))
    }

    @Test("Sends one credential, as a bearer token or as a key")
    func credentials() async throws {
        let bearer = try await request { $0.bearer = Secret("t-1") }
        #expect(bearer.values(of: "Authorization") == ["Bearer t-1"])
        #expect(bearer.values(of: "X-API-Key") == [])
        let key = try await request { $0.apiKey = Secret("k-1") }
        #expect(key.values(of: "Authorization") == [])
        #expect(key.values(of: "X-API-Key") == ["k-1"])
        let own = try await request { $0.headers = ["x-api-key": "k-2", "Flagd-Selector": "flagSetId=shop"] }
        #expect(own.values(of: "X-API-Key") == ["k-2"])
        #expect(own.values(of: "Flagd-Selector") == ["flagSetId=shop"])
    }

    @Test(
        "Rejects multiple credentials at the location of the last one",
        arguments: [
            (["authorization"], true, false, "bearer", "authorization and Authorization"),
            (["x-api-key"], true, false, "bearer", "x-api-key and Authorization"),
            (["X-Api-Key"], false, true, "apiKey", "X-Api-Key and X-API-Key"),
            (["Authorization"], false, true, "apiKey", "Authorization and X-API-Key"),
            (["Authorization", "X-API-Key"], false, false, "headers", "Authorization and X-API-Key"),
            ([], true, true, "apiKey", "Authorization and X-API-Key"),
            (["Authorization"], true, true, "apiKey", "Authorization and Authorization and X-API-Key"),
        ])
    func bothCredentials(fields: [String], hasBearer: Bool, hasKey: Bool, place: String, names: String) {
        var options = OFREPOptions(url: "https://a")
        for name in fields { options.headers[name] = "s3cret" }
        if hasBearer { options.bearer = Secret("s3cret") }
        if hasKey { options.apiKey = Secret("s3cret") }
        let error = #expect(throws: ConfigurationError.self) { try OFREPProvider(options) }
        #expect(
            error?.diagnostics.map(\.description) == [
                "error: /\(place): \(names) are both set, and servers differ in which one they use. Remove all but one."
            ])
    }

    @Test("Prefers fetched header fields, except for the provider's own fields")
    func fetchedHeaders() async throws {
        let request = try await request { options in
            options.bearer = Secret("old")
            options.headers = ["X-Gateway": "static", "X-Static": "s"]
            options.headersProvider = {
                [
                    "x-gateway": "fetched", "authorization": "Bearer new", "If-None-Match": "no", "content-type": "no",
                    "ACCEPT": "no", "last-event-id": "no",
                ]
            }
        }
        #expect(
            request.transcript() == [
                "POST /ofrep/v1/evaluate/flags", "Accept: application/json", "Authorization: Bearer new",
                "Content-Length: 34", "Content-Type: application/json", "X-Gateway: fetched", "X-Static: s",
                #"{"context":{"targetingKey":"ann"}}"#,
            ])
    }

    @Test("Retries after the headers provider fails")
    func failingHeadersProvider() async throws {
        struct NoToken: Error, CustomStringConvertible { let description = "no token yet" }
        let stage = try OFREPStage(.on("a"))
        defer { stage.server.stop() }
        let attempts = InTurn([true, false])
        let client = stage.client(
            try stage.provider { options in
                options.headersProvider = {
                    if attempts.next() { throw NoToken() }
                    return ["Authorization": "Bearer t"]
                }
            })
        let message = "\(stage.origin): The headers provider failed: no token yet."
        #expect(await client.start() == .defaults(FlagError(.general, message)))
        #expect(stage.server.requests.isEmpty)
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        #expect(stage.server.requests.map { $0.value(of: "Authorization") } == ["Bearer t"])
        await client.shutdown()
    }

    @Test("Ends an attempt when the headers provider takes too long")
    func hangingHeadersProvider() async throws {
        let stage = try OFREPStage(.on("a"))
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
        #expect(stage.server.requests.isEmpty)
        await client.shutdown()
    }

    @Test("Sends the context and credentials to a redirect within the origin only", arguments: [302, 307])
    func redirects(status: Int) async throws {
        let other = try HostileServer(answering: { _ in [.send(.response(404))] })
        defer { other.stop() }
        let target = other.url("/elsewhere")
        let stage = try OFREPStage { request in
            request.target == "/moved"
                ? [.send(.redirect(status, to: target))] : [.send(.redirect(308, to: "/moved"))]
        }
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                options.apiKey = Secret("s3cret")
                options.headers = ["X-Tenant": "tenant-7"]
                options.headersProvider = { ["X-Token": "t0ken"] }
            })
        let start = await client.start()
        await client.shutdown()
        let body = #"{"context":{"targetingKey":"ann"}}"#
        #expect(
            stage.server.requests.map { $0.transcript() }
                == ["/ofrep/v1/evaluate/flags", "/moved"].map {
                    [
                        "POST \($0)", "Accept: application/json", "Content-Length: 34",
                        "Content-Type: application/json",
                        "X-Api-Key: s3cret", "X-Tenant: tenant-7", "X-Token: t0ken", body,
                    ]
                })
        #expect(other.connectionCount == 0)
        let elsewhere = "http://127.0.0.1:\(other.port)"
        let message =
            status == 302
            ? "A redirect (302) to \(elsewhere) would drop the request's body. Use the URL that it leads to."
            : "A redirect (307) would send the request's body, which might contain personal data, to another origin, "
                + "\(elsewhere). Use the URL that it leads to."
        #expect(start == .defaults(FlagError(.general, "\(stage.origin): \(message)")))
    }

    @Test("Ends a request, including its body, after 10 seconds, and retries")
    func timeout() async throws {
        let sent = Gate()
        let count = Lock(0)
        let stage = try OFREPStage { _ in
            let isFirst = count.withLock {
                $0 += 1
                return $0 == 1
            }
            if !isFirst { return [.send(.on("b"))] }
            return [.send(.response(200, body: #"{"flags":["#, contentLength: 1000)), .open(sent), .stall]
        }
        defer { stage.server.stop() }
        let provider = try OFREPProvider(
            stage.options(), transport: PlatformTransport.make(time: stage.time), time: stage.time,
            random: SeededRandom(seed: 1))
        let client = stage.client(provider)
        let start = Task { await client.start() }
        await until { sent.isOpen }
        await stage.time.awaitSleepers()
        stage.time.advance(by: .milliseconds(9999))
        #expect(stage.time.sleeperCount > 0)
        stage.time.advance(by: .milliseconds(1))
        #expect(
            await start.value == .defaults(FlagError(.general, "\(stage.origin): No response within 10.0 seconds.")))
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
    }
}
