// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleashClient
import HostileServer
import Testing
import TestSupport

/// A headers provider that isn't thread-safe, as in the vendor documentation.
private class Tokens: CustomHeadersProvider {
    var count = 0

    func getCustomHeaders() -> [String: String] {
        count += 1
        return [
            "Authorization": "token \(count)", "X-Both": "provider", "unleash-sdk": "mine",
            "content-TYPE": "text/plain",
        ]
    }
}

@Suite("UnleashClient: requests")
struct ClientRequestTests {
    /// Returns a request's header fields sorted by name, without the fields that `URLSession` adds.
    ///
    /// The names are in lowercase because `URLSession` might capitalize them.
    private static func fields(_ request: RecordedRequest) -> [String] {
        let own = ["accept", "authorization", "cache", "content-type", "if-none-match", "x-", "unleash-"]
        return request.headerLines.filter { line in own.contains { line.lowercased().hasPrefix($0) } }
            .filter { !$0.lowercased().hasPrefix("accept-") }
            .map { line in
                let name = line.prefix { $0 != ":" }
                return name.lowercased() + line.dropFirst(name.count)
            }.sorted()
    }

    private func requests(
        customHeaders: [String: String] = [:],
        customHeadersProvider: sending any CustomHeadersProvider = DefaultCustomHeadersProvider()
    ) async throws -> [RecordedRequest] {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(
            refreshInterval: 0, disableMetrics: false, customHeaders: customHeaders,
            customHeadersProvider: customHeadersProvider)
        try await client.start()
        _ = client.isEnabled(name: "a")
        await client.halyard.flush()
        return stage.server.requests
    }

    @Test("Omits reserved and invalid custom headers from all requests")
    func blocked() async throws {
        let requests = try await requests(customHeaders: [
            "content-type": "text/plain", "If-None-Match": "x", "Unleash-AppName": "mine",
            "unleash-connection-id": "mine",
            "unleash-later": "mine", "X-Custom-Header": "CustomValue", "X-Another-Header": "AnotherValue",
            "no name": "x",
        ])
        let custom = ["x-another-header: AnotherValue", "x-custom-header: CustomValue"]
        #expect(
            requests.map(Self.fields) == [
                [
                    "accept: application/json", "authorization: key", "unleash-appname: test",
                    "unleash-connection-id: \(Self.connection)", "unleash-sdk: halyard-swift:0.1.0",
                ] + custom,
                [
                    "accept: application/json", "authorization: key", "content-type: application/json",
                    "unleash-appname: test", "unleash-connection-id: \(Self.connection)",
                    "unleash-sdk: halyard-swift:0.1.0",
                ] + custom,
            ])
    }

    @Test("Omits a custom header with an invalid value, and reports its name")
    func unsendableValue() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = stage.client(
            refreshInterval: 0, customHeaders: ["X-Token": "secret\r\nX-Other: b", "X-Empty": "", "X-Fine": "c"])
        #expect(await client.startFailure() == nil)
        let request = try await stage.server.nextRequest()
        #expect(["X-Token", "X-Other", "X-Empty", "X-Fine"].map { request.value(of: $0) } == [nil, nil, nil, "c"])
        #expect(
            client.halyard.diagnostics.recent
                == ["X-Empty", "X-Token"].map { (name: String) in
                    Diagnostic(
                        "headerRefused", .warning, subject: name,
                        "The header field \"\(name)\" was ignored, because the client sets it, its name is invalid, or "
                            + "its value can't be sent.",
                        suggestion: "Remove it, or use a valid name and a one-line value.")
                })
        client.stop()
    }

    private static let connection = SeededRandomUUID.first

    @Test("Prefers the headers provider to custom headers and default headers")
    func precedence() async throws {
        let requests = try await requests(
            customHeaders: ["Authorization": "static", "X-Both": "static", "Accept": "text/json"],
            customHeadersProvider: Tokens())
        #expect(
            requests.map { $0.values(of: "Authorization") + $0.values(of: "X-Both") + $0.values(of: "Accept") } == [
                ["token 1", "provider", "text/json"], ["token 2", "provider", "text/json"],
            ])
        #expect(requests.map { $0.value(of: "unleash-sdk") } == ["halyard-swift:0.1.0", "halyard-swift:0.1.0"])
        #expect(requests.map { $0.value(of: "Content-Type") } == [nil, "application/json"])
        let fixed = try await self.requests(customHeaders: ["Authorization": "static"])
        #expect(fixed.map { $0.values(of: "Authorization") } == [["static"], ["static"]])
    }

    @Test("Polls every 15 seconds and sends the documented names by default")
    func defaults() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = UnleashClientBase(
            unleashUrl: stage.url, clientKey: "key", dependencies: stage.dependencies)
        #expect(client.context == Context(appName: "unleash-swift-client", environment: "default"))
        let heard = Heard(client, .ready, .sent)
        client.start(completionHandler: nil)
        #expect(await heard.next() == "ready")
        _ = client.isEnabled(name: "a")
        // The first report comes after 2 seconds.
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(2))
        #expect(await heard.next() == "sent")
        _ = client.isEnabled(name: "a")
        await stage.time.awaitSleepers(2)
        stage.time.advance(by: .seconds(13))
        var requests: [RecordedRequest] = []
        for _ in 1...3 { requests.append(try await stage.server.nextRequest()) }
        #expect(requests.map(\.method) == ["GET", "POST", "GET"])
        #expect(
            requests[0].target.hasPrefix("/api/frontend?appName=unleash-swift-client&environment=default&sessionId="))
        #expect(requests[1].text.hasPrefix(#"{"appName":"unleash-swift-client","bucket":"#))
        #expect(requests[1].text.hasSuffix(#""environment":"default","instanceId":"swift"}"#))
        #expect(requests[0].value(of: "unleash-appname") == "unleash-swift-client")
        client.stop()
    }

    @Test("Reports metrics every 30 seconds by default")
    func defaultMetricsInterval() async throws {
        let stage = try ClientStage(.toggles("a"))
        defer { stage.server.stop() }
        let client = UnleashClientBase(
            unleashUrl: stage.url, clientKey: "key", refreshInterval: 0, dependencies: stage.dependencies)
        let heard = Heard(client, .ready, .sent)
        client.start(completionHandler: nil)
        #expect(await heard.next() == "ready")
        _ = client.isEnabled(name: "a")
        await until { stage.time.sleeperCount == 1 }
        // The first report comes after 2 seconds.
        stage.time.advance(by: .seconds(2))
        #expect(await heard.next() == "sent")
        _ = client.isEnabled(name: "a")
        await until { stage.time.sleeperCount == 1 }
        stage.time.advance(by: .milliseconds(29_999))
        #expect(stage.server.requests.map(\.method) == ["GET", "POST"])
        stage.time.advance(by: .milliseconds(1))
        #expect(await heard.next() == "sent")
        #expect(stage.server.requests.map(\.method) == ["GET", "POST", "POST"])
        client.stop()
    }
}

/// The connection ID of the stage's clients.
private enum SeededRandomUUID {
    static let first = SeededRandom(seed: 1).uuid()
}
