// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardUnleash
import HostileServer
import Testing

/// A LaunchDarkly service, an Unleash server, and clients that are configured for both.
private struct TwoVendorsStage {
    let launchDarkly: HostileServer
    let unleash: HostileServer
    let files = InMemoryFileSystem()

    init(unleashAnswer: @escaping @Sendable (RecordedRequest) -> [Step] = TwoVendorsStage.toggles) throws {
        launchDarkly = try HostileServer { request in
            request.target.contains("/mobile/events")
                ? [.send(.response(202))]
                : [
                    .send(
                        .response(
                            body: #"{"checkout": {"version": 3, "value": "blue", "variation": 1}, "#
                                + #""old": {"version": 1, "value": true, "variation": 0}}"#))
                ]
        }
        unleash = try HostileServer(answering: unleashAnswer)
    }

    static func toggles(_ request: RecordedRequest) -> [Step] {
        request.target.contains("/client/metrics")
            ? [.send(.response(202))]
            : [
                .send(
                    .response(
                        body: #"{"toggles": [{"name": "checkout", "enabled": true, "variant": {"name": "red", "#
                            + #""enabled": true, "payload": {"type": "string", "value": "red"}}}]}"#))
            ]
    }

    func stop() {
        launchDarkly.stop()
        unleash.stop()
    }

    func client(active: String, strategy: String = #""firstMatch""#) throws -> FlagClient {
        // The clock doesn't move, so no deadline passes on a slow machine.
        let transport = PlatformTransport.make(time: ManualTime())
        var options = FlagClient.Options()
        options.time = ManualTime(now: Instant(millisecondsSinceEpoch: 1_700_000_000_000))
        var host = ConfigurationHost()
        host.files = files
        let address = launchDarkly.url("")
        return try FlagClient(
            configuration: .json(
                """
                {"version": 1, "active": "\(active)", "context": {"kind": "user", "key": "person-1"}, "providers": {
                "ld": {"type": "launchdarkly", "mobileKey": "mob-1", "streamingMode": "polling", "baseUrl": "\(address)",
                       "streamUrl": "\(address)", "eventsUrl": "\(address)", "maxCachedUsers": 0},
                "unleash": {"type": "unleash", "url": "\(unleash.url("/api/frontend"))", "clientKey": "token"},
                "both": {"type": "combined", "providers": ["ld", {"provider": "unleash", "required": false}],
                         "strategy": \(strategy)}}}
                """),
            providers: [.launchDarkly(transport: transport), .unleash(transport: transport)], options: options,
            host: host)
    }

    /// Returns the request bodies that a server received at a path.
    static func bodies(_ server: HostileServer, _ path: String) -> [String] {
        server.requests.filter { $0.target.contains(path) }.map(\.text)
    }
}

@Suite("Two vendors in one client")
struct TwoVendorsTests {
    private let colour = FlagKey("checkout", default: "none")

    @Test("Sends each vendor its own reads after switches and rollbacks")
    func switching() async throws {
        let stage = try TwoVendorsStage()
        defer { stage.stop() }
        let flags = try stage.client(active: "ld")
        #expect(await flags.start(within: .seconds(3600)) == .ready)
        #expect(flags[colour] == "blue")
        try await flags.switchProvider(to: "unleash", within: .seconds(3600))
        #expect(flags[colour] == "red")
        #expect(flags[colour] == "red")
        try await flags.rollback(within: .seconds(3600))
        #expect(flags[colour] == "blue")
        flags.track("bought")
        await flags.shutdown(within: .seconds(3600))
        let metrics = TwoVendorsStage.bodies(stage.unleash, "/client/metrics")
        #expect(metrics.count == 1)
        #expect(metrics.first?.contains(#""checkout":{"no":0,"variants":{"red":2},"yes":2}"#) == true)
        let events = TwoVendorsStage.bodies(stage.launchDarkly, "/mobile/events").joined()
        // The reads are in one or two summaries, depending on when the old provider stops and returns.
        let counts = events.matches(of: /"count":(\d+),"value":"blue"/).compactMap { Int($0.1) }
        #expect(counts.reduce(0, +) == 2)
        #expect(events.contains(#""key":"bought""#))
    }

    @Test("Sends each vendor the reads that it served in a migration")
    func combined() async throws {
        let stage = try TwoVendorsStage()
        defer { stage.stop() }
        let flags = try stage.client(
            active: "both",
            strategy:
                #"{"type": "migration", "old": "ld", "new": "unleash", "stages": [{"flags": ["checkout"], "step": "new"}]}"#
        )
        #expect(await flags.start(within: .seconds(3600)) == .ready)
        var changes = flags.changes.makeAsyncIterator()
        while flags.allFlags["checkout"] != true { _ = await changes.next() }
        #expect(flags[colour] == "red")
        #expect(flags.bool("old", default: false))
        await flags.flush()
        let parity = try #require(flags.parity)
        #expect(parity.flags.map(\.key) == ["checkout"])
        #expect(parity.flags.first?.examples.map(\.primaryValue) == ["blue"])
        #expect(parity.flags.first?.examples.map(\.otherValue) == ["red"])
        let text = flags.mappings().description
        #expect(text.contains(#""key": "person-1""#))
        #expect(text.contains(#""userId": "person-1""#))
        await flags.shutdown(within: .seconds(3600))
        let events = TwoVendorsStage.bodies(stage.launchDarkly, "/mobile/events").joined()
        #expect(events.contains(#""old":{"contextKinds":["user"],"counters""#))
        #expect(!events.contains(#""checkout""#))
        #expect(TwoVendorsStage.bodies(stage.unleash, "/client/metrics").joined().contains(#""red""#))
    }

    @Test("Serves the old vendor's flags when the shadow vendor fails")
    func shadowFails() async throws {
        let stage = try TwoVendorsStage { _ in [.send(.response(401))] }
        defer { stage.stop() }
        let flags = try stage.client(active: "both", strategy: #"{"type": "comparison", "primary": "ld"}"#)
        #expect(await flags.start(within: .seconds(3600)) == .ready)
        #expect(flags[colour] == "blue")
        #expect(flags.state.error == nil)
        var diagnostics = flags.diagnostics.updates.makeAsyncIterator()
        while !flags.diagnostics.recent.contains(where: { $0.code == "optionalProviderFailed" }) {
            _ = await diagnostics.next()
        }
        #expect(flags.parity?.count(of: .failed) == 2)
        await flags.shutdown(within: .seconds(3600))
    }
}
