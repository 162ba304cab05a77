// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTesting
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// A service that always sends the same response to an app with the key.
struct ShopStub: HTTPTransport {
    func send(_ request: HTTPRequest, within limits: HTTPLimits) async throws(TransportError) -> HTTPResponse {
        guard request.headers["Authorization"] == "Bearer key-1" else { return HTTPResponse(status: 401) }
        if request.headers["If-None-Match"] == "\"1\"" { return HTTPResponse(status: 304) }
        return HTTPResponse(status: 200, headers: ["ETag": "\"1\""], body: #"{"features": {"limit": {"value": 7}}}"#)
    }
}

@Suite("Guide samples: a vendor's provider")
struct ShopFlagsTests {
    @Test("Passes the conformance tests with a stub")
    func contract() async {
        await ProviderConformance {
            try ShopFlags(url: "https://shop.example.com/flags", key: Secret("key-1"), transport: ShopStub())
        }.expectConformance()
    }

    @Test("Serves the service's flags to a client")
    func reading() async throws {
        let shop = try ShopFlags(url: "https://shop.example.com/flags", key: Secret("key-1"), transport: ShopStub())
        let flags = FlagClient(provider: shop, context: .user("ann"))
        #expect(await flags.start(within: .seconds(600)) == .ready)
        #expect(flags.int("limit", default: 0) == 7)
        await flags.shutdown()
    }

    @Test("Is created from a configuration")
    func configuration() async throws {
        let text = """
            {"version": 1, "providers": {"shop": {"type": "shop", "url": "https://shop.example.com", "key": "key-1"}}}
            """
        var host = ConfigurationHost()
        // Flags are stored here, not in the folder of the tests' program.
        host.files = InMemoryFileSystem()
        let flags = try FlagClient(configuration: .json(text), providers: [.shop(transport: ShopStub())], host: host)
        await flags.setContext(.user("ann"))
        #expect(await flags.start(within: .seconds(600)) == .ready)
        #expect(flags.int("limit", default: 0) == 7)
        await flags.shutdown()
    }

    @Test("Skips a flag that can't be read, and reports it")
    func skipped() async throws {
        let (provider, server, _) = try shop { _ in .flags(#"{"features":{"limit":{"value":7},"sizes":{}}}"#) }
        defer { server.stop() }
        let client = FlagClient(provider: provider, context: .user("ann"), options: .manual())
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["limit": 7])
        #expect(
            client.diagnostics.recent.map(\.description) == [
                "warning: /features/sizes: sizes: The flag has no value, so it was skipped."
            ])
        await client.shutdown()
    }

    private func shop(
        interval: Duration = .seconds(30), _ answer: @escaping @Sendable (RecordedRequest) -> Wire
    ) throws -> (provider: ShopFlags, server: HostileServer, time: ManualTime) {
        let server = try HostileServer(answering: { [.send(answer($0))] })
        let time = ManualTime()
        let provider = try ShopFlags(
            url: server.url("/flags"), key: Secret("key-1"), interval: interval,
            transport: PlatformTransport.make(time: ManualTime()), time: time)
        return (provider, server, time)
    }

