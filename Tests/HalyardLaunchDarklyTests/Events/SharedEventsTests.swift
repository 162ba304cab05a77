// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

@Suite("LaunchDarkly events of clients that share a provider")
struct SharedEventsTests {
    private static let flags = #"{"a":{"value":1,"version":2}}"#

    private static func events(_ server: HostileServer, _ kind: FlagValue) throws -> [FlagValue] {
        try server.requests.filter { $0.method == "POST" }.flatMap { request -> [FlagValue] in
            guard case .array(let events) = try JSONReader().read(request.body) else { return [] }
            return events.filter { $0["kind"] == kind }
        }
    }

    private func share(
        _ count: Int, capacity: Int = 100, _ body: (LaunchDarklyStage, [FlagClient]) async throws -> Void
    ) async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags(Self.flags)])
        defer { stage.server.stop() }
        let provider = try stage.provider { options in
            options.streamingMode = .polling
            options.sendsEvents = true
            options.events.capacity = capacity
            options.events.sendsDiagnostics = false
        }
        let clients = (0..<count).map { stage.client(provider, for: .user("u\($0)")) }
        for client in clients { _ = await client.start() }
        try await body(stage, clients)
        for client in clients { await client.shutdown() }
    }

    /// Returns the number of reads and tracking events per user.
    ///
    /// Each request with reads must contain a tracking event.
    private static func heard(_ server: HostileServer) throws -> [FlagValue: [Int]] {
        var heard: [FlagValue: [Int]] = [:]
        for request in server.requests where request.method == "POST" {
            guard case .array(let events) = try JSONReader().read(request.body) else { continue }
            let tracks = events.filter { $0["kind"] == "custom" }
            guard let user = tracks.first?["userKey"] else { continue }
            heard[user, default: [0, 0]][1] += tracks.count
            for summary in events where summary["kind"] == "summary" {
                let count = summary["features"]?["a"]?["counters"]?[0]?["count"].flatMap(Int.init(flagValue:))
                heard[user, default: [0, 0]][0] += count ?? 0
            }
        }
        return heard
    }

    private func use(_ client: FlagClient, _ times: Int) {
        for _ in 0..<times { #expect(client.int("a", default: 0) == 1) }
        client.track("t")
    }

    @Test("Sends one identify event for each of 200 clients")
    func identifications() async throws {
        try await share(200) { (stage, clients) async throws in
            for client in clients { await client.flush() }
            let keys = try Self.events(stage.server, "identify").compactMap { $0["key"] }
            #expect(keys.count == 200)
            #expect(Set(keys) == Set((0..<200).map { .string("u\($0)") }))
            #expect(clients.flatMap(\.diagnostics.recent) == [])
        }
    }

    @Test("Gives each client its own capacity, and reports drops to that client")
    func drops() async throws {
        try await share(2, capacity: 3) { (stage, clients) async throws in
            // The identify event takes one of the three slots.
            for number in 0..<4 { clients[0].track("t\(number)") }
            for number in 0..<2 { clients[1].track("t\(number)") }
            for client in clients { await client.flush() }
            #expect(try Self.heard(stage.server) == ["u0": [0, 2], "u1": [0, 2]])
            let diagnostic =
                "warning: launchdarkly: Events dropped: 2. Halyard dropped the newest events because only 3 can wait. "
                + "Set a shorter eventFlushInterval, or a larger eventCapacity."
            #expect(clients[0].diagnostics.recent.map(\.description) == [diagnostic])
            #expect(clients[1].diagnostics.recent == [])
        }
    }

    @Test("Keeps a client's events when another client shuts down")
    func comesAndGoes() async throws {
        try await share(2) { (stage, clients) async throws in
            use(clients[0], 3)
            use(clients[1], 2)
            await clients[1].shutdown()
            use(clients[0], 4)
            await clients[0].flush()
            #expect(try Self.heard(stage.server) == ["u0": [7, 2], "u1": [2, 1]])
        }
    }

    @Test("Discards only the events of the client without consent")
    func consent() async throws {
        try await share(2) { (stage, clients) async throws in
            for client in clients { use(client, 2) }
            clients[1].setEventsEnabled(false)
            for client in clients { use(client, 1) }
            for client in clients { await client.flush() }
            #expect(try Self.heard(stage.server) == ["u0": [3, 2]])
        }
    }

    @Test("Holds the events of only the offline client until it goes online")
    func offlineAlone() async throws {
        try await share(2) { (stage, clients) async throws in
            await clients[1].setOnline(false)
            for client in clients { use(client, 2) }
            for client in clients { await client.flush() }
            #expect(try Self.heard(stage.server) == ["u0": [2, 1]])
            await clients[1].setOnline(true)
            await clients[1].flush()
            #expect(try Self.heard(stage.server) == ["u0": [2, 1], "u1": [2, 1]])
        }
    }

    @Test("Applies a mode change before the next flush", arguments: 0..<20)
    func modeBeforeFlush(round: Int) async throws {
        try await share(1) { (stage, clients) async throws in
            await clients[0].flush()
            await clients[0].setOnline(false)
            use(clients[0], 1)
            await clients[0].flush()
            #expect(try Self.heard(stage.server) == [:])
            async let online = clients[0].setOnline(true)
            await until { clients[0].isOnline }
            await clients[0].flush()
            #expect(try Self.heard(stage.server) == ["u0": [1, 1]])
            _ = await online
        }
    }

    @Test("Reports events dropped offline when flushing")
    func offline() async throws {
        let world = try EventWorld(mode: .offline, options: { $0.capacity = 1 })
        world.track("a")
        world.track("b")
        await world.sink.flush()
        #expect(world.diagnostics.count == 1)
        #expect(
            world.diagnostics.first?.hasPrefix(
                "warning: launchdarkly: Events dropped: 1. Halyard dropped the newest events ") == true)
        #expect(world.server.requests == [])
    }
}
