// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash rules: polling")
struct RulesPollingTests {
    private static let start = Instant(millisecondsSinceEpoch: 1_767_225_600_000)

    @Test("Sends the expected request, byte for byte")
    func request() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        await client.shutdown()
        #expect(
            try await stage.server.nextRequest().transcript() == [
                "GET /api/client/features", "Accept: application/json", "Authorization: token",
                "Unleash-Appname: halyard", "Unleash-Client-Spec: 6.1.0",
                "Unleash-Connection-Id: \(UnleashStage.connectionId)", "Unleash-Instanceid: swift",
                "Unleash-Interval: 15000", "Unleash-Sdk: halyard-swift:0.1.0",
            ])
    }

    @Test("Sends projects in the query, and options in header fields")
    func options() async throws {
        let stage = try RulesStage(.rules(["a": "gold"]))
        defer { stage.server.stop() }
        let provider = try stage.provider { options in
            options.projects = ["shop", "a&b"]
            options.appName = "till"
            options.instanceId = "till-7"
            options.refreshInterval = .milliseconds(2500)
            options.headers = ["X-Gateway": "blue"]
        }
        let client = stage.client(provider)
        #expect(await client.start() == .ready)
        await client.shutdown()
        let request = try await stage.server.nextRequest()
        #expect(request.target == "/api/client/features?project=shop&project=a%26b")
        #expect(
            ["Unleash-Appname", "Unleash-Instanceid", "Unleash-Interval", "X-Gateway"].map { request.value(of: $0) }
                == ["till", "till-7", "2500", "blue"])
    }

    @Test("Sends the last ETag, accepts a 304, and applies changed rules")
    func tags() async throws {
        let stage = try RulesStage(
            .rules(["a": "gold"], tag: #"W/"76d8bb0e:1""#), .response(304), .rules(["a": "silver"], tag: #""2""#),
            .response(304))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        let before = client.snapshot(for: .silver)
        #expect(client.bool("a", default: false) && !before.bool("a", default: true))
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(15) }
        #expect(client.bool("a", default: false))
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(30) }
        #expect(!client.bool("a", default: true))
        #expect(client.snapshot(for: .silver).bool("a", default: false))
        // An existing snapshot keeps its rules.
        #expect(!before.bool("a", default: true))
        await stage.stage.pass(.seconds(15))
        await client.until { $0.flagSet?.confirmedAt == Self.start + .seconds(45) }
        await client.shutdown()
        #expect(
            stage.fetches.map { $0.value(of: "If-None-Match") }
                == [nil, #"W/"76d8bb0e:1""#, #"W/"76d8bb0e:1""#, #""2""#])
    }

    @Test(
        "Keeps rules, reports the status, and backs off after an error status",
        arguments: [
            (400, 30, "Check the URL and the projects."), (401, 300, clientTokenAdvice), (403, 300, clientTokenAdvice),
            (404, 300, "Check the URL, which must end with /api."), (429, 30, "Poll less often."),
            (500, 30, "Check the service."),
        ])
    func statuses(status: Int, delay: Int, suggestion: String) async throws {
        let stage = try RulesStage(.rules(["a": "gold"], tag: "\"1\""), .response(status), .rules(["b": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        await stage.stage.pass(.seconds(15))
        let error = FlagError(.general, "\(stage.stage.origin) responded with status \(status). \(suggestion)")
        await client.until { $0.error == error }
        #expect(client.status == .stale)
        #expect(client.snapshot(for: .gold).bool("a", default: false))
        #expect(client.snapshot(for: .gold).state.error == error)
        await stage.time.awaitSleepers()
        stage.time.advance(by: .seconds(delay / 2) - .milliseconds(1))
        #expect(stage.fetches.count == 2)
        stage.time.advance(by: .seconds(delay))
        await client.until { $0.error == nil }
        #expect(client.allFlags == ["b": true])
        #expect(stage.fetches.map { $0.value(of: "If-None-Match") } == [nil, "\"1\"", "\"1\""])
        let diagnostics = client.diagnostics.recent
        #expect(diagnostics.map(\.code) == ["fetchFailed"])
        #expect(diagnostics.first?.message.hasPrefix("\(error.message) Next attempt in ") == true)
        await client.shutdown()
    }

    @Test("Sends a request when a client switches to it after a failed attempt")
    func takeOver() async throws {
        let stage = try RulesStage(.rules(["a": "gold"], tag: "\"1\""), .response(500), .rules(["b": "gold"]))
        defer { stage.server.stop() }
        let provider = try stage.provider()
        let first = stage.client(provider, for: .gold)
        #expect(await first.start() == .ready)
        await stage.stage.pass(.seconds(15))
        await first.until { $0.error != nil }
        let second = stage.client(InMemoryFlagProvider { _ in ["a": false] }, for: .gold)
        #expect(await second.start() == .ready)
        try await second.switchProvider(to: provider, within: .seconds(600))
        #expect(second.allFlags == ["b": true])
        #expect(stage.fetches.count == 3)
        await second.shutdown()
        await first.shutdown()
    }

    static let clientTokenAdvice =
        "Use a client (backend) token of this service as the token. A frontend token is for the provider type \"unleash\"."

    @Test("Reports a rejected token with every default value")
    func refusedAtTheStart() async throws {
        let stage = try RulesStage(.response(401))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        let error = FlagError(.general, "\(stage.stage.origin) responded with status 401. \(Self.clientTokenAdvice)")
        #expect(await client.start() == .defaults(error))
        let details = client.snapshot(for: .gold).details(of: FlagKey("a", default: true))
        #expect((details.value, details.error?.code) == (true, .general))
        #expect(details.error?.message.contains(error.message) == true)
        await client.shutdown()
    }

    @Test(
        "Keeps its rules after an invalid response, and fetches again",
        arguments: [
            (
                "<html>",
                "sent 6 bytes that aren't rules. Expected an object with a list \"features\". Check the URL."
            ),
            (
                #"{"toggles":[]}"#,
                "sent 14 bytes that aren't rules. Expected an object with a list \"features\". Check the URL."
            ),
            (
                #"{"features":[{"enabled":true},{"name":7}]}"#,
                "sent only flags that can't be read. The first: /features/0: The flag has no name, so it was skipped."
            ),
        ])
    func noRules(body: String, message: String) async throws {
        let stage = try RulesStage(
            .rules(["a": "gold"], tag: "\"1\""), .flags(body, tag: "\"2\""), .rules(["b": "gold"]))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        await stage.stage.pass(.seconds(15))
        let error = FlagError(.parseError, "\(stage.stage.origin) \(message)")
        await client.until { $0.error != nil }
        #expect(client.state.error == error)
        #expect(client.allFlags == ["a": true])
        await stage.stage.pass(.seconds(15))
        await client.until { $0.error == nil }
        #expect(client.allFlags == ["b": true])
        await client.shutdown()
        // The provider never sends the ETag of an unreadable response.
        #expect(!stage.fetches.contains { $0.value(of: "If-None-Match") == "\"2\"" })
    }

    @Test("Skips and reports an unreadable flag, and evaluates the other flags")
    func skipped() async throws {
        let document = #"{"version":2,"features":[{"name":"broken"},\#(Wire.feature("a", for: "gold"))]}"#
        let stage = try RulesStage(.flags(document))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        #expect(client.allFlags == ["a": true])
        #expect(
            client.diagnostics.recent.map { "\($0.location?.pointer ?? ""): \($0.message)" } == [
                "/features/0: The flag has no name or no \"enabled\", so it was skipped."
            ])
        await client.shutdown()
    }

    @Test("Accepts a response without flags")
    func empty() async throws {
        let stage = try RulesStage(.flags(#"{"version":2,"features":[]}"#))
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider())
        #expect(await client.start() == .ready)
        #expect(client.allFlags == [:] && client.diagnostics.recent.isEmpty)
        let details = client.snapshot(for: .gold).details(of: FlagKey("a", default: true))
        #expect((details.value, details.error?.code) == (true, .flagNotFound))
        await client.shutdown()
    }
}
