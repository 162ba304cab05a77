// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

@testable import HalyardLaunchDarkly

/// What clients that share one provider object share of its events, and what they do not.
@Suite("LaunchDarkly events of clients that share a provider", .timeLimit(.minutes(5)))
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
            options.events.diagnosticOptOut = true
        }
        let clients = (0..<count).map { stage.client(provider, for: .user("u\($0)")) }
        for client in clients { _ = await client.start() }
        try await body(stage, clients)
        for client in clients { await client.shutdown() }
    }

    @Test("two hundred clients deliver two hundred identifications")
    func identifications() async throws {
        try await share(200) { stage, clients in
            await clients[0].flush()
            let keys = try Self.events(stage.server, "identify").compactMap { $0["key"] }
            #expect(keys.count == 200)
            #expect(Set(keys) == Set((0..<200).map { .string("u\($0)") }))
            #expect(clients.flatMap(\.diagnostics.recent) == [])
        }
    }

    @Test("what has no room for all of them is counted, and reported to each of them once")
    func drops() async throws {
        try await share(3, capacity: 2) { stage, clients in
            // With the three identifications, six fit.
            for client in clients { for number in 0..<2 { client.track("t\(number)") } }
            await clients[1].flush()
            let (identified, tracked) = (
                try Self.events(stage.server, "identify"), try Self.events(stage.server, "custom")
            )
            #expect(identified.count == 3 && tracked.count == 3)
            let finding =
                "warning: launchdarkly: Events dropped: 3, the newest. Only 6 can wait to be sent, 2 for each of 3 clients. "
                + "Send them more often (eventFlushInterval), or let more of them wait (eventCapacity)."
            for client in clients { #expect(client.diagnostics.recent.map(\.description) == [finding]) }
        }
    }

    @Test("at each interval the reads of all of them are sent")
    func windows() async throws {
        try await share(3) { stage, clients in
            for client in clients { #expect(client.int("a", default: 0) == 1) }
            // Each client waits for its next poll and for the interval of events.
            await stage.pass(.seconds(30), waits: 6)
            while try Self.events(stage.server, "summary").isEmpty { await Task.yield() }
            let counter = try Self.events(stage.server, "summary").first?["features"]?["a"]?["counters"]
            #expect(counter == [["count": 3, "value": 1, "version": 2]])
        }
    }

    @Test("events that are dropped offline are reported at a flush")
    func offline() async throws {
        let world = try EventWorld(mode: .offline, options: { $0.capacity = 1 })
        world.track("a")
        world.track("b")
        await world.sink.flush()
        #expect(world.findings.count == 1)
        #expect(world.findings.first?.hasPrefix("warning: launchdarkly: Events dropped: 1, the newest.") == true)
        #expect(world.server.requests == [])
    }

    @Test("any capacity for any number of clients is one")
    func overflow() {
        var machine = EventMachine(capacity: .max, session: nil)
        machine.clientCount = 2
        let event = TrackedEvent(name: "a", context: .user("u"), time: Instant(millisecondsSinceEpoch: 0))
        machine.add([.custom(event)])
        #expect(machine.takeDrops() == nil)
        machine.clientCount = 0
        machine.add([.custom(event)])
        #expect(machine.takeDrops() == nil)
    }
}
