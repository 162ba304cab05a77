// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing
import TestSupport

@testable import Halyard

@Suite("Counts per identity")
struct CountedIdentityTests {
    private static let alice = EvaluationContext.user("alice")
    private static let bob = EvaluationContext.user("bob")

    private let sink = RecordingSink()

    /// Returns a client whose provider publishes the same flag objects for every context.
    private func makeClient(_ options: FlagClient.Options = .readingSlots) async -> FlagClient {
        let flags = [
            EvaluatedFlag("limit", 5, origin: Origin(.network, provider: "fixed")),
            EvaluatedFlag("theme", ["accent": "red", "sizes": [1]], origin: Origin(.network, provider: "fixed")),
        ]
        let provider = FixedProvider(flags)
        let client = FlagClient(provider: provider, context: Self.alice, sinks: [sink], options: options)
        await client.start()
        return client
    }

    private func read<Value>(_ key: FlagKey<Value>, _ times: Int, _ flags: some FlagReading) {
        for _ in 0..<times { _ = flags[key] }
    }

    private var counts: [String] { sink.lines.filter { $0.hasPrefix("counted") } }

    @Test("Separates contexts if a provider publishes the same flags for both")
    func sameFlags() async {
        let client = await makeClient()
        read(.limit, 3, client)
        read(.theme, 2, client)
        await client.setContext(Self.bob)
        read(.limit, 50, client)
        read(.theme, 40, client)
        await client.flush()
        let theme = #"theme={"accent":"red","sizes":[1]}/null"#
        #expect(
            counts == [
                "counted for user:alice: limit=5/10 x3+0, \(theme) x2+0",
                "counted for user:bob: limit=5/10 x50+0, \(theme) x40+0",
            ])
    }

    /// Reads a flag for both contexts in one window.
    ///
    /// Alice's flags are served until the same objects arrive for Bob.
    private func readInOneWindow(_ options: FlagClient.Options) async -> FlagClient {
        let provider = ScriptedProvider()
        let client = FlagClient(provider: provider, context: Self.alice, sinks: [sink], options: options)
        async let start = client.start()
        let run = await provider.nextRun()
        let table = run.snapshot(["limit": 5], provider: "scripted").table
        run.channel.publish(.ready(Self.snapshot(table, for: Self.alice)))
        _ = await start
        async let change = client.setContext(Self.bob)
        let next = await provider.nextRun()
        read(.limit, 3, client)
        next.channel.publish(.ready(Self.snapshot(table, for: Self.bob)))
        _ = await change
        read(.limit, 50, client)
        await client.flush()
        return client
    }

    private static func snapshot(_ table: FlagTable, for context: EvaluationContext) -> FlagSet {
        FlagSet(table, for: context, confirmedAt: Instant(millisecondsSinceEpoch: 0))
    }

    @Test("Separates contexts if the next flags arrive in the same window")
    func sameWindow() async {
        _ = await readInOneWindow(.readingSlots)
        #expect(
            counts == ["counted for user:alice: limit=5/10 x3+0", "counted for user:bob: limit=5/10 x50+0"])
    }

    @Test("Separates contexts under a kill switch with shared flags")
    func killSwitch() async {
        let files = InMemoryFileSystem()
        files.write(
            #"{"killSwitch": 1, "expires": "2026-01-01T01:00:00Z", "flags": {"limit": 0}}"#, to: "kill.json")
        var options = FlagClient.Options.readingSlots
        options.time = ManualTime()  // 2026-01-01T00:00:00Z
        options.killSwitch = .file("kill.json", refresh: .seconds(30), files: files)
        let client = await readInOneWindow(options)
        #expect(
            counts == ["counted for user:alice: limit=0/10 x3+0", "counted for user:bob: limit=0/10 x50+0"])
        await client.shutdown()
    }

    @Test("Counts late reads of a view for the view's context")
    func lateReads() async {
        let client = await makeClient()
        let view = client.snapshot()
        await client.setContext(Self.bob)
        read(.limit, 2, view)
        read(.limit, 50, client)
        read(.limit, 1, view)
        await client.flush()
        #expect(
            counts == ["counted for user:alice: limit=5/10 x3+0", "counted for user:bob: limit=5/10 x50+0"])
    }

    @Test("Separates clients that serve the same flag objects")
    func sharedFlags() async {
        let flags = [
            EvaluatedFlag("theme", ["accent": "red", "sizes": [1]], origin: Origin(.network, provider: "fixed"))
        ]
        let sinks = [RecordingSink(), RecordingSink()]
        let clients = sinks.map {
            FlagClient(provider: FixedProvider(flags), sinks: [$0], options: .manual())
        }
        for client in clients { await client.start() }
        read(.theme, 3, clients[0])
        read(.theme, 50, clients[1])
        for client in clients { await client.flush() }
        #expect(sinks.map(\.readCounts) == [["theme": 3], ["theme": 50]])
    }
}
