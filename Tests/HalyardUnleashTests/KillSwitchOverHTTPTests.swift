// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Kill switch at a URL")
struct KillSwitchOverHTTPTests {
    private let time = ManualTime()  // 2026-01-01T00:00:00Z
    private static let good: Wire =
        #"{"killSwitch": 1, "expires": "2026-01-02T00:00:00Z", "note": "INC-1", "flags": {"new-nav": false}}"#

    /// Returns a client whose kill switch receives the given responses in order, and repeats the last one.
    private func killSwitchClient(_ answers: [Step]...) throws -> (FlagClient, HostileServer) {
        let answers = InTurn(answers)
        let server = try HostileServer(answering: { _ in answers.next() })
        let module = ProviderModule.unleash(transport: PlatformTransport.make(time: ManualTime()))
        let client = try FlagClient(
            configuration: .json(
                #"{"version": 1, "providers": {"m": {"type": "memory", "flags": {"new-nav": true}}}, "#
                    + #""killSwitch": {"url": "\#(server.url("/kill.json"))", "refresh": "30s"}}"#),
            providers: [module], options: .manual(time))
        return (client, server)
    }

    private func next(_ client: FlagClient, diagnostics: Int) async {
        await time.awaitSleepers()
        time.advance(by: .seconds(30))
        await until { client.diagnostics.recent.count >= diagnostics }
    }

    @Test("Reports invalid responses, and then applies a valid kill switch")
    func hostile() async throws {
        let (client, server) = try killSwitchClient(
            [.send(.response(500))], [.send(.response(body: "<html>"))],
            [.send(.response(body: Wire(Array(repeating: 32, count: (1 << 20) + 1))))],
            [.send(.response(body: #"{"killSwitch": 1, "flags": {"new-nav": false}}"#))],
            [.send(.response(200, ["ETag: \"7\""], body: Self.good))], [.send(.response(304))])
        defer { server.stop() }
        await client.start()
        await until { !client.diagnostics.recent.isEmpty }
        #expect(
            client.diagnostics.recent == [
                Diagnostic(
                    "killSwitchUnreadable", .error, location: .init(file: server.url("/kill.json")),
                    "The kill switch can't be read: \(server.url().dropLast()): The server responded with status 500.",
                    suggestion: "An earlier document applies until it expires. To end it now, write \"flags\": {}.")
            ])
        for diagnostics in 2...4 { await next(client, diagnostics: diagnostics) }
        #expect(
            client.diagnostics.recent.map(\.code) == [
                "killSwitchUnreadable", "jsonSyntax", "killSwitchUnreadable", "missingSetting",
            ])
        #expect(client.bool("new-nav", default: false))
        await next(client, diagnostics: 4)
        await until { !client.bool("new-nav", default: true) }
        await time.awaitSleepers(2)
        time.advance(by: .seconds(30))
        for _ in 0..<6 { _ = try await server.nextRequest() }
        #expect(server.requests.map { $0.values(of: "if-none-match") } == [[], [], [], [], [], ["\"7\""]])
        #expect(!client.bool("new-nav", default: true))
        #expect(client.diagnostics.recent.count == 4)
        time.advance(by: .seconds(86_400))
        #expect(client.bool("new-nav", default: false))
        await client.shutdown()
    }

    @Test("Ends a stalled request after 10 seconds, and keeps its flags")
    func stall() async throws {
        let (client, server) = try killSwitchClient([.send(.response(body: Self.good))], [.stall])
        defer { server.stop() }
        await client.start()
        await until { !client.bool("new-nav", default: true) }
        await time.awaitSleepers(2)
        time.advance(by: .seconds(30))
        await time.awaitSleepers(2)  // The expiry and the deadline are sleeping.
        _ = try await (server.nextRequest(), server.nextRequest())
        time.advance(by: .seconds(10))
        await until { !client.diagnostics.recent.isEmpty }
        #expect(
            client.diagnostics.recent.map(\.message) == ["The kill switch can't be read: no response within 10 s."]
        )
        #expect(!client.bool("new-nav", default: true))
        await client.shutdown()
    }
}
