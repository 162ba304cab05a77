// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardUnleash
import HostileServer
import TestSupport
import Testing

@Suite("Unleash rules: confirmation")
struct RulesConfirmationTests {
    /// Returns a stage whose server sends rules once, and then waits for the gate before each response.
    private func stage(_ gate: Gate) throws -> RulesStage {
        let answers = InTurn<[Step]>([
            [.send(.rules(["a": "gold"], tag: "\"1\""))],
            [.wait(gate), .send(.rules(["a": "gold"], tag: "\"2\""))],
        ])
        return try RulesStage { _ in answers.next() }
    }

    /// Changes the context during the second request, and checks that only a response makes the client ready.
    private func changeContext(of client: FlagClient, _ stage: RulesStage, _ gate: Gate) async {
        await until { stage.fetches.count >= 2 }
        let change = Task { await client.setContext(.silver) }
        await until { stage.fetches.count >= 3 }
        #expect(client.status == .stale && client.context == .silver)
        gate.open()
        #expect(await change.value == .completed)
        #expect(client.status == .ready && client.allFlags == ["a": false])
    }

    @Test("Doesn't serve old rules as ready for a new context after the client was offline")
    func offline() async throws {
        let gate = Gate()
        let stage = try stage(gate)
        defer {
            gate.open()
            stage.server.stop()
        }
        let client = stage.client(try stage.provider(), for: .gold)
        #expect(await client.start() == .ready)
        #expect(await client.setOnline(false) == .completed)
        stage.time.advance(by: .seconds(3600))
        let back = Task { await client.setOnline(true) }
        await changeContext(of: client, stage, gate)
        _ = await back.value
        await client.shutdown()
    }

    @Test("Doesn't serve the old rules of an ended client as ready for a new context")
    func secondClient() async throws {
        let gate = Gate()
        let stage = try stage(gate)
        defer {
            gate.open()
            stage.server.stop()
        }
        let provider = try stage.provider()
        let first = stage.client(provider, for: .gold)
        #expect(await first.start() == .ready)
        await first.shutdown()
        stage.time.advance(by: .seconds(3600))
        let second = stage.client(provider, for: .gold)
        let start = Task { await second.start() }
        await changeContext(of: second, stage, gate)
        _ = await start.value
        await second.shutdown()
    }
}
