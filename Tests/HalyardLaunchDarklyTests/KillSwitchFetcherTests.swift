// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

@Suite("LaunchDarkly document fetchers")
struct KillSwitchFetcherTests {
    private let noSettings = SettingsReader([:], name: "configuration", builder: ConfigurationBuilder())

    @Test("Registers http and https fetchers, and revalidates a document")
    func fetches() async throws {
        let server = try HostileServer(answering: { request in
            request.values(of: "if-none-match") == ["\"1\""]
                ? [.send(.response(304))] : [.send(.response(200, ["ETag: \"1\""], body: "{}"))]
        })
        defer { server.stop() }
        let module = ProviderModule.launchDarkly(transport: PlatformTransport.make(time: ManualTime()))
        #expect(module.fetchers.map(\.name) == ["http", "https"])
        let fetcher = try #require(module.fetchers.first).make(noSettings)
        #expect(
            try await fetcher.document(.init(server.url())) == .document(Array("{}".utf8), validator: "\"1\""))
        #expect(try await fetcher.document(.init(server.url(), validator: "\"1\"")) == .notModified)
    }

    @Test("Throws a transport error if the server responds with status 500")
    func refused() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(500))] })
        defer { server.stop() }
        let module = ProviderModule.launchDarkly(transport: PlatformTransport.make(time: ManualTime()))
        let fetcher = try #require(module.fetchers.last).make(noSettings)
        let error = await #expect(throws: TransportError.self) { try await fetcher.document(.init(server.url())) }
        #expect(error?.message == "The server responded with status 500")
    }
}