    @Test("Passes the conformance tests at any interval", arguments: [1, 20, 30_000])
    func conformance(milliseconds: Int) async throws {
        let server = try HostileServer { request in
            let answer = Wire.flags(#"{"features":{"limit":{"value":1}}}"#, tag: "\"1\"")
            let isWhole = request.value(of: "If-None-Match") == nil || request.method == "POST"
            return [.send(isWhole ? answer : .response(304))]
        }
        defer { server.stop() }
        await ProviderConformance(patience: .seconds(3600)) {
            try ShopFlags(
                url: server.url("/flags"), key: Secret("key-1"), interval: .milliseconds(milliseconds),
                transport: PlatformTransport.make(time: ManualTime()))
        }.expectConformance()
    }

    @Test("Requests the user's flags, and reports their number of reads")
    func flags() async throws {
        let (provider, server, _) = try shop { request in
            request.method == "POST" ? .response(204) : .flags(#"{"features":{"limit":{"value":7}}}"#, tag: "\"1\"")
        }
        defer { server.stop() }
        let client = FlagClient(provider: provider, context: .user("ann"), options: .manual())
        #expect(await client.start() == .ready)
        for _ in 1...3 { #expect(client.int("limit", default: 0) == 7) }
        await client.shutdown()
        #expect(server.requests.map { "\($0.method) \($0.target)" } == ["GET /flags?user=ann", "POST /flags/counts"])
        #expect(server.requests.map { $0.value(of: "Authorization") } == ["Bearer key-1", "Bearer key-1"])
        #expect(server.requests.last?.text == #"{"limit":3}"#)
    }

    @Test("Merges counts that couldn't be sent into the next report")
    func counts() async throws {
        let posts = InTurn([503, 204])
        let (provider, server, _) = try shop { request in
            request.method == "POST" ? .response(posts.next()) : .flags(#"{"features":{"limit":{"value":7}}}"#)
        }
        defer { server.stop() }
        let client = FlagClient(provider: provider, context: .user("ann"), options: .manual())
        #expect(await client.start() == .ready)
        #expect(client.int("limit", default: 0) == 7)
        await client.flush()
        #expect(client.int("limit", default: 0) == 7)
        await client.shutdown()
        let bodies = server.requests.filter { $0.method == "POST" }.map(\.text)
        #expect(bodies == [#"{"limit":1}"#, #"{"limit":2}"#])
        #expect(client.diagnostics.recent.map(\.code) == ["eventsDelayed"])
    }

    @Test("Reports a missing user key, and stops when the app's key is rejected")
    func refused() async throws {
        let (provider, server, _) = try shop { _ in .response(401) }
        defer { server.stop() }
        let client = FlagClient(provider: provider, context: .anonymous, options: .manual())
        #expect(
            await client.start()
                == .defaults(FlagError(.targetingKeyMissing, "The shop needs a user key. Set a key in the context.")))
        await client.setContext(.user("ann"))
        await client.until { $0.status == .fatal }
        #expect(
            client.state.error?.message == "http://127.0.0.1:\(server.port) responded with status 401. Check the key.")
        await client.shutdown()
    }

    @Test("Sends mapped attributes, and reports an attribute that it can't send")
    func mapping() async throws {
        let (provider, server, _) = try shop { _ in .flags(#"{"features":{"limit":{"value":7}}}"#) }
        defer { server.stop() }
        let context = EvaluationContext.user("ann", ["plan": "gold", "age": 30])
        let client = FlagClient(provider: provider, context: context, options: .manual())
        #expect(await client.start() == .ready)
        #expect(server.requests.map(\.target) == ["/flags?plan=gold&user=ann"])
        #expect(client.mappings().mappings.first?.output == ["plan": "gold", "user": "ann"])
        #expect(client.diagnostics.recent.map(\.subject) == ["age"])
        await client.shutdown()
        let rules = MappingRules(drop: ["age"], rename: ["plan": "tier"])
        let mapped = try ShopContextMapper(rules: rules).map(context)
        #expect(mapped.output == ["tier": "gold", "user": "ann"])
        #expect(mapped.losses.isEmpty)
    }

    @Test("Reads shipped flags in the shop's format")
    func shipped() throws {
        let document = try JSONReader().read(#"{"features": {"limit": {"value": 5, "variant": "few"}, "sizes": {}}}"#)
        #expect(BootstrapFormat.shop.recognizes(document))
        let contents = BootstrapFormat.shop.contents(of: document, origin: Origin(.bootstrap, provider: "shop"))
        #expect(contents.flags.map(\.key) == ["limit"])
        #expect(contents.flags.first?.value == 5)
        #expect(contents.flags.first?.variant == "few")
        #expect(contents.diagnostics.map(\.subject) == ["sizes"])
    }

    @Test("Serves stored flags at the next launch if it's configured")
    func configured() async throws {
        let isUp = Lock(true)
        let (_, server, _) = try shop { _ in
            isUp.withLock { $0 } ? .flags(#"{"features":{"limit":{"value":7}}}"#, tag: "\"1\"") : .response(503)
        }
        defer { server.stop() }
        let text = #"""
            {"version": 1, "context": {"key": "ann"},
             "providers": {"shop": {"type": "shop", "url": "\#(server.url("/flags"))", "key": "key-1"}}}
            """#
        let files = InMemoryFileSystem()
        let client = {
            try FlagClient(
                configuration: .json(text), providers: [.shop], options: .manual(), host: .files(files))
        }
        let first = try client()
        #expect(await first.start() == .ready)
        await first.shutdown()
        isUp.withLock { $0 = false }
        let second = try client()
        _ = await second.start()
        #expect(second.int("limit", default: 0) == 7)
        #expect(second.details(of: FlagKey("limit", default: 0)).origin.kind == .persisted)
        await second.shutdown()
        let page = try Repository.text("Sources/Halyard/Halyard.docc/ImplementAVendorProvider.md")
        let shown = page.components(separatedBy: "```json\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        try #require(shown.count == 2)
        let app = InMemoryFileSystem(["/app/shop.json": shown[0]])
        let host = ConfigurationHost.files(app) { $0.variable = { $0 == "SHOP_KEY" ? "key-1" : nil } }
        #expect(throws: Never.self) {
            try ProviderRegistry([.shop]).load(.json(shown[1], directory: "/app"), host: host)
        }
        #expect(throws: ConfigurationError.self) {
            let flags = try FlagClient(configuration: .file("halyard.json"), providers: [.shop])
            Issue.record("A client was created from a missing file: \(flags).")
        }
        let wrong = #"{"version": 1, "providers": {"shop": {"type": "shop", "url": "shop", "key": "key-1"}}}"#
        let error = #expect(throws: ConfigurationError.self) {
            try FlagClient(configuration: .json(wrong), providers: [.shop])
        }
        #expect(
            error?.description
                == "1:62: error: /providers/shop/url: The value isn't an absolute http or https URL. Use a URL such as "
                + "https://flags.example.com/api.")
    }
}
